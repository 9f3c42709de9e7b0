package tapeline.grader.report;

import java.util.List;

/// The first lines of a long text, and a line that says how many more there are and where.
final class Excerpt {
  private static final String INDENT = "    ";

  private final TerminalOptions options;
  private final List<String> lines;
  private int size;

  /// Takes at most `most` lines of the text, or more where the terminal is narrow.
  Excerpt(String text, int most, TerminalOptions options) {
    this.options = options;
    int width = options.width();
    lines = Lines.fit(text, width - INDENT.length(), options.utf8());
    size = Math.min(most * Math.max(TerminalReport.WIDE, width) / width, lines.size());
  }

  /// Returns the number of lines that are shown.
  int size() {
    return size;
  }

  /// Gives up `over` lines, but keeps `least`.
  void shrink(int over, int least) {
    size -= Math.max(0, Math.min(over, size - least));
  }

  void addTo(List<String> out) {
    boolean whole = size == lines.size();
    int shown = whole ? size : size - 1;
    int second = gotAt();
    int tail = !whole && second >= shown ? Math.min(lines.size() - second, shown / 2) : 0;
    add(out, lines.subList(0, shown - tail));
    if (!whole) {
      var cut = more(lines.size() - shown, "line", options.utf8()) + ": ";
      var line = INDENT + cut + options.htmlReport();
      out.add(Tone.QUIET.paint(line, options.colour()));
    }
    add(out, lines.subList(second, second + tail));
  }

  private static void add(List<String> out, List<String> lines) {
    for (var line : lines) {
      out.add(INDENT + line);
    }
  }

  /// Returns the line in which an assertion names the value that it got. An excerpt shows it even
  /// when the expected value is long.
  private int gotAt() {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).stripLeading().startsWith("but was")) {
        return i;
      }
    }
    return 0;
  }

  /// `… 12 more lines`.
  static String more(int n, String noun, boolean utf8) {
    var out = new StringBuilder(Lines.ellipsis(utf8)).append(' ').append(n).append(" more ");
    return out.append(noun).append(n == 1 ? "" : "s").toString();
  }
}
