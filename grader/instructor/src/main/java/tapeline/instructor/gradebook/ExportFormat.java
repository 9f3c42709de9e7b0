package tapeline.instructor.gradebook;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tapeline.grader.report.Html;

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
  },
  /// A `results.json` a student, as Gradescope's autograder writes it.
  GRADESCOPE {
    @Override
    Path write(Path folder, String title, List<Mark> marks) throws IOException {
      for (var m : marks) {
        var tests = new ArrayList<Map<String, Object>>();
        var result = m.result();
        for (var e : result == null ? List.<StudentResult.ExerciseMark>of() : result.exercises()) {
          var test = new LinkedHashMap<String, Object>();
          test.put("name", e.id() + " " + e.title());
          test.put("score", e.earned());
          test.put("max_score", e.points());
          test.put("status", e.earned() == e.points() ? "passed" : "failed");
          test.put("output", e.says().isEmpty() ? e.verdict() : e.verdict() + ": " + e.says());
          tests.add(test);
        }
        var all = new LinkedHashMap<String, Object>();
        all.put("score", m.total());
        all.put("output", m.status() + (m.lateDays() > 0 ? ", days late: " + m.lateDays() : ""));
        all.put("tests", tests);
        var json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all);
        var mine = folder.resolve("gradescope").resolve(ResultStore.name(m.student().id()));
        kept(mine.resolve("results.json"), json + "\n");
      }
      return folder.resolve("gradescope");
    }
  },
  /// JUnit's XML: a suite a student, a case an exercise.
  JUNIT {
    @Override
    Path write(Path folder, String title, List<Mark> marks) throws IOException {
      var xml = new Html().raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
      for (var m : marks) {
        var result = m.result();
        var exercises = result == null ? List.<StudentResult.ExerciseMark>of() : result.exercises();
        long failed = exercises.stream().filter(e -> e.earned() < e.points()).count();
        boolean graded = result != null && result.refusal().isEmpty();
        xml.raw("  <testsuite name=\"").text(m.student().id()).raw("\" tests=\"");
        xml.raw(graded ? exercises.size() : 1).raw("\" failures=\"").raw((int) failed);
        xml.raw("\" errors=\"").raw(graded ? 0 : 1).raw("\">\n");
        for (var e : exercises) {
          xml.raw("    <testcase classname=\"").text(e.id()).raw("\" name=\"").text(e.title());
          if (e.earned() == e.points()) {
            xml.raw("\"/>\n");
          } else {
            xml.raw("\">\n      <failure message=\"").text(e.verdict()).raw("\">").text(e.says());
            xml.raw("</failure>\n    </testcase>\n");
          }
        }
        if (!graded) {
          xml.raw("    <testcase classname=\"submission\" name=\"handed in\">\n");
          xml.raw("      <error message=\"").text(m.status()).raw("\"/>\n    </testcase>\n");
        }
        xml.raw("  </testsuite>\n");
      }
      return kept(folder.resolve("junit.xml"), xml.raw("</testsuites>\n").toString());
    }
  };

  /// Writes the marks below `folder`; returns the file, or the folder of several.
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
      throw new TypeConversionException(
          "a format is canvas, moodle, nbgrader, gradescope or junit, got " + value);
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

  /// A number without needless digits, with a point in every locale.
  static String number(double value) {
    return value == Math.rint(value)
        ? "" + (long) value
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
