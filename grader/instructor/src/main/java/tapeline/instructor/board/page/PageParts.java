package tapeline.instructor.board.page;

import java.util.List;
import tapeline.grader.report.Html;

/// Parts that several pages have.
public final class PageParts {
  private PageParts() {}

  /// Writes a fact of a list of them.
  public static void fact(Html html, String name, String value) {
    html.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
  }

  /// Begins a table; its rows and the ends of body and table are to follow.
  ///
  /// @param tone its classes in the style sheet
  public static void head(Html html, String tone, String caption, List<String> columns) {
    html.raw("<table class=\"").raw(tone).raw("\">").element("caption", caption);
    html.raw("<thead><tr>");
    columns.forEach(column -> html.element("th scope=\"col\"", column));
    html.raw("</tr></thead><tbody>\n");
  }
}
