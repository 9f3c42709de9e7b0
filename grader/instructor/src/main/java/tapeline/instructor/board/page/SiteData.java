package tapeline.instructor.board.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardJson;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.Ranking.RankRow;

/// The pages' content, as JSON for programs. Seeds are left out: a counted event's is still secret.
final class SiteData {
  private SiteData() {}

  static String index(BoardView view) {
    var events = view.rankings().values().stream().map(SiteData::event).toList();
    return BoardJson.pretty(map("events", events, "notAdmitted", view.refused().size()));
  }

  static String ranking(Ranking ranking) {
    var data = event(ranking);
    data.put("ranking", ranking.rows().stream().map(SiteData::row).toList());
    data.put(
        "withoutPlace",
        ranking.unranked().stream()
            .map(u ->
                map(
                    "entry", u.entry().hash(),
                    "team", u.entry().team(),
                    "name", u.entry().name(),
                    "why", NoPlace.why(u)))
            .toList());
    return BoardJson.pretty(data);
  }

  static String refused(BoardView view) {
    return BoardJson.pretty(
        view.refused().stream()
            .map(e -> {
              var j = view.kept(e).map(Kept::judgement).orElse(null);
              return map(
                  "entry", e.hash(),
                  "team", e.team(),
                  "name", e.name(),
                  "event", e.eventId(),
                  "verdict", j == null ? "REFUSED" : j.verdict().name(),
                  "defence", j == null ? "" : j.defence(),
                  "reason", j == null ? e.problem() : j.reason());
            })
            .toList());
  }

  static String entry(BoardEntry entry, List<Kept> kept) {
    return BoardJson.pretty(
        map(
            "entry", entry.hash(),
            "team", entry.team(),
            "name", entry.name(),
            "event", entry.eventId(),
            "problem", entry.problem(),
            "codeBytes", entry.codeBytes(),
            "manifest", entry.read(),
            "judgements", kept.stream().map(SiteData::judgement).toList()));
  }

  private static Map<String, @Nullable Object> judgement(Kept kept) {
    var j = kept.judgement();
    return map(
        "against", kept.pair().against().isEmpty() ? "baseline" : kept.pair().against(),
        "verdict", j.verdict().name(),
        "defence", j.defence(),
        "reason", j.reason(),
        "quick", kept.quick(),
        "score", j.score(),
        "machine", j.machine(),
        "when", j.when(),
        "seconds", j.seconds());
  }

  private static Map<String, @Nullable Object> event(Ranking ranking) {
    var event = ranking.event().event();
    return map(
        "id", event.id(),
        "title", event.title(),
        "metric", event.metric().name(),
        "mostSeconds", event.limits().mostSeconds(),
        "hash", ranking.event().hash(),
        "teams", ranking.rows().size());
  }

  private static Map<String, @Nullable Object> row(RankRow row) {
    var ranks = row.ranks();
    var s = row.score();
    return map(
        "best", ranks == null ? null : ranks.best(),
        "worst", ranks == null ? null : ranks.worst(),
        "team", row.entry().team(),
        "name", row.entry().name(),
        "entry", row.entry().hash(),
        "verdict", row.kept().judgement().verdict().name(),
        "ratio", s.ratio(),
        "low", s.low(),
        "high", s.high(),
        "level", s.level(),
        "codeBytes", row.entry().codeBytes(),
        "onFront", row.onFront());
  }

  /// Names and values in turns.
  private static Map<String, @Nullable Object> map(@Nullable Object... pairs) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return map;
  }
}
