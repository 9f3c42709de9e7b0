package tapeline.instructor.gradebook;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tapeline.grader.course.Course;

/// The class's list: a CSV file with a column `id`, and perhaps `name`, `email` and `section`.
record Roster(Map<String, Student> students) {
  static final Roster NONE = new Roster(Map.of());

  /// Reads the list.
  ///
  /// @throws IllegalArgumentException when it has no column `id`, or an id twice
  static Roster read(Path file) {
    var rows = CsvText.read(Course.read(file));
    var head = rows.isEmpty() ? List.<String>of() : rows.getFirst();
    var columns = head.stream().map(c -> c.toLowerCase(Locale.ROOT)).toList();
    if (!columns.contains("id")) {
      throw new IllegalArgumentException(
          "a roster has a column id in its first line, %s has %s".formatted(file, head));
    }
    var students = new LinkedHashMap<String, Student>();
    for (var row : rows.subList(1, rows.size())) {
      var student =
          new Student(
              cell(row, columns, "id"),
              cell(row, columns, "name"),
              cell(row, columns, "email"),
              cell(row, columns, "section"));
      if (students.put(student.id(), student) != null) {
        throw new IllegalArgumentException(
            "a roster has every id once, %s has %s twice".formatted(file, student.id()));
      }
    }
    return new Roster(students);
  }

  private static String cell(List<String> row, List<String> columns, String name) {
    int i = columns.indexOf(name);
    return i >= 0 && i < row.size() ? row.get(i) : "";
  }

  /// What the list says about a student, else what the submission's name does.
  Student known(Student student) {
    return students.getOrDefault(student.id(), student);
  }
}
