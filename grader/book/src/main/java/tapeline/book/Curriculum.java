package tapeline.book;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// The modules in their parts, each with its idea, as the table in `modules/README.md` has them.
record Curriculum(List<Part> parts) {
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| (?:\\*\\*(?<part>.+?)\\*\\*|\\[(?<id>\\d\\d) [^|]*) \\|.*?\\| ?(?<idea>[^|]*)\\|$");

  /// @param title `II: tensors`
  record Part(String title, List<Row> rows) {}

  /// @param idea in Markdown
  record Row(CourseModule module, String idea) {}

  static Curriculum of(Course course) {
    var numbers = new TreeMap<String, CourseModule>();
    course.modules().forEach(m -> numbers.put(m.id(), m));
    var parts = new ArrayList<Part>();
    var rows = ROW.matcher(Course.read(course.root().resolve("modules/README.md")));
    while (rows.find()) {
      if (rows.group("part") != null) {
        parts.add(new Part(rows.group("part"), new ArrayList<>()));
        continue;
      }
      var module = numbers.get(rows.group("id"));
      if (module != null && !parts.isEmpty()) {
        parts.getLast().rows().add(new Row(module, rows.group("idea").strip()));
      }
    }
    return new Curriculum(parts);
  }
}
