package tapeline.instructor.gradebook;

import java.util.List;
import org.apache.commons.csv.CSVFormat;
import tapeline.grader.report.Chars;

/// Tables with commas, as RFC 4180 has them.
public final class CsvText {
  private final StringBuilder text = new StringBuilder();

  /// Adds a row. A cell is one line without control characters. What a spreadsheet would take for a
  /// formula gets an apostrophe, also behind a semicolon, with which a cell ends in some countries.
  public CsvText row(List<String> cells) {
    text.append(CSVFormat.RFC4180.format(cells.stream().map(CsvText::safe).toArray()));
    text.append("\r\n");
    return this;
  }

  private static String safe(String cell) {
    var line = Chars.line(cell);
    boolean number = line.matches("-?\\d+(\\.\\d+)?");
    return number ? line : line.replaceAll("(^|;)(?=[\\s\"]*[=+@-])", "$1'");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
