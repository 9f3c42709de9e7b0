package tapeline.grader.report;

/// Which characters that others wrote reach a reader. What must not becomes U+FFFD.
public final class Chars {
  static final char REPLACEMENT = '\uFFFD';

  private Chars() {}

  /// Without halves of surrogate pairs, which UTF-8 has no bytes for.
  static String whole(String text) {
    return replace(text, false);
  }

  /// Without what a terminal would obey or an XML reader refuse: also control characters (but `\t`
  /// and `\n`) and marks that turn the writing direction. Every line end becomes `\n`.
  public static String printable(String text) {
    return replace(text, true);
  }

  /// The printable text on one line.
  public static String line(String text) {
    return printable(text).replace('\n', ' ').replace('\t', ' ');
  }

  private static String replace(String text, boolean controls) {
    int i = 0;
    while (i < text.length() && isPlain(text.charAt(i))) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    var out = new StringBuilder(text.length()).append(text, 0, i);
    while (i < text.length()) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\r' && controls) {
        if (i == text.length() || text.charAt(i) != '\n') {
          out.append('\n');
        }
      } else if (isHalf(c) || (controls && isControl(c))) {
        out.append(REPLACEMENT);
      } else {
        out.appendCodePoint(c);
      }
    }
    return out.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t';
  }

  private static boolean isHalf(int c) {
    return c >= 0xD800 && c <= 0xDFFF;
  }

  private static boolean isControl(int c) {
    return (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7F && c < 0xA0)
        || c == 0x061C
        || (c >= 0x200E && c <= 0x200F)
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0xFFFE
        || c == 0xFFFF;
  }
}
