package tapeline.instructor.service;

import java.util.List;
import tapeline.grader.report.Html;
import tapeline.instructor.board.page.PageParts;

/// The parts of an instructor's page from which its forms and tables are made.
///
/// @param proof which each form sends back
record InstructorForm(Html html, String proof) {
  /// Writes a table of text, if there is any: the first cell of a row is its head.
  void table(String caption, List<String> columns, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    PageParts.head(html, "stack", caption, columns);
    for (var row : rows) {
      html.raw("<tr>").element("th scope=\"row\" class=\"who\"", row.getFirst());
      row.stream().skip(1).forEach(cell -> html.element("td class=\"wide\"", cell));
      html.raw("</tr>\n");
    }
    html.raw("</tbody></table>\n");
  }

  void begin(String action) {
    html.raw("<form class=\"hand\" method=\"post\" action=\"/instructor/").raw(action);
    html.raw("\"><input type=\"hidden\" name=\"proof\" value=\"").raw(proof).raw("\">\n");
  }

  /// Ends the form.
  void button(String words) {
    html.element("button", words).raw("</form>\n");
  }

  /// Begins a label, which its field ends.
  Html label(String words) {
    return html.raw("<label>").text(words).raw("\n");
  }

  void time(String words, String name) {
    label(words).raw("<input name=\"").raw(name).raw("\" type=\"datetime-local\"></label>\n");
  }

  void select(String name, List<String> values) {
    html.raw("<select name=\"").raw(name).raw("\">");
    values.forEach(value -> option(value, value));
    html.raw("</select></label>\n");
  }

  void option(String value, String words) {
    html.raw("<option value=\"").text(value).raw("\">").text(words).raw("</option>");
  }
}
