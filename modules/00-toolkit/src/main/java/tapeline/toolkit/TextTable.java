package tapeline.toolkit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// A table of text for people: a header, a rule, and rows in columns as wide as their widest cell.
///
/// A column is set to the right when all its cells are numbers, a unit behind them or not (`12.5`,
/// `3e-07`, `40 ns`, `1.3×`); cells that are empty, `–` or `…` have no say.
///
/// ```java
/// var table = TextTable.of("op", "time").row("MUL", "40 ns").row("TANH", "1200 ns");
/// ```
public final class TextTable implements Tabular {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d[\\d.,]*([eE][-+]?\\d+)?|NaN|Infinity|∞)( ?[^\\s\\d-]\\S{0,7})?");

  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private static final Set<String> NO_NUMBER = Set.of("", "–", "…");

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

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

  /// Adds a line below the rows and returns this table.
  public TextTable note(String line) {
    notes.add(line);
    return this;
  }

  /// The column titles.
  public List<String> header() {
    return header;
  }

  /// The rows, each with a cell for each column.
  public List<List<String>> rows() {
    return List.copyOf(rows);
  }

  /// The lines below the rows.
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /// Returns whether this column is one of numbers, and set to the right.
  public boolean isNumeric(int column) {
    return rows.stream()
        .map(row -> row.get(column))
        .allMatch(c -> NO_NUMBER.contains(c) || NUMBER.matcher(c).matches());
  }

  /// The first `most` rows with a note that says so; this table when it has no more than that.
  public TextTable first(int most) {
    if (rows.size() <= most) return this;
    var first = new TextTable(header).note("the first " + most + " of " + rows.size() + " rows");
    first.rows.addAll(rows.subList(0, most));
    first.notes.addAll(notes);
    return first;
  }

  /// This table.
  @Override
  public TextTable table() {
    return this;
  }

  /// `value` with so many significant digits: `number(0.000123456, 3)` is `0.000123`, and
  /// `number(12345.6, 3)` is `12300`. Rounded to less than 1e-4, or to a million and more, it reads
  /// `1.23e-07`; a whole number that has room keeps no decimals.
  public static String number(double value, int digits) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    if (value == Math.rint(value) && Math.abs(value) < Math.pow(10, digits)) {
      return Long.toString((long) value);
    }
    var rounded = new BigDecimal(value).round(new MathContext(digits));
    boolean hasPlaces = rounded.scale() > 0;
    return hasPlaces || rounded.abs().compareTo(MILLION) >= 0
        ? String.format(Locale.ROOT, "%." + digits + "g", value)
        : rounded.toPlainString();
  }

  /// A share of 1 as a percentage with so many decimals: `percent(0.1234, 1)` is `12.3 %`.
  public static String percent(double share, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f %%", 100 * share);
  }

  /// The table in Markdown, and its notes below it.
  public String markdown() {
    var out = new StringBuilder();
    markdown(out, header);
    for (int c = 0; c < header.size(); c++) {
      out.append(isNumeric(c) ? "|---:" : "|---");
    }
    out.append("|\n");
    rows.forEach(row -> markdown(out, row));
    notes.forEach(note -> out.append('\n').append(note).append('\n'));
    return out.toString();
  }

  private static void markdown(StringBuilder out, List<String> cells) {
    for (var cell : cells) {
      out.append("| ").append(cell.replace("|", "\\|")).append(' ');
    }
    out.append("|\n");
  }

  /// The lines of the table, each ended by `\n`.
  @Override
  public String toString() {
    int columns = header.size();
    var widths = new int[columns];
    var right = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      widths[c] = width(header.get(c));
      for (var row : rows) widths[c] = Math.max(widths[c], width(row.get(c)));
      right[c] = isNumeric(c);
    }
    var out = new StringBuilder();
    line(out, header, widths, right);
    var rule = new ArrayList<String>();
    for (int w : widths) {
      rule.add("─".repeat(w));
    }
    line(out, rule, widths, right);
    rows.forEach(row -> line(out, row, widths, right));
    notes.forEach(note -> out.append(note).append('\n'));
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
