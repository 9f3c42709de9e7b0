package tapeline.display;

import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.TEXT_HTML;

import org.dflib.jjava.jupyter.kernel.display.Renderer;
import tapeline.toolkit.TextTable;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.columns.Column;
import tech.tablesaw.table.Relation;

/// Shows Tablesaw's tables: the first rows, `–` for what is missing, six digits of a number that
/// has many behind its point, and how large the whole is.
final class RelationDisplay {
  private static final int MOST_ROWS = 20;
  private static final int DIGITS = 6;

  private RelationDisplay() {}

  static void register(Renderer renderer) {
    Displays.as(TEXT_HTML, Relation.class, renderer)
        .register((relation, context) -> Displays.table(table(relation), context));
  }

  private static TextTable table(Relation relation) {
    var table = TextTable.of(relation.columnNames().toArray(String[]::new));
    for (int r = 0; r < Math.min(MOST_ROWS, relation.rowCount()); r++) {
      var cells = new String[relation.columnCount()];
      for (int c = 0; c < cells.length; c++) {
        cells[c] = cell(relation.column(c), r);
      }
      table.row(cells);
    }
    return table.note(relation.rowCount() + " rows × " + relation.columnCount() + " columns");
  }

  private static String cell(Column<?> column, int row) {
    if (column.isMissing(row)) {
      return "–";
    }
    var text = column.getString(row).replaceAll("\\R", " ");
    return column instanceof NumericColumn<?> numbers && text.matches(".*\\.\\d{7,}.*")
        ? TextTable.number(numbers.getDouble(row), DIGITS)
        : text;
  }
}
