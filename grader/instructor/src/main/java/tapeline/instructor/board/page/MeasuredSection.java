package tapeline.instructor.board.page;

import tapeline.competition.Metric;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.judge.verdict.PairScore;

/// The measurements of an entry beside another: the numbers, and every time in pictures.
///
/// @param metric of its event
record MeasuredSection(Html html, Metric metric) {

  /// Writes nothing where nothing was measured.
  void write(Kept k) {
    var score = k.judgement().score();
    if (score == null) {
      return;
    }
    var against = k.pair().against();
    html.element(
        "h2", against.isEmpty() ? "Beside the baseline" : "Beside its team’s entry before");
    var other = against.isEmpty() ? "baseline" : "entry before";
    html.raw("\n<p class=\"lead\"><span class=\"key a\"></span>").text(other + " ");
    html.element("strong", BoardWords.value(metric, score.other()));
    html.raw(", <span class=\"key b\"></span>this entry ");
    html.element("strong", BoardWords.value(metric, score.entry()));
    html.text(score.forks().isEmpty() ? "" : ", medians of " + score.forks().size() + " forks");
    html.text(": " + RatioAxis.words(score) + ". ");
    html.text(against.isEmpty() ? "" : BoardWords.word(k.judgement().verdict()) + ".");
    html.raw("</p>\n");
    if (!score.forks().isEmpty()) {
      pictures(score, other);
    }
  }

  private void pictures(PairScore score, String other) {
    html.raw("<div class=\"pair\" style=\"margin-top:1rem\"><figure>");
    ForksPicture.times(html, score.forks());
    html.raw("<figcaption>Every ").raw(metric == Metric.LATENCY ? "p99 latency" : "time");
    html.raw(" in its order, fork beside fork: grey the ").text(other);
    html.raw(", blue this entry. Less is better.</figcaption></figure><figure>");
    ForksPicture.ratios(html, score);
    html.raw("<figcaption>Above, the ratio of each fork; below, the estimate and its interval.");
    html.raw("</figcaption></figure></div>\n");
  }
}
