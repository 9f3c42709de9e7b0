package tapeline.instructor.board;

import tapeline.grader.report.Chars;

/// Makes text that somebody else wrote fit to be kept: PostgreSQL takes no NUL, and a terminal
/// should not be told what to do by a team's name.
public final class BoardText {
  private static final int LONGEST = 2_000;

  private BoardText() {}

  /// Returns the text with a `�` for each character that must not be shown, cut where it is longer
  /// than 2,000 characters.
  public static String clean(String text) {
    return Chars.printable(cut(text, LONGEST));
  }

  /// Returns the cleaned text on one line of at most `longest` characters.
  public static String line(String text, int longest) {
    return cut(Chars.line(cut(text, LONGEST)).strip(), longest);
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest - 1) + "…" : text;
  }
}
