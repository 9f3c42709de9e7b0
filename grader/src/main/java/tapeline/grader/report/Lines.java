package tapeline.grader.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Text made to fit a terminal.
public final class Lines {
  private static final int TAB = 4;

  /// Characters that a line of [#fit] keeps, and rows, where those are more.
  private static final int LONGEST = 288;

  private static final int MOST_ROWS = 3;
  private static final Pattern COLUMN = Pattern.compile("  (?=\\S)");
  private static final Pattern LABEL = Pattern.compile("\\w+: ");

  private Lines() {}

  /// The rows of `text`, none longer than `width` columns unless one word is: a longer line goes on
  /// in the next row, from a space on. It goes on below its last column, or behind its label or
  /// indentation, where that leaves half of the width.
  public static List<String> wrap(String text, int width) {
    var rows = new ArrayList<String>();
    for (var line : text.split("\n", -1)) {
      var half = line.substring(0, Math.min(line.length(), width / 2));
      int hang = COLUMN.matcher(half).results().mapToInt(MatchResult::end).max().orElse(0);
      var label = LABEL.matcher(line);
      rows.addAll(wrap(line, width, hang == 0 && label.lookingAt() ? label.end() : hang));
    }
    return rows;
  }

  /// The rows of one line; those behind the first begin with `hang` blanks. A word that no row has
  /// room for, such as a path, stays where it is.
  static List<String> wrap(String line, int width, int hang) {
    var rows = new ArrayList<String>();
    var rest = line;
    while (rest.length() > width) {
      int indent = rest.length() - rest.stripLeading().length();
      int space = rest.lastIndexOf(' ', width);
      int end = space > indent ? space : rest.indexOf(' ', Math.max(indent, width));
      int next = rest.indexOf(' ', end + 1);
      if (end > 0 && hang + (next < 0 ? rest.length() : next) - end - 1 > width) {
        end = next;
      }
      if (end < 0) {
        break;
      }
      rows.add(rest.substring(0, end).stripTrailing());
      rest = " ".repeat(hang) + rest.substring(end).stripLeading();
    }
    rows.add(rest);
    return rows;
  }

  /// Returns the rows of `text`, none longer than `width` columns. A longer line goes on in the
  /// next row, three times or for 288 characters, and is cut there. Blank lines at the ends are
  /// left out. A source line with the compiler's caret below it is cut, not continued, so that the
  /// caret stays below its column.
  static List<String> fit(String text, int width, boolean utf8) {
    return fit(text, width, Math.max(MOST_ROWS, Math.ceilDiv(LONGEST, width)), utf8);
  }

  /// Returns the rows with at most `most` of them a line.
  static List<String> fit(String text, int width, int most, boolean utf8) {
    var lines = split(text, utf8);
    var out = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      if (i + 1 < lines.size() && isCaret(lines.get(i + 1))) {
        addWithCaret(out, lines.get(i), lines.get(++i).indexOf('^'), width, utf8);
      } else {
        out.addAll(first(most, rows(lines.get(i), width), width, utf8));
      }
    }
    return out;
  }

  /// The first `most` rows, with an ellipsis behind the last where others follow.
  static List<String> first(int most, List<String> rows, int width, boolean utf8) {
    if (rows.size() <= most) {
      return rows;
    }
    var first = new ArrayList<>(rows.subList(0, most));
    first.set(most - 1, clip(first.getLast() + ellipsis(utf8), width, utf8));
    return first;
  }

  /// The rows of one line, in which a word longer than `width` is broken.
  static List<String> rows(String line, int width) {
    var rows = new ArrayList<String>();
    int indent = line.length() - line.stripLeading().length();
    for (var row : wrap(line, width, indent < width / 2 ? indent : 0)) {
      var rest = row;
      while (rest.length() > width) {
        int end = Character.isHighSurrogate(rest.charAt(width - 1)) ? width - 1 : width;
        rows.add(rest.substring(0, end));
        rest = rest.substring(end);
      }
      rows.add(rest);
    }
    return rows;
  }

  /// Takes the indentation away, and then the beginning, where the caret would stand too far out.
  private static void addWithCaret(
      List<String> out, String code, int caret, int width, boolean utf8) {
    int indent = Math.min(caret, code.length() - code.stripLeading().length());
    int from = code.length() <= width ? 0 : indent;
    from = caret - from < width ? from : caret - width / 2;
    var mark = from > indent ? ellipsis(utf8) : "";
    out.add(clip(mark + code.substring(Math.min(from, code.length())), width, utf8));
    out.add(" ".repeat(mark.length() + caret - from) + "^");
  }

  /// Returns at most `width` columns of one line, the last an ellipsis when something was cut.
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
}
