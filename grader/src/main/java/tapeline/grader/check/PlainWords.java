package tapeline.grader.check;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Words that learners of English stumble over are in no comment, message or document. A comment
/// begins with a verb or a noun: not with a pronoun or a preposition, unless it asks a question.
final class PlainWords {
  private static final Pattern BEGINNING =
      Pattern.compile("/// (What|Whose|Who|Those|The same|Of|Has|As|Where|Whether)\\b.*");
  private static final Pattern NO_SUBJECT = Pattern.compile("\\b(?:[Nn]obody|[Ww]hoever)\\b");

  private PlainWords() {}

  /// The places with other words, a line each; null when there is none.
  static @Nullable String others(Checkout checkout) {
    var documents =
        checkout.files("").stream()
            .map(checkout::name)
            .filter(n -> n.endsWith(".md") && !n.matches("modules/(?!00)\\d\\d-.*"));
    var text =
        Stream.concat(checkout.javaFiles().stream(), documents)
            .filter(name -> !name.contains("/PlainWords")) // which says the words themselves
            .flatMap(name -> lines(name, Course.read(checkout.root().resolve(name))))
            .collect(Collectors.joining("\n"));
    return text.isEmpty() ? null : text;
  }

  private static Stream<String> lines(String name, String text) {
    List<String> found = new ArrayList<>();
    var lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      var begins = BEGINNING.matcher(line);
      boolean held = name.endsWith(".java") || line.matches("/// (What|Who)\\b.*");
      if (held && begins.matches() && !comment(lines, i - 1) && !asks(lines, i)) {
        found.add(
            "%s:%d begins with %s, and asks nothing: %s"
                .formatted(name, i + 1, begins.group(1), line));
      }
      if (NO_SUBJECT.matcher(line).find()) {
        found.add(name + ":" + (i + 1) + " says nobody or whoever: " + line);
      }
    }
    return found.stream();
  }

  private static boolean comment(List<String> lines, int i) {
    return i >= 0 && lines.get(i).strip().startsWith("///");
  }

  /// Returns whether the comment's first sentence is a question.
  private static boolean asks(List<String> lines, int first) {
    var text = new StringBuilder();
    for (int i = first; comment(lines, i); i++) {
      text.append(lines.get(i).strip()).append(' ');
    }
    return text.toString().matches("[^.]*\\?.*");
  }
}
