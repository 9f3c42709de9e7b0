package tapeline.toolkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// A table of text for people: a header, a rule, and rows in columns as wide as their widest cell.
///
/// A column is set to the right when all its cells are numbers, a unit behind them or not (`12.5`,
/// `3e-07`, `40 ns`, `1.3×`); cells that are empty or `–` have no say.
///
/// ```java
/// var table = TextTable.of("op", "time").row("MUL", "40 ns").row("TANH", "1200 ns");
/// ```
public final class TextTable {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d[\\d.,]*([eE][-+]?\\d+)?|NaN|Infinity|∞)( ?\\S{1,8})?");

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  private TextTable(List<String> header) {
    this.header = header;
  }

  /// An empty table with these column titles.
  public static TextTable of(String... header) {
    return new TextTable(List.of(header));
  }

  /// Adds a row and returns this table.
  ///
  /// @throws IllegalArgumentException when the row has more or fewer cells than the header
  public TextTable row(String... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(
          "a row needs one cell a column: %d columns %s, got %d cells %s"
              .formatted(header.size(), header, cells.length, List.of(cells)));
    }
    rows.add(List.of(cells));
    return this;
  }

  /// `value` with so many significant digits: `number(0.000123456, 3)` is `0.000123`. Below 1e-4
  /// and from 10^`digits` on it reads `1.23e-07`; a whole number that has room keeps no decimals.
  public static String number(double value, int digits) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    if (value == Math.rint(value) && Math.abs(value) < Math.pow(10, digits)) {
      return Long.toString((long) value);
    }
    double size = Math.abs(value);
    return size < 1e-4 || size >= Math.pow(10, digits)
        ? String.format(Locale.ROOT, "%." + (digits - 1) + "e", value)
        : String.format(Locale.ROOT, "%." + digits + "g", value);
  }

  /// The lines of the table, each ended by `\n`.
  @Override
  public String toString() {
    int columns = header.size();
    var widths = new int[columns];
    var right = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      widths[c] = width(header.get(c));
      right[c] = !rows.isEmpty();
      for (var row : rows) {
        var cell = row.get(c);
        widths[c] = Math.max(widths[c], width(cell));
        right[c] &= cell.isEmpty() || cell.equals("–") || NUMBER.matcher(cell).matches();
      }
    }
    var out = new StringBuilder();
    line(out, header, widths, right);
    var rule = new ArrayList<String>();
    for (int w : widths) {
      rule.add("─".repeat(w));
    }
    line(out, rule, widths, right);
    rows.forEach(row -> line(out, row, widths, right));
    return out.toString();
  }

  private static void line(StringBuilder out, List<String> cells, int[] widths, boolean[] right) {
    var line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      var cell = cells.get(c);
      var pad = " ".repeat(widths[c] - width(cell));
      line.append(c == 0 ? "" : "  ").append(right[c] ? pad + cell : cell + pad);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
