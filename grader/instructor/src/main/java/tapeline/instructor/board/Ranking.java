package tapeline.instructor.board;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.bench.Pareto;
import tapeline.competition.Metric;
import tapeline.competition.RankInterval;
import tapeline.competition.RankIntervals;
import tapeline.competition.Ranked;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.board.TeamPlaces.Challenge;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.verdict.PairScore;

/// The ranking of an event: each team's entry, from which rank to which it may be, and why.
///
/// Entries meet by their ratios to the baseline, which was judged beside each on the same machine:
/// so those of unlike machines may meet. Times of different machines never do.
///
/// Of each entry the forks until the first look count. How many follow depends on what those say,
/// and a test for independent forks errs too often where it is given all.
///
/// @param rows best rank first
/// @param unranked all others, with what became of them
public record Ranking(BoardEvent event, List<RankRow> rows, List<UnrankedRow> unranked) {

  private static final int FIRST_LOOK = JudgePlan.OFFICIAL.plan().looks()[0];

  /// A team's place.
  ///
  /// @param ranks null where it could not be compared
  /// @param onFront whether no other entry is both better and smaller
  public record RankRow(
      BoardEntry entry, Kept kept, PairScore score, @Nullable RankInterval ranks, boolean onFront) {
    /// `1–3`, or `–`.
    public String shownRanks() {
      return ranks == null ? "–" : ranks.toString();
    }
  }

  /// An entry without a place.
  ///
  /// @param kept null when it has not been judged
  /// @param challenge the one beside another entry of its team that it lost; null where there is
  ///   none
  public record UnrankedRow(BoardEntry entry, @Nullable Kept kept, @Nullable Challenge challenge) {}

  /// Computes it from what is known so far.
  public static Ranking of(
      BoardEvent event, List<BoardEntry> entries, Map<JudgedPair, Kept> judged) {
    var places = new TeamPlaces(event, judged, true).of(entries);
    var placed = new ArrayList<BoardEntry>();
    var unranked = new ArrayList<UnrankedRow>();
    for (var e : entries) {
      if (!e.eventId().equals(event.id())) {
        continue;
      }
      var place = places.get(e.teamKey());
      if (place != null && e.equals(place.placed())) {
        placed.add(e);
      } else {
        var kept = judged.get(JudgedPair.withBaseline(event.hash(), e.hash()));
        unranked.add(new UnrankedRow(e, kept, place == null ? null : place.lost().get(e)));
      }
    }
    return new Ranking(event, rows(event, placed, judged), unranked);
  }

  private static List<RankRow> rows(
      BoardEvent event, List<BoardEntry> placed, Map<JudgedPair, Kept> judged) {
    var rows = new ArrayList<RankRow>();
    for (var e : placed) {
      var kept = judged.get(JudgedPair.withBaseline(event.hash(), e.hash()));
      var score = kept == null ? null : kept.judgement().score();
      if (kept != null && score != null) { // a judge may rank an entry without a score
        rows.add(new RankRow(e, kept, score, null, false));
      }
    }
    var ranks = ranks(event, rows);
    var front = front(event, rows);
    rows.replaceAll(r ->
        new RankRow(
            r.entry, r.kept, r.score, ranks.get(r.entry.hash()), front.contains(r.entry.hash())));
    rows.sort(
        Comparator.comparingInt(
                (RankRow r) -> r.ranks() == null ? Integer.MAX_VALUE : r.ranks().best())
            .thenComparingInt(r -> r.ranks() == null ? Integer.MAX_VALUE : r.ranks().worst())
            .thenComparingDouble(r -> -r.score().ratio())
            .thenComparingInt(r -> r.entry().seq()));
    return rows;
  }

  /// A sentence where no entry can be shown to be better than any other, as there are more of them
  /// than their forks can tell apart; else empty.
  public String tooFewForks() {
    int forks = rows.stream().mapToInt(r -> forks(r.score)).max().orElse(0);
    int needed = RankIntervals.fewestForks(rows.size(), RankIntervals.ALPHA);
    return forks == 0 || forks >= needed
        ? ""
        : "All ranks are shared: to tell %d teams apart takes %d forks of each, and %d count here."
            .formatted(rows.size(), needed, forks);
  }

  /// How many count; none where nothing is measured.
  private static int forks(PairScore score) {
    return Math.min(FIRST_LOOK, score.forks().size());
  }

  /// The ranks by the entry's hash.
  private static Map<String, RankInterval> ranks(BoardEvent event, List<RankRow> rows) {
    var ranked = new ArrayList<Ranked>();
    for (var row : rows) {
      var hash = row.entry.hash();
      if (event.event().metric().isCounted()) {
        ranked.add(new Ranked.CountedEntry(hash, Math.round(row.score.entry())));
      } else if (!row.score.forks().isEmpty()) {
        var ratios =
            row.score.forks().stream()
                .limit(FIRST_LOOK)
                .mapToDouble(PairScore.ForkTimes::logRatio)
                .toArray();
        ranked.add(new Ranked.MeasuredEntry(hash, ratios));
      }
    }
    return ranked.isEmpty()
        ? Map.of()
        : RankIntervals.of(ranked).stream()
            .collect(Collectors.toMap(RankInterval::name, Function.identity()));
  }

  /// The hashes of those on the front. Where bytes are ranked there is nothing to weigh against
  /// them.
  private static Set<String> front(BoardEvent event, List<RankRow> rows) {
    if (rows.isEmpty() || event.event().metric() == Metric.SIZE) {
      return Set.of();
    }
    return Pareto.front(
            rows.stream()
                .map(r -> new Pareto.Choice(r.entry.hash(), -r.score.ratio(), r.entry.codeBytes()))
                .toList())
        .stream()
        .map(Pareto.Choice::name)
        .collect(Collectors.toSet());
  }

  /// The ranks in these events now, for the history.
  public static List<RunTable.Ranks> places(int run, List<BoardEvent> events, BoardStore store) {
    var entries = store.entries();
    var judged = store.judgements().all();
    var places = new ArrayList<RunTable.Ranks>();
    for (var event : events) {
      for (var row : of(event, entries, judged).rows()) {
        if (row.ranks() != null) {
          var ranks = row.ranks();
          places.add(
              new RunTable.Ranks(
                  run, event.hash(), row.entry().hash(), ranks.best(), ranks.worst()));
        }
      }
    }
    return places;
  }
}
