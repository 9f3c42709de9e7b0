package tapeline.instructor.board;

/// Makes text that somebody else wrote fit to be kept: PostgreSQL takes no NUL, and a terminal
/// should not be told what to do by a team's name.
public final class BoardText {
  private static final int LONGEST = 2_000;

  private BoardText() {}

  /// The text with a blank for each control character but line breaks, a `�` for each half of a
  /// surrogate pair, and cut where it is longer than 2,000 characters.
  public static String clean(String text) {
    var cut = text.length() > LONGEST ? text.substring(0, LONGEST - 1) + "…" : text;
    var clean = new StringBuilder(cut.length());
    cut.codePoints()
        .map(c -> c != '\n' && Character.isISOControl(c) ? ' ' : c)
        .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /// The same on one line of at most `longest` characters.
  public static String line(String text, int longest) {
    var line = clean(text).replace('\n', ' ').strip();
    return line.length() > longest ? line.substring(0, longest - 1) + "…" : line;
  }
}
