package tapeline.instructor.homework;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.report.Chars;
import tapeline.grader.run.TestEvent;

/// All that hidden tests had to say of a submission, for the instructor alone.
///
/// Code under test sees what hidden tests call it with. So whatever it may have a hand in stays out
/// of its author's feedback: what it prints, and every message, as it could have thrown that
/// itself. A hidden test leaves its name and its verdict there.
public final class Withheld {
  private static final int LONGEST = 4_000;

  private final Map<String, Text> texts = new LinkedHashMap<>();

  /// One hidden test that did not pass, or in which something was printed.
  ///
  /// @param test its class and name
  /// @param says its message, at most 4,000 characters
  /// @param output what the submission printed, at most 4,000 characters
  public record Text(
      ExerciseId exercise, String test, boolean passed, String says, String output) {}

  /// All of the last grading, in the order in which the tests ran.
  public List<Text> texts() {
    return List.copyOf(texts.values());
  }

  /// The text for a file of the instructor's; empty where there is nothing to say.
  public String report() {
    var lines = new ArrayList<String>();
    for (var t : texts.values()) {
      lines.add("%s %s %s".formatted(t.exercise, t.test, t.passed ? "passed" : "did not pass"));
      t.says.lines().forEach(line -> lines.add("    " + line));
      t.output.lines().forEach(line -> lines.add("  | " + line));
    }
    return lines.isEmpty() ? "" : Chars.printable(String.join("\n", lines) + "\n");
  }

  /// The event of a hidden test as its author may see it; keeps the rest.
  TestEvent without(TestEvent e) {
    var test = e.name().split(" ", 2)[0]; // a repetition's name may show the submission's objects
    var key = e.exercise() + " " + e.testClass() + "." + e.name();
    texts.remove(key);
    if (!e.passed() || !e.output().isEmpty()) {
      var full = e.testClass() + "." + e.name();
      texts.put(key, new Text(e.exercise(), cut(full), e.passed(), cut(e.text()), cut(e.output())));
    }
    return new TestEvent(e.exercise(), e.testClass(), test, e.outcome(), said(e), 0, "", List.of());
  }

  private static String said(TestEvent e) {
    return switch (e.outcome()) {
      case "passed" -> "";
      case "hung" -> e.text(); // the limit
      case "exiting", "exhausted", "died" -> "in a hidden test";
      default -> "a hidden test: its name is all that is shown of it";
    };
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
