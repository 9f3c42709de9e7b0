package tapeline.display;

import java.util.List;
import java.util.stream.IntStream;
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
  private final StringBuilder out = new StringBuilder();

  private HtmlTable(TextTable table) {
    alignments =
        IntStream.range(0, table.header().size())
            .mapToObj(column -> table.isNumeric(column) ? "right" : "left")
            .toList();
  }

  static String of(TextTable table) {
    var html = new HtmlTable(table);
    html.open("div", "overflow-x: auto").open("table", TABLE);
    if (!table.notes().isEmpty()) {
      var notes = table.notes().stream().map(HtmlTable::escape).toList();
      html.open("caption", CAPTION).out.append(String.join("<br>", notes)).append("</caption>");
    }
    html.out.append("\n<thead>");
    html.row("th", table.header());
    html.out.append("</thead>\n<tbody>");
    for (var row : table.rows()) html.row("td", row);
    return html.out.append("</tbody>\n</table></div>").toString();
  }

  private void row(String tag, List<String> cells) {
    open("tr", ROW);
    for (int c = 0; c < cells.size(); c++) {
      open(tag, CELL + alignments.get(c)).out.append(escape(cells.get(c)));
      out.append("</").append(tag).append('>');
    }
    out.append("</tr>\n");
  }

  private HtmlTable open(String tag, String style) {
    out.append('<').append(tag).append(" style=\"").append(style).append("\">");
    return this;
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
