package tapeline.instructor.board.page;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.Ranking.RankRow;

/// The table of an event's ranking, with filters above it, and what a reader has to know below it.
///
/// @param most rows that are shown
record RankingSection(Html html, BoardView view, Ranking ranking, int most) {

  private List<RankRow> shown() {
    return ranking.rows().stream().limit(most).toList();
  }

  void write() {
    filters();
    if (!ranking.tooFewForks().isEmpty()) {
      html.element("p", ranking.tooFewForks()).raw("\n");
    }
    table();
    machines();
    reading();
  }

  private void filters() {
    var techniques = new TreeSet<String>();
    shown().forEach(r -> techniques.addAll(EntryPage.techniques(r.entry())));
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
    var axis = RatioAxis.of(shown().stream().map(RankRow::score).toList());
    html.raw("<table class=\"stack ranking\" style=\"--one:").raw(axis.one()).raw("\"><caption>");
    html.text(BoardWords.count(ranking.rows().size(), "team", "teams"));
    html.raw(", each by its best entry. Teams that are not told apart share ranks.</caption>\n");
    html.raw("<thead><tr><th scope=\"col\">Rank</th><th scope=\"col\">Team and entry</th>");
    html.raw("<th scope=\"col\" class=\"bar\">Baseline over entry");
    axis.head(html);
    html.raw("</th><th scope=\"col\" class=\"n\">Ratio</th><th scope=\"col\">Verdict</th>");
    html.raw("<th scope=\"col\" class=\"n\">Files</th></tr></thead>\n<tbody>\n");
    for (var row : shown()) {
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
    html.raw("<th scope=\"row\" class=\"who\">");
    view.link(html, "../", e);
    html.element("span class=\"meta\"", e.name());
    html.raw(row.onFront() ? "<span class=\"tag front\">◆ on the front</span>" : "");
    techniques.forEach(t -> html.element("span class=\"tag\"", t));
    html.raw("</th><td class=\"bar wide\">");
    axis.draw(html, s);
    html.raw("</td><td class=\"n ratio\">").text(BoardWords.ratio(s.ratio()));
    html.raw("<span class=\"meta\">");
    html.text(
        s.level() == 1
            ? BoardWords.value(ranking.event().event().metric(), s.entry())
            : BoardWords.ratio(s.low()) + " – " + BoardWords.ratio(s.high()));
    html.raw("</span></td><td class=\"wide\">");
    VerdictTag.write(
        html, verdict.isRanked() ? BoardWords.word(verdict) : "", VerdictTag.tone(verdict));
    html.raw(row.kept().quick() ? " <span class=\"tag\">quick</span>" : "");
    html.raw("</td><td class=\"n optional\">").text(BoardWords.bytes(e.codeBytes()));
    html.raw("</td></tr>\n");
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
        " table are corrected together (Holm), so that all ranks hold at once with 95 %, as long as");
    html.raw(
        " no entry’s times vary more than twice as much as another’s; of two that vary five times");
    html.raw(" as much, with 93 %. The forks of the first look count.</p>\n");
    html.raw(
        "<p>A team may submit again. A new entry is judged beside the one that has the place,");
    html.raw(
        " and takes it only if it is shown to be better, or if the other one breaks a rule.</p></details>\n");
  }
}
