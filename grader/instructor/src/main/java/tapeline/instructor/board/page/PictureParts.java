package tapeline.instructor.board.page;

import java.util.Locale;
import tapeline.grader.report.Html;

/// The parts of all pictures of the pages, as elements of SVG. A part's class says what it is; the
/// style sheet says how that looks.
final class PictureParts {
  private PictureParts() {}

  static void line(Html html, String kind, double x1, double y1, double x2, double y2) {
    html.raw(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            kind,
            x1,
            y1,
            x2,
            y2));
  }

  /// A point; a larger and filled one for what a picture is about.
  ///
  /// @param title what it says when it is pointed at; empty for nothing
  static void point(Html html, boolean best, double x, double y, int radius, String title) {
    html.raw(
        String.format(
            Locale.ROOT,
            "<circle class=\"point%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"",
            best ? " best" : "",
            x,
            y,
            radius));
    if (title.isEmpty()) {
      html.raw("/>");
    } else {
      html.raw("><title>").text(title).raw("</title></circle>");
    }
  }

  /// Words that begin, end or have their middle at a place.
  ///
  /// @param kind empty for plain ones
  /// @param anchor `start`, `middle` or `end`
  static void text(Html html, String kind, double x, double y, String anchor, String words) {
    html.raw(
        String.format(
            Locale.ROOT,
            "<text%s x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
            kind.isEmpty() ? "" : " class=\"" + kind + "\"",
            x,
            y,
            anchor));
    html.text(words).raw("</text>");
  }
}
