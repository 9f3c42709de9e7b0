package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.homework.Homework;
import tapeline.grader.homework.Overlay;
import tapeline.grader.homework.Refused;
import tapeline.grader.homework.SafeZip;
import tapeline.grader.homework.SubmissionFolder;
import tapeline.grader.homework.Withheld;
import tapeline.grader.report.Reports;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.result.Grades;
import tapeline.grader.sandbox.ScratchFolder;

/// One grading in a sandbox, from the options to the terminal: `-Dsandbox`.
final class HomeworkGrading {
  private final Course course;
  private final Options options;
  private final PrintStream out;

  HomeworkGrading(Course course, Options options, PrintStream out) {
    this.course = course;
    this.options = options;
    this.out = out;
  }

  /// Whether everything passed.
  ///
  /// @throws IllegalArgumentException when the submission or the overlay is not as it has to be
  boolean run() {
    var parts = Selection.of(course, options.get("module")).parts();
    var seed = options.on("seed") ? OptionalLong.of(options.seed()) : OptionalLong.empty();
    try (var scratch = ScratchFolder.of("homework");
        var homework = Homework.open(course, parts, overlay(), seed, 1)) {
      var withheld = new Withheld();
      var results = homework.grade(submission(parts, scratch.path()), withheld);
      var grades =
          new Grades(Instant.now(), Runtime.version().toString(), homework.seed(), results);
      Reports.writeAll(grades, course.root().resolve(Examiner.REPORTS));
      out.print(
          TerminalReport.render(
              grades, TerminalOptions.detect(out, Examiner.REPORTS + "/grades.html")));
      if (!withheld.texts().isEmpty()) {
        out.println("\nWhat hidden tests say, which is in no report:\n" + withheld.report());
      }
      if (homework.warning() != null) {
        out.println("\n" + homework.warning());
      }
      return grades.passed();
    } catch (Refused e) {
      throw new IllegalArgumentException("refused: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot grade it, or write the reports", e);
    }
  }

  /// The folder with the modules, unpacked into `scratch` where it was an archive.
  private Path submission(List<Selection.Part> parts, Path scratch) throws IOException, Refused {
    var given = options.get("submission");
    if (given == null) {
      return course.root().resolve("modules");
    }
    var path = course.root().resolve(given);
    if (!Files.isDirectory(path) && !SafeZip.isZip(path)) {
      throw new IllegalArgumentException(
          "a submission is a folder as modules/ is, or a zip of it, got " + path);
    }
    var modules = parts.stream().map(p -> p.module().name()).collect(Collectors.toSet());
    return SubmissionFolder.find(path, scratch, modules);
  }

  private Overlay overlay() {
    var given = options.get("overlay");
    return given == null ? Overlay.NONE : Overlay.in(course, course.root().resolve(given));
  }
}
