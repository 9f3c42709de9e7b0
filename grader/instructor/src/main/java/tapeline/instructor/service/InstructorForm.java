package tapeline.instructor.service;

import java.util.List;
import tapeline.grader.report.Html;

/// The parts of an instructor's page from which its forms and tables are made.
///
/// @param proof which each form sends back
record InstructorForm(Html html, String proof) {
  void head(String... columns) {
    html.raw("<thead><tr>");
    for (var column : columns) {
      html.element("th scope=\"col\"", column);
    }
    html.raw("</tr></thead><tbody>\n");
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
