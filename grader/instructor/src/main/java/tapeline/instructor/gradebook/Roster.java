package tapeline.instructor.gradebook;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The class's list: a CSV file with a column `id`, and perhaps `name`, `email`, `section`,
/// `submitted` and `deadline`.
record Roster(Map<String, Student> students) {
  static final Roster NONE = new Roster(Map.of());

  /// Reads the list.
  ///
  /// @throws IllegalArgumentException when it has no column `id`, an id twice, or a time that
  ///   cannot be read
  static Roster read(Path file) {
    var table = CsvTable.read(file, "a roster", "id");
    var students = new LinkedHashMap<String, Student>();
    for (var row : table.rows()) {
      var submitted = table.cell(row, "submitted");
      var deadline = table.cell(row, "deadline");
      var student =
          new Student(
              table.cell(row, "id"),
              table.cell(row, "name"),
              table.cell(row, "email"),
              table.cell(row, "section"),
              submitted.isEmpty() ? null : Moment.parse("submitted", submitted),
              deadline.isEmpty() ? null : Moment.parse("a deadline", deadline));
      if (students.put(student.id(), student) != null) {
        throw new IllegalArgumentException(
            "a roster has every id once, %s has %s twice".formatted(file, student.id()));
      }
    }
    return new Roster(students);
  }

  /// What the list says about a student, else what the submission's name does.
  Student known(Student student) {
    return students.getOrDefault(student.id(), student);
  }
}
