package tapeline.display;

import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.TEXT_HTML;

import org.dflib.jjava.jupyter.kernel.display.Renderer;
import tapeline.toolkit.TextTable;
import tech.tablesaw.table.Relation;

/// Shows Tablesaw's tables: the first rows, `–` for what is missing, and how large the whole is.
final class RelationDisplay {
  private static final int MOST_ROWS = 20;

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
        var column = relation.column(c);
        cells[c] = column.isMissing(r) ? "–" : column.getString(r).replaceAll("\\R", " ");
      }
      table.row(cells);
    }
    return table.note(relation.rowCount() + " rows × " + relation.columnCount() + " columns");
  }
}
