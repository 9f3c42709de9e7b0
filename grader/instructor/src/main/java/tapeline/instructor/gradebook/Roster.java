package tapeline.instructor.gradebook;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The class's list: a CSV file with a column `id`, and perhaps `name`, `email`, `section`,
/// `submitted`, `deadline` and `kind`, of which `team` and `instructor` are no students; or one of
/// a platform's own, by its columns:
///
/// | | id | name | email | section | submitted |
/// |---|---|---|---|---|---|
/// | Canvas, gradebook | ID | Student | SIS Login ID | Section | |
/// | Moodle, grading worksheet | Identifier | Full name | Email address | | |
/// | nbgrader, export | student_id | last_name | email | | timestamp |
/// | GitHub Classroom, grades | github_username | roster_identifier | | | submission_timestamp |
record Roster(Map<String, Student> students) {
  static final Roster NONE = new Roster(Map.of());
  private static final String ASSIGNMENT = "assignment";
  private static final String NBGRADERS = "timestamp"; // in UTC, which it does not say

  /// Reads the list.
  ///
  /// @param assignment which one, where the list is of several, as nbgrader's is
  /// @throws IllegalArgumentException when it has no column of ids, an id twice, several
  ///   assignments and not this one, or a time that cannot be read
  static Roster read(Path file, @Nullable String assignment) {
    var table = CsvTable.read(file, "a roster");
    var id = table.column("id", "identifier", "student_id", "github_username");
    var name = table.column("name", "student", "full name", "last_name", "roster_identifier");
    var email = table.column("email", "email address", "sis login id");
    var when = table.column("submitted", NBGRADERS, "submission_timestamp");
    if (!table.columns().contains(id)) {
      throw new IllegalArgumentException(
          "a roster has a column id in its first line, %s has %s; download Moodle's worksheet in English"
              .formatted(file, table.columns()));
    }
    var here = ZoneId.systemDefault();
    var zone = when.equals(NBGRADERS) ? ZoneOffset.UTC : here;
    var students = new LinkedHashMap<String, Student>();
    for (var row : rows(table, id, name, assignment)) {
      var student =
          new Student(
              table.cell(row, id).replaceFirst("^Participant (?=\\d+$)", ""),
              table.cell(row, name),
              table.cell(row, email),
              table.cell(row, "section"),
              moment(table, row, when, "submitted", zone),
              moment(table, row, "deadline", "a deadline", here));
      if (students.put(student.id(), student) != null) {
        throw table.refused(
            row, "a roster has every id once, got %s twice".formatted(student.id()));
      }
    }
    return new Roster(students);
  }

  private static @Nullable Instant moment(
      CsvTable table, CsvTable.Row row, String column, String what, ZoneId zone) {
    var text = table.cell(row, column);
    try {
      return text.isEmpty() ? null : Moment.parse(what, text, zone);
    } catch (IllegalArgumentException e) {
      throw table.refused(row, String.valueOf(e.getMessage()));
    }
  }

  /// The students' rows, without Canvas's lines of points possible and of postings; of one
  /// assignment, where the list is of several.
  private static List<CsvTable.Row> rows(
      CsvTable table, String id, String name, @Nullable String assignment) {
    for (var row : table.rows()) {
      var called = table.cell(row, name);
      if (table.cell(row, id).isEmpty()
          && !called.isEmpty()
          && !called.equalsIgnoreCase("points possible")) {
        throw table.refused(row, "a student has an id, got none for " + called);
      }
    }
    var rows =
        table.rows().stream()
            .filter(r -> !table.cell(r, id).isEmpty())
            .filter(r -> !table.cell(r, "kind").matches("(?i)team|instructor"))
            .toList();
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "a roster has students, %s has none".formatted(table.name()));
    }
    var all = rows.stream().map(r -> table.cell(r, ASSIGNMENT)).distinct().toList();
    if (all.size() < 2) {
      return rows;
    }
    if (assignment == null || !all.contains(assignment)) {
      throw new IllegalArgumentException(
          "a roster is of one assignment, %s has %s: name it, for example --assignment %s"
              .formatted(table.name(), String.join(", ", all), all.getLast()));
    }
    return rows.stream().filter(r -> table.cell(r, ASSIGNMENT).equals(assignment)).toList();
  }

  /// The ids on the list.
  Ids ids() {
    return new Ids(students.keySet());
  }

  /// Returns those that handed in and are not on the list, with the ids that a name may mean.
  List<String> strangers(List<HandedIn> all) {
    return all.stream()
        .map(h -> h.student().id())
        .filter(id -> !students.containsKey(id))
        .map(id -> {
          var near = ids().near(id);
          return near.isEmpty() ? id : "%s (%s?)".formatted(id, String.join(" or ", near));
        })
        .toList();
  }

  /// The student as the list describes them, else as the submission's name does.
  Student known(Student student) {
    return students.getOrDefault(student.id(), student);
  }
}
