package tapeline.instructor.board.page;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Manifest;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.judge.verdict.PairScore;

/// The page of an entry: what it came to, on what, what it says of itself, and how it was made.
final class EntryPage {
  private static final int LONGEST = 60;

  private final Html html;
  private final BoardView view;
  private final BoardEntry entry;
  private final List<Kept> kept;
  private final @Nullable Manifest manifest;
  private final @Nullable Ranking ranking;

  private EntryPage(Html html, BoardView view, BoardEntry entry, List<Kept> kept) {
    this.html = html;
    this.view = view;
    this.entry = entry;
    this.kept = kept;
    this.manifest = entry.read();
    this.ranking = view.rankings().get(entry.eventId());
  }

  /// @param kept its judgements with all times, that beside the baseline first
  static String render(SiteFrame frame, BoardEntry entry, List<Kept> kept) {
    return frame.page(
        "../",
        "entries/" + entry.id() + ".html",
        entry.name() + ", " + entry.team(),
        entry.id() + ".json",
        html -> new EntryPage(html, frame.view(), entry, kept).body());
  }

  /// The techniques that an entry says it uses, each on a line of its own.
  static List<String> techniques(BoardEntry entry) {
    var manifest = entry.read();
    return manifest == null
        ? List.of()
        : manifest.techniques().stream().map(t -> BoardText.line(t, LONGEST)).toList();
  }

  private void body() {
    html.raw("<p class=\"eyebrow\">");
    if (ranking != null) {
      html.raw("<a href=\"../events/").text(entry.eventId()).raw(".html\">");
      html.text(ranking.event().event().title()).raw("</a>");
    } else {
      html.text(entry.eventId().isEmpty() ? "No event" : "There is no event " + entry.eventId());
    }
    html.raw("</p>\n").element("h1", entry.name()).raw("\n");
    if (manifest != null) {
      html.raw("<p class=\"lead\">by <strong>").text(entry.team()).raw("</strong>");
      html.text(": " + BoardText.line(String.join(", ", manifest.authors()), 300)).raw("</p>\n");
    }
    result();
    for (var k : kept) {
      if (ranking != null) {
        new MeasuredSection(html, ranking.event().event().metric()).write(k);
      }
    }
    if (manifest != null) {
      var first = kept.isEmpty() ? null : kept.getFirst().judgement();
      new ManifestSection(html, manifest, first).write();
    }
    others();
    html.raw("<h2>Identity</h2>\n<p>SHA-256 of its files and manifest: <code class=\"hash\">");
    html.text(entry.hash()).raw("</code></p>\n<p class=\"meta\">Submitted as ");
    html.text(entry.source() + ", " + BoardWords.moment(entry.added()) + "; ");
    html.text(BoardWords.bytes(entry.codeBytes())).raw(" of files.</p>\n");
  }

  private void result() {
    var first = kept.isEmpty() ? null : kept.getFirst().judgement();
    var problem = entry.problem();
    boolean bad = !problem.isEmpty() || (first != null && !first.verdict().isRanked());
    html.raw("<div class=\"result").raw(bad ? " bad" : "").raw("\">");
    if (!problem.isEmpty()) {
      VerdictTag.write(html, "⊘ refused", "bad");
      html.element("p", problem + ".");
    } else if (first == null) {
      html.element("p", ranking == null ? "Its event is not on this board." : "Not judged yet.");
    } else {
      var score = first.score();
      if (score != null) {
        html.element("span class=\"big\"", BoardWords.ratio(score.ratio()));
      }
      html.raw("<div>");
      VerdictTag.write(html, BoardWords.word(first.verdict()), VerdictTag.tone(first.verdict()));
      html.raw(kept.getFirst().quick() ? " <span class=\"tag\">quick</span>" : "");
      html.element("p", sentence(first.verdict().isRanked(), score, first.reason()));
      if (!first.defence().isEmpty()) {
        html.element("p class=\"meta\"", "Defence: " + first.defence());
      }
      html.raw("</div>");
      place();
    }
    html.raw("</div>\n");
  }

  private static String sentence(boolean ranked, @Nullable PairScore score, String reason) {
    if (!ranked || score == null) {
      return reason;
    }
    return (score.level() == 1
            ? "Beside the baseline, counted."
            : String.format(
                Locale.ROOT,
                "Beside the baseline, in %d forks; with %.0f %% from %s to %s.",
                score.forks().size(),
                100 * score.level(),
                BoardWords.ratio(score.low()),
                BoardWords.ratio(score.high())))
        + (reason.isEmpty() ? "" : " " + reason);
  }

  private void place() {
    if (ranking == null) {
      return;
    }
    for (var row : ranking.rows()) {
      if (row.entry().equals(entry)) {
        html.raw("<p>Rank <strong>").text(row.shownRanks()).raw("</strong> of ");
        html.raw(ranking.rows().size()).raw(row.onFront() ? ", ◆ on the front</p>" : "</p>");
      }
    }
    for (var row : ranking.unranked()) {
      if (row.entry().equals(entry)
          && row.kept() != null
          && row.kept().judgement().verdict().isRanked()) {
        html.raw("<p>No place. ").text(NoPlace.why(row)).raw("</p>");
      }
    }
  }

  private void others() {
    var others =
        view.entries().stream()
            .filter(e -> e.eventId().equals(entry.eventId()) && e.teamKey().equals(entry.teamKey()))
            .toList();
    if (others.size() < 2 || manifest == null) {
      return;
    }
    html.raw(
        "<h2>The team’s entries in this event</h2>\n"
            + "<table><caption>In the order in which they were");
    html.raw(
        " submitted</caption><thead><tr><th scope=\"col\">Entry</th><th scope=\"col\""
            + " class=\"n\">");
    html.raw("Ratio</th><th scope=\"col\">Beside the baseline</th></tr></thead><tbody>\n");
    for (var e : others) {
      html.raw("<tr><th scope=\"row\" class=\"who\">");
      if (e.equals(entry)) {
        html.text(e.name()).raw(" <span class=\"tag\">this page</span>");
      } else {
        html.raw("<a href=\"").raw(e.id()).raw(".html\">").text(e.name()).raw("</a>");
      }
      var k = view.kept(e).orElse(null);
      var s = k == null ? null : k.judgement().score();
      html.raw("</th>").element("td class=\"n\"", s == null ? "–" : BoardWords.ratio(s.ratio()));
      html.raw("<td>")
          .text(k == null ? "not judged yet" : BoardWords.word(k.judgement().verdict()));
      html.raw("</td></tr>\n");
    }
    html.raw("</tbody></table>\n");
  }
}
