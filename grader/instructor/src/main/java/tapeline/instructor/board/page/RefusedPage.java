package tapeline.instructor.board.page;

import java.util.List;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;

/// The page of entries that are not ranked for what they are: refused, rejected, under review.
/// Where there are many, it shows the last ones, and a page of its own has all.
final class RefusedPage {
  private RefusedPage() {}

  /// @param all whether it shows all entries
  static String render(SiteFrame frame, boolean all) {
    int most = all ? Integer.MAX_VALUE : EventPage.SHOWN;
    return frame.page(
        "", "refused.html", "Not admitted", "refused.json", html -> body(html, frame.view(), most));
  }

  private static void body(Html html, BoardView view, int most) {
    html.raw(
        """
        <h1>Not admitted</h1>
        <p class="lead"><strong>Refused</strong> entries were not run: their archive, manifest or
        code is invalid. <strong>Rejected</strong> ones were run and broke a rule. Those
        <strong>under review</strong> are so good that a person inspects them first.</p>
        """);
    var refused = view.refused();
    if (refused.isEmpty()) {
      html.raw("<p class=\"lead\">There are none.</p>\n");
      return;
    }
    if (refused.size() > most) {
      html.raw("<p>Shown are the last ").raw(most).raw(": <a href=\"refused");
      html.raw(EventPage.ALL).raw(".html\">all entries</a>.</p>\n");
    }
    html.raw("<section aria-label=\"Entries\" style=\"margin-top:2rem\">");
    PageParts.head(
        html,
        "stack",
        BoardWords.count(refused.size(), "entry", "entries"),
        List.of("Team and entry", "Event", "Verdict", "Reason"));
    for (var e : refused.subList(Math.max(0, refused.size() - most), refused.size())) {
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
