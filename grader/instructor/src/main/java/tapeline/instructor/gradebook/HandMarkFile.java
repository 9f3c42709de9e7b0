package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import tapeline.grader.report.Chars;
import tapeline.toolkit.WholeFile;

/// A file of marks by hand, as `--by-hand` reads it. A person may write it too: columns and rows
/// that are there stay.
public record HandMarkFile(Path file) {
  private static final List<String> COLUMNS = List.of("id", "total", "reason", "exercise");

  /// A row.
  ///
  /// @param exercise empty for the total
  public record Row(String id, String exercise, String total, String reason) {}

  /// Returns its rows; none where there is no file.
  ///
  /// @throws IllegalArgumentException when the file cannot be read
  public List<Row> rows() {
    if (!Files.exists(file)) {
      return List.of();
    }
    var table = table();
    return table.rows().stream()
        .map(r ->
            new Row(
                table.cell(r, "id"),
                table.cell(r, "exercise"),
                table.cell(r, "total"),
                table.cell(r, "reason")))
        .toList();
  }

  private CsvTable table() {
    return CsvTable.read(file, "a list of marks by hand", "id", "total", "reason");
  }

  /// Adds a row, in place of the one for the same student and exercise.
  ///
  /// @throws IllegalArgumentException when it is no mark, or the file cannot be read
  public void set(Row mark) throws IOException {
    var problem = HandMark.problem(mark.id(), mark.exercise(), mark.total(), mark.reason());
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    var columns = new ArrayList<>(COLUMNS);
    var rows = new ArrayList<List<String>>();
    if (Files.exists(file)) {
      var table = table();
      columns.removeAll(table.columns());
      columns.addAll(0, table.columns());
      for (var row : table.rows()) {
        boolean same =
            table.cell(row, "id").equals(Ids.clean(mark.id()))
                && table.cell(row, "exercise").equals(mark.exercise());
        if (!same) {
          rows.add(columns.stream().map(c -> table.cell(row, c)).toList());
        }
      }
    }
    var cells =
        Map.of(
            "id", mark.id(),
            "total", mark.total(),
            "reason", mark.reason(),
            "exercise", mark.exercise());
    rows.add(columns.stream().map(c -> cells.getOrDefault(c, "")).toList());
    rows.addFirst(columns);
    var text = new StringBuilder();
    for (var row : rows) { // an instructor's own words, and ids that are read again as they are
      text.append(CSVFormat.RFC4180.format(row.stream().map(Chars::line).toArray())).append("\r\n");
    }
    WholeFile.write(file, part -> Files.writeString(part, text));
  }
}
