package tapeline.instructor.gradebook;

import java.util.ArrayList;
import java.util.List;
import tapeline.grader.report.Chars;

/// Tables with commas, as RFC 4180 has them.
final class CsvText {
  private static final int SHOWN = 60;

  private final StringBuilder text = new StringBuilder();

  /// Adds a row. A cell is one line without control characters. What a spreadsheet would take for a
  /// formula gets an apostrophe, also behind a semicolon, with which a cell ends in some countries.
  CsvText row(List<String> cells) {
    for (int i = 0; i < cells.size(); i++) {
      text.append(i == 0 ? "" : ",").append(quoted(cells.get(i)));
    }
    text.append("\r\n");
    return this;
  }

  private static String quoted(String cell) {
    var line = Chars.line(cell);
    boolean number = line.matches("-?\\d+(\\.\\d+)?");
    var safe = number ? line : line.replaceAll("(^|;)(?=[\\s\"]*[=+@-])", "$1'");
    return safe.matches(".*[\",].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  /// Reads a table; a quote may hold commas, line ends and doubled quotes.
  ///
  /// @throws IllegalArgumentException when a quote is not closed
  static List<List<String>> read(String text) {
    var rows = new ArrayList<List<String>>();
    var row = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean quoted = false;
    int begin = 0; // of the row
    var all = text.startsWith("\uFEFF") ? text.substring(1) : text;
    for (int i = 0; i < all.length(); i++) {
      char c = all.charAt(i);
      if (quoted && c == '"' && i + 1 < all.length() && all.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == ',') {
        row.add(cell.toString().strip());
        cell.setLength(0);
      } else if (!quoted && c == '\n') {
        row.add(cell.toString().strip());
        cell.setLength(0);
        rows.add(List.copyOf(row));
        row.clear();
        begin = i + 1;
      } else {
        cell.append(c);
      }
    }
    if (quoted) {
      var line = all.substring(begin).lines().findFirst().orElse("");
      throw new IllegalArgumentException(
          "a quote is not closed, in the row that begins with "
              + Chars.line(line.substring(0, Math.min(line.length(), SHOWN))));
    }
    if (!cell.isEmpty() || !row.isEmpty()) {
      row.add(cell.toString().strip());
      rows.add(List.copyOf(row));
    }
    rows.removeIf(r -> r.stream().allMatch(String::isEmpty));
    return rows;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
