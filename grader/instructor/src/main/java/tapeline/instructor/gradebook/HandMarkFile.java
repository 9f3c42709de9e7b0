package tapeline.instructor.gradebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import tapeline.grader.report.Chars;
import tapeline.toolkit.WholeFile;

/// A file of marks by hand, as `--by-hand` reads it. A person may write it too: columns that are
/// there stay, and rows but those that a mark replaces; all is written in UTF-8, with commas. A
/// file with two columns of one name, or two without, is refused, as one of them would be lost.
public record HandMarkFile(Path file) {
  private static final List<String> COLUMNS = List.of("id", "total", "reason", "exercise");

  /// A row.
  ///
  /// @param exercise empty for the total
  public record Row(String id, String exercise, String total, String reason) {}

  /// Returns its rows; none where there is no file.
  ///
  /// @throws IllegalArgumentException when it is no such list
  /// @throws UncheckedIOException when the file cannot be read
  public List<Row> rows() {
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
    return Files.exists(file)
        ? CsvTable.begun(file, "a list of marks by hand", "id", "total", "reason")
        : new CsvTable(file.toString(), List.of(), List.of());
  }

  /// Adds a row, in place of those for the same student, in any spelling, and exercise.
  ///
  /// @param students of the class: a spelling that is one's own is no other's
  /// @throws IllegalArgumentException when it is no mark, or the file is no such list
  /// @throws UncheckedIOException when the file cannot be read
  public void set(Row mark, Collection<String> students) throws IOException {
    var problem = HandMark.problem(mark.id(), mark.exercise(), mark.total(), mark.reason());
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    var table = table();
    if (new HashSet<>(table.columns()).size() < table.columns().size()) {
      throw new IllegalArgumentException(
          "a list of marks by hand has each column once, %s has %s"
              .formatted(file, table.columns()));
    }
    var columns = new ArrayList<>(table.columns());
    COLUMNS.stream().filter(c -> !columns.contains(c)).forEach(columns::add);
    var rows = new ArrayList<List<String>>();
    var ids = new Ids(students);
    var id = Ids.clean(mark.id());
    for (var row : table.rows()) {
      var spelling = table.cell(row, "id");
      boolean same =
          ids.find(spelling).orElse(spelling).equals(id)
              && table.cell(row, "exercise").equals(mark.exercise());
      if (!same) {
        rows.add(columns.stream().map(c -> table.cell(row, c)).toList());
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
