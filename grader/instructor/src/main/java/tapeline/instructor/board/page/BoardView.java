package tapeline.instructor.board.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardRun;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.RunTable.Ranks;

/// The board at one moment, as its pages show it.
///
/// @param rankings by the event's id
/// @param history the ranks at the end of each run
public record BoardView(
    Map<String, Ranking> rankings,
    List<BoardEntry> entries,
    Map<JudgedPair, Kept> judged,
    List<Ranks> history,
    Optional<BoardRun> run) {
  static final BoardView NONE =
      new BoardView(Map.of(), List.of(), Map.of(), List.of(), Optional.empty());

  static BoardView of(BoardStore store) {
    var entries = store.entries();
    var judged = store.judgements().all();
    var rankings = new LinkedHashMap<String, Ranking>();
    for (var event : store.events()) {
      rankings.put(event.id(), Ranking.of(event, entries, judged));
    }
    return new BoardView(rankings, entries, judged, store.runs().history(), store.runs().last());
  }

  /// Returns the board as a team sees it: all ranks, and of entries its own.
  BoardView seenBy(String teamKey) {
    var ranks = new LinkedHashMap<String, Ranking>();
    rankings.forEach((id, r) -> {
      var own = r.unranked().stream().filter(u -> u.entry().teamKey().equals(teamKey)).toList();
      ranks.put(id, new Ranking(r.event(), r.rows(), own));
    });
    var own = entries.stream().filter(e -> e.teamKey().equals(teamKey)).toList();
    return new BoardView(ranks, own, judged, history, run);
  }

  /// Writes an entry's team, with a link where the entry has a page.
  void link(Html html, String root, BoardEntry entry) {
    if (entries.stream().anyMatch(e -> e.hash().equals(entry.hash()))) {
      html.raw("<a href=\"").raw(root).raw("entries/").raw(entry.id()).raw(".html\">");
      html.text(entry.team()).raw("</a>");
    } else {
      html.element("span class=\"name\"", entry.team());
    }
  }

  /// A text that changes whenever a page would.
  public static String state(BoardStore store) {
    var run = store.runs().last();
    return run.map(r ->
            String.join(
                "/",
                "" + r.seq(),
                "" + r.done(),
                "" + r.total(),
                r.doing(),
                r.ended(),
                "" + r.state()))
        .orElse("none");
  }

  /// Entries that were not ranked for what they are: refused, rejected, or to be looked at.
  List<BoardEntry> refused() {
    return entries.stream()
        .filter(e -> {
          var kept = kept(e);
          return !e.problem().isEmpty()
              || !rankings.containsKey(e.eventId())
              || (kept.isPresent() && !kept.get().judgement().verdict().isRanked());
        })
        .toList();
  }

  /// The judgement of an entry beside its event's baseline; empty when there is none.
  public Optional<Kept> kept(BoardEntry entry) {
    var ranking = rankings.get(entry.eventId());
    return ranking == null
        ? Optional.empty()
        : Optional.ofNullable(
            judged.get(JudgedPair.withBaseline(ranking.event().hash(), entry.hash())));
  }
}
