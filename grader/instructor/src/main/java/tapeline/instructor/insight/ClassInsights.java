package tapeline.instructor.insight;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tapeline.grader.course.Course;
import tapeline.grader.progress.SharedProgress;
import tapeline.grader.report.Chars;
import tapeline.instructor.gradebook.GradedClass;
import tapeline.toolkit.Charts;
import tapeline.toolkit.WholeFile;

/// `class insights`: what a class does not understand, as a page, a picture and tables.
@Command(
    name = "insights",
    mixinStandardHelpOptions = true,
    description = {
      "Counts by exercise who has not started, failed and passed, and by which mistakes:",
      "from the marks of the gradebook, and the progress that learners share.",
      "Nothing that it writes has a student's name."
    })
public final class ClassInsights implements Callable<Integer> {
  private static final int STOPS = 3;

  @Parameters(
      paramLabel = "MARKS.csv",
      arity = "0..*",
      description = "What gradebook --out has written, a file or several.")
  private List<Path> marks = List.of();

  @Option(
      names = "--shared",
      paramLabel = "DIR",
      description = "A folder of files of ./tapeline progress share.")
  private @Nullable Path shared;

  @Option(names = "--out", required = true, paramLabel = "FOLDER", description = "For the pages.")
  private Path out = Path.of(".");

  @Option(names = "--course", hidden = true)
  private Path course = Path.of("");

  private final PrintStream printer;

  public ClassInsights(PrintStream printer) {
    this.printer = printer;
  }

  @Override
  public Integer call() throws IOException {
    if (marks.isEmpty() && shared == null) {
      throw new IllegalArgumentException(
          "insights are of marks, --shared progress or both, got neither");
    }
    var graded = new ArrayList<GradedClass>();
    for (var file : marks) {
      graded.add(GradedClass.read(file));
    }
    var progress = shared == null ? List.<SharedProgress>of() : progress(shared);
    var insights = Insights.of(Course.at(course.toRealPath()), graded, progress);
    var table = new InsightTable(insights);
    var stops = table.stops(STOPS);
    Files.createDirectories(out);
    var map = insights.all().isEmpty() ? null : InsightMap.of(insights.modules());
    write("index.html", InsightPage.render(insights, stops, map));
    write("exercises.csv", table.csv());
    write("mistakes.csv", table.mistakes());
    if (map != null) {
      WholeFile.write(out.resolve("heat-map.png"), part -> Charts.write(map, part));
    }
    for (var row : stops) {
      printer.println(
          "%d of %d end at %s %s"
              .formatted(
                  row.getInt("stopped"),
                  row.getInt("works"),
                  row.getString("exercise"),
                  row.getString("title")));
    }
    printer.println("%d exercises: %s".formatted(insights.all().size(), out.resolve("index.html")));
    return 0;
  }

  private void write(String name, String text) throws IOException {
    WholeFile.write(out.resolve(name), part -> Files.writeString(part, text));
  }

  /// Reads what learners share: of several files with one code the newest.
  private List<SharedProgress> progress(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("--shared is a folder, got " + folder);
    }
    var files = new ArrayList<>(Course.files(folder, f -> f.toString().endsWith(".json")));
    files.sort((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()));
    var newest = new HashMap<String, SharedProgress>();
    for (var file : files) {
      var name = Chars.line(folder.relativize(file).toString());
      var one = SharedProgress.parse(name, Course.read(file));
      if (newest.put(one.code(), one) != null) {
        printer.println(name + " takes the place of an older file with its code");
      }
    }
    return List.copyOf(newest.values());
  }
}
