package tapeline.grader.instructor;

import java.util.ArrayList;
import java.util.List;

/// The words of a command, out of the one text that a Maven property holds.
///
/// The launcher for Unix puts a line break behind each word, so that a word may hold anything else.
/// Without a line break the text is what a person or the launcher for Windows writes: blanks part
/// words, and what stands between two `"`, or between two `|`, which no file's name may hold on
/// Windows, belongs together.
public final class InstructorWords {
  private InstructorWords() {}

  /// The words of the text.
  ///
  /// @throws IllegalArgumentException when a `"` or `|` has no second one
  public static List<String> split(String text) {
    return text.contains("\n") ? lines(text) : quoted(text);
  }

  private static List<String> lines(String text) {
    var end = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return List.of(end.split("\n", -1));
  }

  private static List<String> quoted(String text) {
    var words = new ArrayList<String>();
    StringBuilder word = null; // null between words
    char open = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (open != 0 && c == open) {
        open = 0;
      } else if (open == 0 && (c == '"' || c == '|')) {
        open = c;
        word = word == null ? new StringBuilder() : word;
      } else if (open == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = (word == null ? new StringBuilder() : word).append(c);
      }
    }
    if (open != 0) {
      throw new IllegalArgumentException("there is no second %s in: %s".formatted(open, text));
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }
}
