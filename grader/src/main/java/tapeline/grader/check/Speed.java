package tapeline.grader.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// How long a learner waits for a verdict: `mvn -pl grader test -Dspeed`.
///
/// In a copy of the checkout, with an empty pom beside it that shows Maven's own share. Times are
/// wall clock, shown with their spread; on a busy machine only their ratios mean something.
public final class Speed {
  private static final int ROUNDS = 7;
  private static final Pattern GRADED = Pattern.compile("graded (\\d+) ms after");
  private static final String EMPTY =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>empty</groupId>
        <artifactId>empty</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
      </project>
      """;

  private final PrintStream out;
  private final CleanCopy clean;
  private final Path copy;
  private final Path empty;
  private final Path edited;
  private final String grade;
  private int edits;

  /// Makes the copies; `module` is the one to grade.
  public Speed(Course course, CourseModule module, PrintStream out)
      throws IOException, InterruptedException {
    this.out = out;
    this.clean = CleanCopy.of(course);
    this.copy = clean.folder();
    this.empty = Files.createTempDirectory("tapeline-empty");
    Files.writeString(empty.resolve("pom.xml"), EMPTY);
    Files.createDirectories(empty.resolve(".mvn"));
    for (var name : List.of(".mvn/jvm.config", ".mvn/maven.config")) {
      Files.copy(course.root().resolve(name), empty.resolve(name));
    }
    this.edited =
        copy.resolve("modules")
            .resolve(module.name())
            .resolve(module.exercises().getFirst().file());
    this.grade = "-Dmodule=" + module.number();
  }

  /// Measures and prints a line each.
  public void run() throws IOException, InterruptedException {
    out.printf("%-44s %8s %18s%n", "seconds, " + grade, "median", "least to most");
    line(
        "cold: the first run in a clean copy",
        List.of(maven(copy, "-pl", "grader", "test", grade)));
    TimeUnit.SECONDS.sleep(45); // the ahead-of-time cache is made in the background
    var warm = new ArrayList<Double>();
    var floor = new ArrayList<Double>();
    for (int i = 0; i < ROUNDS; i++) {
      floor.add(maven(empty, "validate"));
      edit();
      warm.add(maven(copy, "-pl", "grader", "test", grade));
    }
    line("warm: after an edit", warm);
    line("Maven alone, on an empty pom", floor);
    line("watch: from save to verdict", watch());
    clean.close();
  }

  private void line(String what, List<Double> seconds) {
    var sorted = seconds.stream().sorted().toList();
    out.printf(
        "%-44s %8.2f %9.2f to %5.2f%n",
        what, sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast());
    out.flush();
  }

  private void edit() throws IOException {
    Files.writeString(edited, Files.readString(edited) + "// edit " + ++edits + "\n");
  }

  private double maven(Path folder, String... arguments) throws IOException, InterruptedException {
    long start = System.nanoTime();
    command(folder, arguments).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    return (System.nanoTime() - start) / 1e9;
  }

  private List<Double> watch() throws IOException, InterruptedException {
    var seconds = new ArrayList<Double>();
    var process = command(copy, "-pl", "grader", "test", grade, "-Dwatch").start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var l = lines.readLine(); l != null && seconds.size() < ROUNDS; l = lines.readLine()) {
        var graded = GRADED.matcher(l);
        if (graded.find()) {
          seconds.add(Integer.parseInt(graded.group(1)) / 1000.0);
        }
        if (l.contains("watching your files")) {
          TimeUnit.SECONDS.sleep(1);
          edit();
        }
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    return seconds;
  }

  private static ProcessBuilder command(Path folder, String... arguments) {
    var command = new ArrayList<String>();
    command.add(System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn");
    command.addAll(Arrays.asList(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().remove("JAVA_HOME");
    return builder;
  }
}
