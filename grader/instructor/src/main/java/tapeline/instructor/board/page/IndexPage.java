package tapeline.instructor.board.page;

import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardRun;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.Ranking;

/// The page of all events, with the best of each.
final class IndexPage {
  private static final int SHOWN = 5;

  private IndexPage() {}

  static String render(SiteFrame frame) {
    return frame.page("", "index.html", "Events", "index.json", html -> body(html, frame));
  }

  private static void body(Html html, SiteFrame frame) {
    var view = frame.view();
    view.run().ifPresent(r -> run(html, r, frame.isLive()));
    html.raw(
        "<h1>Leaderboard</h1>\n<p class=\"lead\">Every entry was run beside the event’s baseline");
    html.raw(
        " on the same machine, in turns, on inputs drawn for it. A ratio of <strong>2×</strong>");
    html.raw(
        " is half the baseline’s time, bytes or traffic. Entries that measurement does not tell");
    html.raw(" apart <strong>share their ranks</strong>.</p>\n<ul class=\"cards\">\n");
    for (var ranking : view.rankings().values()) {
      card(html, view, ranking);
    }
    html.raw("</ul>\n");
  }

  /// The state of the last run, where it has not ended. Only a live page says that it is judging: a
  /// file would say so for ever.
  private static void run(Html html, BoardRun run, boolean live) {
    switch (run.state()) {
      case ENDED -> {}
      case JUDGING -> judging(html, run, live, "");
      case JUDGING_ELSEWHERE ->
          judging(
              html,
              run,
              live,
              " It runs on %s, which last said so at %s."
                  .formatted(run.process().host(), run.lastHeard()));
      case STOPPED -> {
        html.raw("<div class=\"run\" role=\"status\">").text(run.stopped());
        html.raw(" Nothing that was judged is lost: the same command goes on.</div>\n");
      }
    }
  }

  private static void judging(Html html, BoardRun run, boolean live, String where) {
    if (!live) {
      return;
    }
    html.raw("<div class=\"run\" role=\"status\">Judging: ").text(run.progress()).raw(". ");
    html.text(run.doing().isEmpty() ? "" : "Now " + run.doing() + ".").text(where);
    html.raw("<progress aria-label=\"pairs judged\" max=\"").raw(Math.max(1, run.total()));
    html.raw("\" value=\"").raw(run.done()).raw("\"></progress></div>\n");
  }

  private static void card(Html html, BoardView view, Ranking ranking) {
    var event = ranking.event().event();
    html.raw("<li class=\"card\"><h2><a href=\"events/").text(event.id()).raw(".html\">");
    html.text(event.title()).raw("</a></h2>\n");
    html.element("p class=\"meta\"", "by " + BoardWords.by(event.metric())).raw("\n");
    if (ranking.rows().isEmpty()) {
      html.raw("<p class=\"none\">No entry has a place yet.</p>");
    } else {
      html.raw("<ol aria-label=\"the first ranks\">");
      for (var row : ranking.rows().stream().limit(SHOWN).toList()) {
        html.raw("<li>").element("span class=\"rank\"", row.shownRanks());
        view.link(html, "", row.entry());
        html.raw("<span class=\"n\">");
        html.raw(row.kept().quick() ? "<span class=\"tag\">quick</span>" : "");
        html.text(BoardWords.ratio(row.score().ratio())).raw("</span></li>");
      }
      html.raw("</ol>");
    }
    long waiting = ranking.unranked().stream().filter(u -> u.kept() == null).count();
    long without = ranking.unranked().size() - waiting;
    html.raw("<p class=\"foot meta\">");
    html.text(BoardWords.count(ranking.rows().size(), "team", "teams"));
    html.text(
        without == 0
            ? ""
            : ", " + BoardWords.count(without, "entry", "entries") + " without a place");
    html.text(waiting == 0 ? "" : ", " + waiting + " not judged yet");
    html.raw("</p></li>\n");
  }
}
