package tapeline.grader.generate;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.Imports;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;
import tapeline.grader.course.Region;

/// The content of a module's folder that no learner has touched, made from `solutions/`.
public final class Mirror {
  private static final String TABLE_HERE = "<!-- exercises -->";

  private Mirror() {}

  /// The bytes of each file of the module, by its path from the course's root.
  ///
  /// @throws MarkerException when a solution's markers are not well formed
  public static SortedMap<String, byte[]> of(Course course, CourseModule module) {
    var files = new TreeMap<String, byte[]>();
    var folder = course.solution(module);
    for (var file : Course.files(folder, _ -> true)) {
      var name = Disk.name(folder, file);
      if (!isSkipped(name)) {
        files.put("modules/" + module.name() + "/" + name, generated(module, name, file));
      }
    }
    return files;
  }

  /// Returns whether a file of this name in a module may hold a learner's work: no build output,
  /// hidden file, or older version that was kept.
  public static boolean isLearners(String name) {
    return !isSkipped(name) && !name.matches(".*\\.mine(\\.\\d+)?");
  }

  /// Returns whether a file of this name in its module is no part of the course: build output, or
  /// hidden.
  static boolean isSkipped(String name) {
    return ("/" + name).contains("/.") || name.startsWith("target/");
  }

  /// The hand-written file of `exercise`.
  static MarkedSource solution(Course course, Exercise exercise) {
    var module = course.module(exercise.id().module());
    var file = course.solution(module).resolve(exercise.file());
    return marked("solutions/" + module.name() + "/" + exercise.file(), Disk.text(file));
  }

  /// The stub in the region of `exercise`, each line ended by `\n`.
  static String stub(Course course, Exercise exercise) {
    return Region.of(exercise.id(), solution(course, exercise).regions()).stub();
  }

  /// Reads a file below `solutions/`, where every region holds an answer and a stub.
  static MarkedSource marked(String name, String text) {
    var source = MarkedSource.parse(name, text);
    for (var r : source.regions()) {
      if (r.stub().isEmpty()) {
        throw new MarkerException(
            name, r.beginLine(), "below solutions/ a region is a BEGIN SOLUTION with STUB lines");
      }
    }
    return source;
  }

  /// Markdown may show markers, and compilers' output has none; only other text has regions.
  static boolean mayHaveRegions(String name, byte[] bytes) {
    return !name.endsWith(".md") && !Course.isCompiled(Path.of(name)) && Disk.isText(bytes);
  }

  private static byte[] generated(CourseModule module, String name, Path file) {
    var bytes = Disk.read(file);
    if (name.equals("README.md")) {
      return utf8(withTable(new String(bytes, StandardCharsets.UTF_8), module));
    }
    if (!mayHaveRegions(name, bytes)) {
      return bytes;
    }
    var text = new String(bytes, StandardCharsets.UTF_8);
    var source = marked("solutions/" + module.name() + "/" + name, text);
    if (source.regions().isEmpty()) {
      return bytes;
    }
    var stubbed = source.stubbed();
    return utf8(name.endsWith(".java") ? Imports.withTodo(stubbed) : stubbed);
  }

  private static String withTable(String readme, CourseModule module) {
    var out = new StringBuilder();
    readme
        .lines()
        .forEach(line -> out.append(line.strip().equals(TABLE_HERE) ? table(module) : line + "\n"));
    return out.toString();
  }

  private static String table(CourseModule module) {
    var out = new StringBuilder("| Exercise | What | Points | File |\n|---|---|---:|---|\n");
    for (var e : module.exercises()) {
      var fileName = e.file().substring(e.file().lastIndexOf('/') + 1);
      out.append(
          "| %s | %s | %d | [%s](%s) |\n"
              .formatted(e.id(), e.title().replace("|", "\\|"), e.points(), fileName, e.file()));
    }
    return out.append("| | **total** | **%d** | |\n".formatted(module.points())).toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
