package tapeline.instructor.homework;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.report.Reports;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.result.Grades;
import tapeline.instructor.sandbox.Sandbox;
import tapeline.toolkit.ScratchFolder;

/// One submission, graded in a sandbox, from the options to the terminal: what `-Dsandbox` starts.
@Command(
    name = "sandbox",
    mixinStandardHelpOptions = true,
    description = "Grades one submission in a sandbox: mvn -pl grader test -Dsandbox -Dmodule=3")
public final class SandboxCommand implements Callable<Integer> {
  private final PrintStream out;

  @Option(names = "--module", description = "for example 3,5 or 03.2; all unless given")
  @Nullable String modules;

  @Option(names = "--submission", description = "a folder as modules/ is, or a zip; else modules/")
  @Nullable Path submission;

  @Option(names = "--overlay", description = "a folder with hidden tests and the seed")
  @Nullable Path overlay;

  @Option(names = "--seed", description = "of the tests' random inputs; drawn unless given")
  @Nullable Long seed;

  @Option(names = "--course", required = true, description = "the course's folder")
  Path root = Path.of("");

  public SandboxCommand(PrintStream out) {
    this.out = out;
  }

  /// 0 when everything passed.
  ///
  /// @throws IllegalArgumentException when the submission or the overlay is not as it has to be
  @Override
  public Integer call() throws IOException {
    Sandbox.require();
    var course = Course.at(root.toRealPath());
    var parts = Selection.of(course, modules).parts();
    var given = seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
    var hidden = overlay == null ? Overlay.NONE : Overlay.in(course, overlay);
    out.println("getting ready: the reference solutions are tried in the sandbox …");
    out.flush();
    try (var scratch = ScratchFolder.of("homework");
        var homework = Homework.open(course, parts, hidden, given, 1)) {
      var withheld = new Withheld();
      var results = homework.grade(submission(course, parts, scratch.path()), withheld);
      var grades =
          new Grades(Instant.now(), Runtime.version().toString(), homework.seed(), results);
      Reports.writeAll(grades, course.root().resolve(Reports.FOLDER));
      out.print(
          TerminalReport.render(
              grades, TerminalOptions.detect(out, Reports.FOLDER + "/grades.html", false)));
      if (!withheld.texts().isEmpty()) {
        out.println("\nWhat hidden tests say, which is in no report:\n" + withheld.report());
      }
      return grades.passed() ? 0 : 1;
    } catch (Refused e) {
      throw new IllegalArgumentException("refused: " + e.getMessage(), e);
    } catch (IllegalStateException e) { // the reference fails a hidden test, there is no jlink …
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /// The folder with the modules, unpacked into `scratch` where it was an archive.
  private Path submission(Course course, List<Selection.Part> parts, Path scratch)
      throws IOException, Refused {
    var path = submission;
    if (path == null) {
      return course.root().resolve("modules");
    }
    if (!Files.isDirectory(path) && !SafeZip.isZip(path.toString())) {
      throw new IllegalArgumentException(
          "a submission is a folder as modules/ is, or a zip of it, got " + path);
    }
    var modules = parts.stream().map(p -> p.module().name()).collect(Collectors.toSet());
    return SubmissionFolder.find(List.of(path), scratch, modules);
  }
}
