package tapeline.grader.report;

import java.util.regex.Pattern;

/// Markup in the making. Only what we wrote ourselves goes in by [#raw]; all else is escaped.
public final class Html {
  /// Not the factors of `2*a*b`.
  private static final Pattern EMPHASIS =
      Pattern.compile("(?<![\\p{L}\\p{N})])\\*(\\p{L}[\\p{L} ]*)\\*(?![\\p{L}\\p{N}(])");

  private final StringBuilder out = new StringBuilder(1 << 14);

  public Html raw(String markup) {
    out.append(markup);
    return this;
  }

  public Html raw(int number) {
    out.append(number);
    return this;
  }

  /// The text as a reader should see it, in an element or in a quoted attribute.
  public Html text(String text) {
    var safe = Chars.printable(text);
    for (int i = 0; i < safe.length(); i++) {
      char c = safe.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
    return this;
  }

  /// Text with what stands in backticks as code, and a word between asterisks emphasised.
  public Html prose(String text) {
    var parts = text.split("`", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i % 2 == 1 && i < parts.length - 1) {
        element("code", parts[i]);
      } else {
        emphasised(i % 2 == 1 ? "`" + parts[i] : parts[i]);
      }
    }
    return this;
  }

  private void emphasised(String text) {
    int from = 0;
    for (var m = EMPHASIS.matcher(text); m.find(); from = m.end()) {
      text(text.substring(from, m.start())).element("em", m.group(1));
    }
    text(text.substring(from));
  }

  /// `<p class="note">text</p>`; `open` is the tag's name with its attributes.
  public Html element(String open, String text) {
    int end = open.indexOf(' ');
    raw("<").raw(open).raw(">").text(text);
    return raw("</").raw(end < 0 ? open : open.substring(0, end)).raw(">");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
