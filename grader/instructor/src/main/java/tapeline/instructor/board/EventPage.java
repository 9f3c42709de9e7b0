package tapeline.instructor.board;

import java.util.TreeMap;
import java.util.TreeSet;
import tapeline.grader.report.Html;
import tapeline.instructor.board.Ranking.RankRow;
import tapeline.instructor.board.Ranking.UnrankedRow;

/// The page of an event: what it asks for, who leads, and by how much.
final class EventPage {
  private final Html html;
  private final BoardView view;
  private final Ranking ranking;

  private EventPage(Html html, BoardView view, Ranking ranking) {
    this.html = html;
    this.view = view;
    this.ranking = ranking;
  }

  static String render(SiteFrame frame, Ranking ranking) {
    var event = ranking.event().event();
    return frame.page(
        "../",
        "events/" + event.id() + ".html",
        event.title(),
        event.id() + ".json",
        html -> new EventPage(html, frame.view(), ranking).body());
  }

  private void body() {
    var event = ranking.event().event();
    html.raw("<p class=\"eyebrow\"><a href=\"../index.html\">All events</a></p>\n");
    html.element("h1", event.title()).raw("\n").element("p class=\"lead\"", event.about());
    html.raw("\n<dl class=\"facts\">");
    fact("Ranked by", SiteText.by(event.metric()));
    fact("Numbers", event.dtype());
    fact("Threads", Integer.toString(event.threads()));
    fact("Heap", event.limits().memoryMiB() + " MiB");
    fact("Baseline", event.baseline().substring(event.baseline().lastIndexOf('.') + 1));
    html.raw("</dl>\n<section aria-labelledby=\"ranking\">\n");
    html.element("h2 id=\"ranking\"", "Ranking").raw("\n");
    if (ranking.rows().isEmpty()) {
      html.raw("<p class=\"lead\">No entry has a place yet.</p>\n");
    } else {
      filters();
      table();
      machines();
      reading();
    }
    html.raw("</section>\n");
    pictures();
    unranked();
  }

  private void fact(String name, String value) {
    html.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
  }

  private void filters() {
    var techniques = new TreeSet<String>();
    ranking.rows().forEach(r -> techniques.addAll(EntryPage.techniques(r.entry())));
    html.raw("<form class=\"filters\" hidden aria-label=\"Filter the ranking\"><label>Team");
    html.raw("<input name=\"team\" type=\"search\" autocomplete=\"off\"></label><label>Technique");
    html.raw("<select name=\"technique\"><option value=\"\">all</option>");
    for (var t : techniques) {
      html.raw("<option value=\"").text(t).raw("\">").text(t).raw("</option>");
    }
    html.raw("</select></label><label>Beside the baseline<select name=\"verdict\">");
    html.raw("<option value=\"\">all</option><option value=\"BETTER\">better</option>");
    html.raw(
        "<option value=\"UNDECIDED\">undecided</option><option value=\"WORSE\">worse</option>");
    html.raw("</select></label><button type=\"reset\">Show all</button>");
    html.raw("<output aria-live=\"polite\"></output></form>\n");
  }

  private void table() {
    var axis = RatioAxis.of(ranking.rows().stream().map(RankRow::score).toList());
    html.raw("<table class=\"stack ranking\" style=\"--one:").raw(axis.one()).raw("\"><caption>");
    html.text(SiteText.count(ranking.rows().size(), "team", "teams"));
    html.raw(", each by its best entry. Teams that are not told apart share ranks.</caption>\n");
    html.raw("<thead><tr><th scope=\"col\">Rank</th><th scope=\"col\">Team and entry</th>");
    html.raw("<th scope=\"col\" class=\"bar\">Baseline over entry");
    axis.head(html);
    html.raw("</th><th scope=\"col\" class=\"n\">Ratio</th><th scope=\"col\">Verdict</th>");
    html.raw("<th scope=\"col\" class=\"n\">Files</th></tr></thead>\n<tbody>\n");
    for (var row : ranking.rows()) {
      row(row, axis);
    }
    html.raw("</tbody></table>\n");
  }

  private void row(RankRow row, RatioAxis axis) {
    var e = row.entry();
    var s = row.score();
    var verdict = row.kept().judgement().verdict();
    var techniques = EntryPage.techniques(e);
    html.raw("<tr data-team=\"").text(e.teamKey()).raw("\" data-verdict=\"").raw(verdict.name());
    html.raw("\" data-techniques=\"").text(String.join("\n", techniques)).raw("\">");
    html.element("td class=\"rank\"", row.shownRanks());
    html.raw("<th scope=\"row\" class=\"who\"><a href=\"../entries/").raw(e.id()).raw(".html\">");
    html.text(e.team()).raw("</a>").element("span class=\"meta\"", e.name());
    html.raw(row.onFront() ? "<span class=\"tag front\">◆ on the front</span>" : "");
    techniques.forEach(t -> html.element("span class=\"tag\"", t));
    html.raw("</th><td class=\"bar wide\">");
    axis.draw(html, s);
    html.raw("</td><td class=\"n ratio\">").text(SiteText.ratio(s.ratio()));
    html.raw("<span class=\"meta\">");
    html.text(
        s.level() == 1
            ? SiteText.value(ranking.event().event().metric(), s.entry())
            : SiteText.ratio(s.low()) + " – " + SiteText.ratio(s.high()));
    html.raw("</span></td><td class=\"optional\">");
    verdict(html, verdict.isRanked() ? SiteText.word(verdict) : "", SiteText.tone(verdict));
    html.raw(row.kept().quick() ? " <span class=\"tag\">quick</span>" : "");
    html.raw("</td><td class=\"n optional\">").text(SiteText.bytes(e.codeBytes()));
    html.raw("</td></tr>\n");
  }

