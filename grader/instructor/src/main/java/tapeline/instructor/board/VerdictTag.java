package tapeline.instructor.board;

import tapeline.grader.report.Html;

/// A verdict in its colour.
final class VerdictTag {
  private VerdictTag() {}

  /// @param tone its class in the style sheet
  static void write(Html html, String words, String tone) {
    html.raw("<span class=\"verdict ").raw(tone).raw("\">").text(words).raw("</span>");
  }
}
