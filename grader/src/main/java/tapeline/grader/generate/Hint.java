package tapeline.grader.generate;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;

/// The hints of an exercise, one each time it is asked for. `grader/target/hints.properties` holds
/// how many each exercise has shown.
public final class Hint {
  private Hint() {}

  /// The next hint of `id` as lines of text; after the last comes the first again.
  ///
  /// @param again how the learner asks again
  /// @throws IllegalArgumentException when there is no such exercise, or its brief is not well
  ///   formed
  public static List<String> next(Course course, ExerciseId id, String again) {
    var brief = Brief.of(course, course.module(id.module()).exercise(id));
    var shown = shown(course);
    int of = brief.hints().size();
    int before = shown.getOrDefault(id.toString(), 0);
    int number = before < of ? before + 1 : 1;
    var lines = new ArrayList<String>();
    lines.add("%s %s: hint %d of %d".formatted(id, brief.title(), number, of));
    lines.add("");
    lines.addAll(brief.hints().get(number - 1).lines().toList());
    lines.add("");
    lines.add(
        number < of
            ? "The next hint: ask again with " + again
            : "This was the last hint; asking again begins with the first.");
    shown.put(id.toString(), number);
    remember(course, shown);
    return lines;
  }

  /// A file that cannot be read counts as nothing shown: it is a convenience, and anyone may delete
  /// it.
  private static Map<String, Integer> shown(Course course) {
    var shown = new TreeMap<String, Integer>();
    var file = course.target().resolve("hints.properties");
    if (!Files.exists(file)) {
      return shown;
    }
    var stored = new Properties();
    try {
      stored.load(new StringReader(Disk.text(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException _) {
      return shown;
    }
    for (var id : stored.stringPropertyNames()) {
      var number = stored.getProperty(id).strip();
      if (number.matches("\\d{1,3}")) {
        shown.put(id, Integer.parseInt(number));
      }
    }
    return shown;
  }

  private static void remember(Course course, Map<String, Integer> shown) {
    var text = new StringBuilder("# how many hints each exercise has shown\n");
    shown.forEach((id, number) -> text.append(id).append('=').append(number).append('\n'));
    Disk.write(course.target().resolve("hints.properties"), text.toString());
  }
}
