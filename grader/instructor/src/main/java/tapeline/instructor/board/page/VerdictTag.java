package tapeline.instructor.board.page;

import tapeline.grader.report.Html;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// A verdict in its colour.
public final class VerdictTag {
  private VerdictTag() {}

  /// Its class in the style sheet.
  public static String tone(JudgeVerdict verdict) {
    return switch (verdict) {
      case BETTER -> "good";
      case WORSE, REJECTED, REFUSED -> "bad";
      case REVIEW -> "unsure";
      case UNDECIDED -> "quiet";
    };
  }

  /// Writes words as a verdict.
  ///
  /// @param tone its class in the style sheet
  public static void write(Html html, String words, String tone) {
    html.raw("<span class=\"verdict ").raw(tone).raw("\">").text(words).raw("</span>");
  }
}