  static void verdict(Html html, String words, String tone) {
    html.raw("<span class=\"verdict ").raw(tone).raw("\">").text(words).raw("</span>");
  }

  private void machines() {
    var counts = new TreeMap<String, Integer>();
    for (var row : ranking.rows()) {
      var m = row.kept().judgement().machine();
      counts.merge("%s, %d cores".formatted(m.processor(), m.cores()), 1, Integer::sum);
    }
    html.raw("<p class=\"meta\">Judged on ");
    html.text(
        String.join(
            "; ",
            counts.entrySet().stream()
                .map(m -> m.getKey() + (counts.size() > 1 ? " (" + m.getValue() + ")" : ""))
                .toList()));
    html.raw(
        counts.size() > 1
            ? ". Entries judged on unlike machines meet by their ratios alone.</p>"
            : ".</p>");
  }

  private void reading() {
    html.raw("<details><summary>How to read this table</summary>\n<p>The ratio is the baseline’s ");
    html.text(ranking.event().event().metric().isCounted() ? "count" : "time");
    html.raw(" over the entry’s: above 1× the entry is better. ");
    html.raw("The bar is its interval, the dot the estimate, the dashed line 1×.</p>\n");
    html.raw("<p>A rank such as 2–4 says: at least one entry is shown to be better, and at least");
    html.raw(" so many are shown to be worse that the rank is not below 4. All comparisons of the");
    html.raw(
        " table are corrected together (Holm), so that all ranks hold at once with 95 %.</p>\n");
    html.raw(
        "<p>A team may submit again. A new entry is judged beside the one that has the place,");
    html.raw(" and takes it only if it is shown to be better.</p></details>\n");
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
    if (HistoryPicture.isThere(view, ranking)) {
      html.raw("<section aria-labelledby=\"history\">").element("h2 id=\"history\"", "History");
      html.raw("\n<figure>");
      HistoryPicture.draw(html, view, ranking);
      html.raw(
          "<figcaption>The ranks of the leading teams at the end of each run. The line is the");
      html.raw(
          " middle of the ranks that a team may have, the band their reach for the first three.");
      html.raw("</figcaption></figure></section>\n");
    }
    html.raw("</div>\n");
  }

  private void unranked() {
    if (ranking.unranked().isEmpty()) {
      return;
    }
    html.raw("<section aria-labelledby=\"others\">").element("h2 id=\"others\"", "Without a place");
    html.raw(
        "\n"
            + "<table class=\"stack\"><caption>Entries of this event that are not in the ranking,"
            + " and why");
    html.raw("</caption><thead><tr><th scope=\"col\">Team and entry</th>");
    html.raw("<th scope=\"col\">What became of it</th></tr></thead><tbody>\n");
    for (var row : ranking.unranked()) {
      html.raw("<tr><th scope=\"row\" class=\"who wide\"><a href=\"../entries/")
          .raw(row.entry().id());
      html.raw(".html\">").text(row.entry().team()).raw("</a>");
      html.element("span class=\"meta\"", row.entry().name()).raw("</th><td class=\"wide\">");
      html.text(why(row)).raw("</td></tr>\n");
    }
    html.raw("</tbody></table></section>\n");
  }

  /// Why an entry has no place, in a sentence.
  static String why(UnrankedRow row) {
    var kept = row.kept();
    if (!row.entry().problem().isEmpty()) {
      return "⊘ refused: " + row.entry().problem();
    }
    if (kept == null) {
      return "Not judged yet.";
    }
    var j = kept.judgement();
    if (!j.verdict().isRanked()) {
      return SiteText.word(j.verdict()) + ": " + j.reason();
    }
    return besideItsTeam(row);
  }

  private static String besideItsTeam(UnrankedRow row) {
    var placed = row.placed();
    if (placed != null && placed.seq() > row.entry().seq()) {
      return "A later entry of its team, “%s”, is better and took its place."
          .formatted(placed.name());
    }
    var challenge = row.challenge();
    if (challenge == null) {
      return "Not judged yet beside the entry that has its team’s place.";
    }
    var score = challenge.kept().judgement().score();
    return "Not shown to be better than its team’s entry “%s”%s, which keeps the place."
        .formatted(
            challenge.before().name(), score == null ? "" : " (" + RatioAxis.words(score) + ")");
  }
}
