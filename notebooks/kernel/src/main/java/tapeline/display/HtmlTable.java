package tapeline.display;

import java.util.List;
import java.util.stream.IntStream;
import tapeline.grader.report.Html;
import tapeline.toolkit.TextTable;

/// A [TextTable] as HTML that takes its colours from the page: the text's own, no background, lines
/// in a half-transparent grey.
///
/// Every style stands in its element: there it outranks the stripes and alignments that front ends
/// have for tables.
final class HtmlTable {
  private static final String TABLE =
      "border-collapse: collapse; color: inherit; background: transparent; margin: 0.5em 0;"
          + " font-variant-numeric: tabular-nums";
  private static final String ROW =
      "color: inherit; background: transparent; border-bottom: 1px solid #80808080";
  private static final String CELL = "padding: 0.25em 0.8em; white-space: pre; text-align: ";
  private static final String CAPTION =
      "caption-side: bottom; color: inherit; text-align: left; padding: 0.4em 0.8em;"
          + " white-space: nowrap";

  private final List<String> alignments;
  private final Html out = new Html();

  private HtmlTable(TextTable table) {
    alignments =
        IntStream.range(0, table.header().size())
            .mapToObj(column -> table.isNumeric(column) ? "right" : "left")
            .toList();
  }

  static String of(TextTable table) {
    var html = new HtmlTable(table);
    var out = html.out.raw("<div style=\"overflow-x: auto\">").raw(open("table", TABLE));
    if (!table.notes().isEmpty()) {
      out.raw(open("caption", CAPTION)).text(table.notes().getFirst());
      table.notes().stream().skip(1).forEach(note -> out.raw("<br>").text(note));
      out.raw("</caption>");
    }
    out.raw("\n<thead>");
    html.row("th", table.header());
    out.raw("</thead>\n<tbody>");
    for (var row : table.rows()) html.row("td", row);
    return out.raw("</tbody>\n</table></div>").toString();
  }

  private void row(String tag, List<String> cells) {
    out.raw(open("tr", ROW));
    for (int c = 0; c < cells.size(); c++) {
      out.raw(open(tag, CELL + alignments.get(c))).text(cells.get(c));
      out.raw("</").raw(tag).raw(">");
    }
    out.raw("</tr>\n");
  }

  private static String open(String tag, String style) {
    return "<%s style=\"%s\">".formatted(tag, style);
  }
}
