package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The forms in which learning platforms take marks.
enum ExportFormat {
  /// A CSV for Canvas's gradebook: one assignment, matched by the students' ids. An empty cell
  /// would take a grade back, so a student who is missing has no row.
  CANVAS {
    @Override
    Path write(Path folder, String title, List<Mark> marks) throws IOException {
      var csv =
          new CsvText()
              .row(List.of("Student", "ID", "SIS User ID", "SIS Login ID", "Section", title));
      csv.row(List.of("    Points Possible", "", "", "", "", points(marks)));
      for (var m : toMark(marks)) {
        var s = m.student();
        csv.row(List.of(shown(s), s.id(), "", s.email(), s.section(), number(m.total())));
      }
      return kept(folder.resolve("canvas.csv"), csv.toString());
    }
  },
  /// A grading worksheet for Moodle's assignment, as `assignfeedback_offline_grade_importer` reads
  /// it, which asks for the columns Identifier, Grade and Last modified (grade). What was graded
  /// there after that time it leaves alone. A column of comments would replace those that are
  /// there.
  MOODLE {
    @Override
    Path write(Path folder, String title, List<Mark> marks) throws IOException {
      var csv =
          new CsvText()
              .row(
                  List.of(
                      "Identifier",
                      "Full name",
                      "Email address",
                      "Status",
                      "Grade",
                      "Maximum Grade",
                      "Last modified (grade)"));
      var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
      for (var m : toMark(marks)) {
        var s = m.student();
        var id = s.id().matches("\\d+") ? "Participant " + s.id() : s.id();
        var late = m.lateDays() == 0 ? "" : ", " + m.lateDays() + " days late";
        csv.row(
            List.of(
                id,
                shown(s),
                s.email(),
                "Submitted for grading" + late,
                number(m.total()),
                points(marks),
                now));
      }
      return kept(folder.resolve("moodle.csv"), csv.toString());
    }
  },
  /// The columns of `nbgrader export`; what is not known stays empty.
  NBGRADER {
    @Override
    Path write(Path folder, String title, List<Mark> marks) throws IOException {
      var csv =
          new CsvText()
              .row(
                  List.of(
                      "assignment",
                      "duedate",
                      "timestamp",
                      "student_id",
                      "last_name",
                      "first_name",
                      "email",
                      "raw_score",
                      "late_submission_penalty",
                      "score",
                      "max_score"));
      for (var m : marks) {
        var s = m.student();
        csv.row(
            List.of(
                title,
                "",
                m.when() == null ? "" : m.when().toString(),
                s.id(),
                s.name(),
                "",
                s.email(),
                "" + m.earned(),
                number(Math.max(0, m.earned() - m.total())),
                number(m.total()),
                points(marks)));
      }
      return kept(folder.resolve("nbgrader.csv"), csv.toString());
    }
  };

  /// Writes the marks into a file in `folder`, and returns it.
  ///
  /// @param title the assignment's
  abstract Path write(Path folder, String title, List<Mark> marks) throws IOException;

  /// Reads a name in small letters.
  static final class Named implements ITypeConverter<ExportFormat> {
    @Override
    public ExportFormat convert(String value) {
      for (var format : values()) {
        if (format.name().toLowerCase(Locale.ROOT).equals(value)) {
          return format;
        }
      }
      throw new TypeConversionException("a format is canvas, moodle or nbgrader, got " + value);
    }
  }

  private static Path kept(Path file, String text) throws IOException {
    ResultStore.replace(file, text);
    return file;
  }

  private static List<Mark> toMark(List<Mark> marks) {
    return marks.stream().filter(m -> !m.isMissing()).toList();
  }

  private static String shown(Student student) {
    return student.name().isEmpty() ? student.id() : student.name();
  }

  private static String points(List<Mark> marks) {
    return marks.isEmpty() ? "0" : "" + marks.getFirst().points();
  }

  /// Returns a number with two decimals, a whole one with none, with a point in every locale.
  static String number(double value) {
    return value == Math.rint(value)
        ? "" + (long) value
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
