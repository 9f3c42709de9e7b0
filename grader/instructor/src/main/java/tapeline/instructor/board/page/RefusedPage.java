package tapeline.instructor.board.page;

import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;

/// The page of entries that are not ranked for what they are: refused, rejected, under review.
final class RefusedPage {
  private RefusedPage() {}

  static String render(SiteFrame frame) {
    return frame.page(
        "", "refused.html", "Not admitted", "refused.json", html -> body(html, frame.view()));
  }

  private static void body(Html html, BoardView view) {
    html.raw(
        "<h1>Not admitted</h1>\n"
            + "<p class=\"lead\"><strong>Refused</strong> entries were not run: their");
    html.raw(
        " archive, manifest or code is not as it has to be. <strong>Rejected</strong> ones were"
            + " run");
    html.raw(
        " and broke a rule. Those <strong>under review</strong> are so good that a person looks"
            + " at");
    html.raw(" them first.</p>\n");
    var refused = view.refused();
    if (refused.isEmpty()) {
      html.raw("<p class=\"lead\">There are none.</p>\n");
      return;
    }
    html.raw(
        "<section aria-label=\"Entries\" style=\"margin-top:2rem\"><table"
            + " class=\"stack\"><caption>");
    html.text(BoardWords.count(refused.size(), "entry", "entries")).raw("</caption><thead><tr>");
    html.raw(
        "<th scope=\"col\">Team and entry</th><th scope=\"col\">Event</th><th"
            + " scope=\"col\">Verdict</th>");
    html.raw("<th scope=\"col\">Reason</th></tr></thead><tbody>\n");
    for (var e : refused) {
      row(html, view, e);
    }
    html.raw("</tbody></table></section>\n");
  }

  private static void row(Html html, BoardView view, BoardEntry e) {
    html.raw("<tr><th scope=\"row\" class=\"who wide\"><a href=\"entries/")
        .raw(e.id())
        .raw(".html\">");
    html.text(e.team()).raw("</a>");
    if (!e.name().equals(e.team())) {
      html.element("span class=\"meta\"", e.name());
    }
    html.raw("</th><td>");
    html.text(e.eventId().isEmpty() ? "–" : e.eventId()).raw("</td><td>");
    var kept = view.kept(e);
    if (!e.problem().isEmpty() || kept.isEmpty()) {
      VerdictTag.write(html, "⊘ refused", "bad");
      html.raw("</td><td class=\"wide\">");
      html.text(e.problem().isEmpty() ? "there is no such event on this board" : e.problem());
    } else {
      var j = kept.get().judgement();
      VerdictTag.write(html, BoardWords.word(j.verdict()), VerdictTag.tone(j.verdict()));
      html.raw("</td><td class=\"wide\">").text(BoardText.line(j.reason(), 400));
      if (!j.defence().isEmpty()) {
        html.raw(" ").element("span class=\"tag\"", j.defence());
      }
    }
    html.raw("</td></tr>\n");
  }
}
