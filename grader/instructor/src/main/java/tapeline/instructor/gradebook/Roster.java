package tapeline.instructor.gradebook;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The class's list: a CSV file with a column `id`, and perhaps `name`, `email`, `section`,
/// `submitted` and `deadline`; or one of a platform's own, by its columns:
///
/// | | id | name | email | section | submitted |
/// |---|---|---|---|---|---|
/// | Canvas, gradebook | ID | Student | SIS Login ID | Section | |
/// | Moodle, grading worksheet | Identifier | Full name | Email address | | |
/// | nbgrader, export | student_id | last_name | email | | timestamp |
/// | GitHub Classroom, grades | github_username | roster_identifier | | | submission_timestamp |
record Roster(Map<String, Student> students) {
  static final Roster NONE = new Roster(Map.of());

  /// Reads the list.
  ///
  /// @throws IllegalArgumentException when it has no column of ids, an id twice, or a time that
  ///   cannot be read
  static Roster read(Path file) {
    var table = CsvTable.read(file, "a roster");
    var id = table.column("id", "identifier", "student_id", "github_username");
    var name = table.column("name", "student", "full name", "last_name", "roster_identifier");
    var email = table.column("email", "email address", "sis login id");
    var when = table.column("submitted", "timestamp", "submission_timestamp");
    if (!table.columns().contains(id)) {
      throw new IllegalArgumentException(
          "a roster has a column id in its first line, %s has %s".formatted(file, table.columns()));
    }
    var students = new LinkedHashMap<String, Student>();
    for (var row : table.rows()) {
      var submitted = table.cell(row, when);
      var deadline = table.cell(row, "deadline");
      var student =
          new Student(
              table.cell(row, id).replaceFirst("^Participant (?=\\d+$)", ""),
              table.cell(row, name),
              table.cell(row, email),
              table.cell(row, "section"),
              submitted.isEmpty() ? null : Moment.parse("submitted", submitted),
              deadline.isEmpty() ? null : Moment.parse("a deadline", deadline));
      if (student.id().isEmpty()) {
        continue; // Canvas's line of points possible
      }
      if (students.put(student.id(), student) != null) {
        throw new IllegalArgumentException(
            "a roster has every id once, %s has %s twice".formatted(file, student.id()));
      }
    }
    return new Roster(students);
  }

  /// The student as the list describes them, else as the submission's name does.
  Student known(Student student) {
    return students.getOrDefault(student.id(), student);
  }
}
