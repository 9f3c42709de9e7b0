package tapeline.instructor.board.page;

import java.util.List;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.Ranking.RankRow;

/// The page of an event: what it asks for, who leads, and by how much. Where there are many teams,
/// a page of its own has all of them.
final class EventPage {
  /// Ends the name of a page with all rows; an event's id has no dot.
  static final String ALL = ".all";

  /// Rows of a table that a page shows where there are more.
  static final int SHOWN = 100;

  private final Html html;
  private final SiteFrame frame;
  private final Ranking ranking;
  private final int most;

  private EventPage(Html html, SiteFrame frame, Ranking ranking, int most) {
    this.html = html;
    this.frame = frame;
    this.ranking = ranking;
    this.most = most;
  }

  /// Returns whether there are more teams or entries than the page shows.
  static boolean isLong(Ranking ranking) {
    return Math.max(ranking.rows().size(), ranking.unranked().size()) > SHOWN;
  }

  /// @param all whether it shows all teams
  static String render(SiteFrame frame, Ranking ranking, boolean all) {
    var event = ranking.event().event();
    int most = all ? Integer.MAX_VALUE : SHOWN;
    return frame.page(
        "../",
        "events/" + event.id() + ".html",
        event.title(),
        event.id() + ".json",
        html -> new EventPage(html, frame, ranking, most).body());
  }

  private void body() {
    var event = ranking.event().event();
    html.raw("<p class=\"eyebrow\"><a href=\"../index.html\">All events</a></p>\n");
    html.element("h1", event.title()).raw("\n").element("p class=\"lead\"", event.about());
    html.raw("\n<dl class=\"facts\">");
    PageParts.fact(html, "Ranked by", BoardWords.by(event.metric()));
    PageParts.fact(html, "Numbers", event.dtype());
    PageParts.fact(html, "Threads", Integer.toString(event.threads()));
    PageParts.fact(html, "Heap", event.limits().memoryMiB() + " MiB");
    PageParts.fact(
        html, "Time of an entry in a pair", "at most " + event.limits().mostSeconds() + " s");
    PageParts.fact(
        html, "Baseline", event.baseline().substring(event.baseline().lastIndexOf('.') + 1));
    html.raw("</dl>\n<section aria-labelledby=\"ranking\">\n");
    html.element("h2 id=\"ranking\"", "Ranking").raw("\n");
    if (ranking.rows().isEmpty()) {
      html.raw("<p class=\"lead\">No entry has a place yet.</p>\n");
    } else {
      if (isLong(ranking) && most == SHOWN) {
        html.raw("<p>Shown are the first ").raw(SHOWN).raw(" of each table: <a href=\"");
        html.text(event.id()).raw(ALL + ".html\">all teams and entries</a>.</p>\n");
      }
      new RankingSection(html, frame.view(), ranking, most).write();
    }
    html.raw("</section>\n");
    pictures();
    unranked();
  }

  private void pictures() {
    html.raw("<div class=\"pair\">");
    if (ranking.rows().stream().anyMatch(RankRow::onFront) && ranking.rows().size() > 1) {
      html.raw("<section aria-labelledby=\"front\">")
          .element("h2 id=\"front\"", "Better, or smaller");
      html.raw("\n<figure>");
      FrontPicture.draw(html, ranking.rows());
      html.raw(
          "<figcaption>Filled points are on the front: no other entry has both a higher ratio");
      html.raw(
          " and smaller files. The table marks them with ◆.</figcaption></figure></section>\n");
    }
    HistoryPicture.of(frame.view(), ranking).ifPresent(this::history);
    html.raw("</div>\n");
  }

  private void history(HistoryPicture picture) {
    html.raw("<section aria-labelledby=\"history\">").element("h2 id=\"history\"", "History");
    html.raw("\n<figure>");
    picture.draw(html);
    html.element(
        "figcaption",
        frame.reader() == SiteFrame.Reader.MEMBER
            ? "The ranks of your team at the end of each run. The line is the middle of the ranks"
                + " that it may have, the band their reach."
            : "The ranks of the leading teams at the end of each run. The line is the middle of the"
                + " ranks that a team may have, the band their reach for the first three.");
    html.raw("</figure></section>\n");
  }

  private void unranked() {
    if (ranking.unranked().isEmpty()) {
      return;
    }
    html.raw("<section aria-labelledby=\"others\">").element("h2 id=\"others\"", "Without a place");
    var caption = "Entries of this event that are not in the ranking, and why";
    PageParts.head(html, "stack", caption, List.of("Team and entry", "What became of it"));
    for (var row : ranking.unranked().stream().limit(most).toList()) {
      html.raw("<tr><th scope=\"row\" class=\"who wide\"><a href=\"../entries/")
          .raw(row.entry().id());
      html.raw(".html\">").text(row.entry().team()).raw("</a>");
      html.element("span class=\"meta\"", row.entry().name()).raw("</th><td class=\"wide\">");
      html.text(NoPlace.why(row)).raw("</td></tr>\n");
    }
    html.raw("</tbody></table></section>\n");
  }
}
