package tapeline.instructor.insight;

import java.util.ArrayList;
import java.util.List;
import tapeline.instructor.gradebook.CsvText;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// Insights as tables: a row an exercise, and a row a mistake.
record InsightTable(Insights insights) {
  private static final String STOPPED = "stopped";
  private static final String EXERCISE = "exercise";
  private static final String PLACE = "place";

  /// Returns a row for each exercise, in the order of the modules.
  Table exercises() {
    var table =
        Table.create("what the class does not understand")
            .addColumns(
                StringColumn.create("module"),
                StringColumn.create("from"),
                StringColumn.create(EXERCISE),
                StringColumn.create("title"),
                IntColumn.create("works"),
                IntColumn.create("not started"),
                IntColumn.create("failed"),
                IntColumn.create("passed"),
                IntColumn.create(STOPPED),
                IntColumn.create("minutes"),
                IntColumn.create("minutes of"));
    for (var module : insights.modules()) {
      for (var e : module.exercises()) {
        var row = table.appendRow();
        row.setString("module", module.module().name());
        row.setString("from", module.isShared() ? "shared progress" : "hand-ins");
        row.setString(EXERCISE, e.exercise().id().toString());
        row.setString("title", e.exercise().title());
        row.setInt("works", e.all());
        row.setInt("not started", e.notStarted());
        row.setInt("failed", e.failed());
        row.setInt("passed", e.passed());
        row.setInt(STOPPED, e.stopped());
        e.minutes().ifPresent(m -> row.setInt("minutes", (int) m));
        row.setInt("minutes of", e.timed());
      }
    }
    return table;
  }

  /// Returns the rows of the exercises at which most works end, at most so many; of several with
  /// the same count the earlier ones first.
  Table stops(int most) {
    var table = exercises();
    table.addColumns(IntColumn.indexColumn(PLACE, table.rowCount(), 0));
    return table
        .where(table.intColumn(STOPPED).isGreaterThan(0))
        .sortOn("-" + STOPPED, PLACE)
        .first(most);
  }

  /// Returns [#exercises] as CSV; a time that is not known is an empty cell.
  String csv() {
    var table = exercises();
    var csv = new CsvText().row(table.columnNames());
    table.stream().forEach(row -> csv.row(cells(row)));
    return csv.toString();
  }

  private static List<String> cells(Row row) {
    var cells = new ArrayList<String>();
    for (var column : row.columnNames()) {
      cells.add(row.isMissing(column) ? "" : row.getObject(column).toString());
    }
    return cells;
  }

  /// Returns a row for each mistake of each exercise, as CSV.
  String mistakes() {
    var csv = new CsvText().row(List.of(EXERCISE, "title", "mistake", "works", "guessed"));
    for (var e : insights.all()) {
      for (var m : e.mistakes()) {
        csv.row(
            List.of(
                e.exercise().id().toString(),
                e.exercise().title(),
                m.name(),
                "" + m.count(),
                "" + m.guessed()));
      }
    }
    return csv.toString();
  }
}
