package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.homework.Homework;
import tapeline.grader.homework.Overlay;
import tapeline.grader.homework.Refused;
import tapeline.grader.report.Reports;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.result.Grades;

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
    var submission = submission();
    var parts = Selection.of(course, options.get("module")).parts();
    var seed = options.on("seed") ? OptionalLong.of(options.seed()) : OptionalLong.empty();
    try (var homework = Homework.open(course, parts, overlay(), seed, 1)) {
      var results = homework.grade(submission);
      var grades =
          new Grades(Instant.now(), Runtime.version().toString(), homework.seed(), results);
      Reports.writeAll(grades, course.root().resolve(Examiner.REPORTS));
      out.print(
          TerminalReport.render(
              grades, TerminalOptions.detect(out, Examiner.REPORTS + "/grades.html")));
      if (homework.warning() != null) {
        out.println("\n" + homework.warning());
      }
      return grades.passed();
    } catch (Refused e) {
      throw new IllegalArgumentException("refused: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the reports below " + Examiner.REPORTS, e);
    }
  }

  private Path submission() {
    var given = options.get("submission");
    if (given == null) {
      return course.root().resolve("modules");
    }
    var folder = course.root().resolve(given);
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("a submission is a folder as modules/ is, got " + folder);
    }
    return folder;
  }

  private Overlay overlay() {
    var given = options.get("overlay");
    return given == null ? Overlay.NONE : Overlay.in(course, course.root().resolve(given));
  }
}
