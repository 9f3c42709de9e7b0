package tapeline.grader.report;

import java.util.ArrayList;
import java.util.List;

/// Text made to fit a terminal.
final class Lines {
  private static final int TAB = 4;

  private Lines() {}

  /// The lines of `text`, none longer than `width` columns: a longer line goes on in the next one,
  /// twice at most, and is cut there. Blank lines at the ends are left out. A source line with the
  /// compiler's caret below it is cut, not continued, so that the caret stays below its column.
  static List<String> fit(String text, int width, boolean utf8) {
    var lines = split(text, utf8);
    var out = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      if (i + 1 < lines.size() && isCaret(lines.get(i + 1))) {
        out.add(clip(line, width, utf8));
        continue;
      }
      for (int row = 0; row < 2 && line.length() > width; row++) {
        int end = breakAt(line, width);
        out.add(line.substring(0, end));
        line = line.substring(end).stripLeading();
      }
      out.add(clip(line, width, utf8));
    }
    return out;
  }

  /// At most `width` columns of one line, the last an ellipsis when something was cut.
  static String clip(String line, int width, boolean utf8) {
    if (line.length() <= width) {
      return line;
    }
    var mark = ellipsis(utf8);
    int end = width - mark.length();
    if (Character.isHighSurrogate(line.charAt(end - 1))) {
      end--;
    }
    return line.substring(0, end) + mark;
  }

  /// `text` with spaces behind it up to `width` columns.
  static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /// `text` with spaces before it up to `width` columns.
  static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  static String ellipsis(boolean utf8) {
    return utf8 ? "…" : "...";
  }

  private static List<String> split(String text, boolean utf8) {
    var lines = new ArrayList<String>();
    var safe = Chars.printable(text);
    if (!utf8) {
      safe = safe.replace(Chars.REPLACEMENT, '?');
    }
    for (int from = 0; from <= safe.length(); ) {
      int end = safe.indexOf('\n', from);
      end = end < 0 ? safe.length() : end;
      lines.add(safe.substring(from, end).replace("\t", " ".repeat(TAB)).stripTrailing());
      from = end + 1;
    }
    while (!lines.isEmpty() && lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    while (!lines.isEmpty() && lines.getFirst().isEmpty()) {
      lines.removeFirst();
    }
    return lines;
  }

  private static boolean isCaret(String line) {
    return line.stripLeading().equals("^");
  }

  /// Behind the last space that leaves more than half a line, else at the full width.
  private static int breakAt(String line, int width) {
    int space = line.lastIndexOf(' ', width);
    if (space > width / 2) {
      return space;
    }
    return Character.isHighSurrogate(line.charAt(width - 1)) ? width - 1 : width;
  }
}
