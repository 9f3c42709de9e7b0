package tapeline.instructor.board;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import tapeline.bench.SystemInfo;
import tapeline.instructor.judge.JudgeVerdict;
import tapeline.instructor.judge.Judgement;
import tapeline.instructor.judge.Score;
import tapeline.instructor.judge.Score.ForkTimes;

/// The judgements in the database. A pair has one at most: the table's key sees to it.
final class JudgementTable {
  private static final String KEY = "event = :event and entry = :entry and against = :against";

  private final Jdbi jdbi;

  JudgementTable(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// A judgement as it is kept.
  ///
  /// @param quick whether it was judged with fewer and shorter forks
  record Kept(JudgedPair pair, Judgement judgement, boolean quick) {}

  /// Keeps a judgement with all its times, and counts it in its run: both or neither.
  ///
  /// A full one takes the place of a quick one; otherwise the first stays.
  ///
  /// @return whether it was kept
  boolean add(JudgedPair pair, Judgement j, int run, boolean quick) {
    return jdbi.inTransaction(handle -> {
      if (!quick) {
        delete(handle, pair);
      }
      boolean kept = insert(handle, pair, j, run, quick);
      if (kept && j.score() != null) {
        addForks(handle, pair, j.score().forks());
      }
      RunTable.count(handle, run);
      return kept;
    });
  }

  private static void delete(Handle handle, JudgedPair pair) {
    handle
        .createUpdate(
            """
            delete from fork_time where %s and exists
            (select 1 from judgement where %s and quick = 1)\
            """
                .formatted(KEY, KEY))
        .bindMethods(pair)
        .execute();
    handle
        .createUpdate("delete from judgement where %s and quick = 1".formatted(KEY))
        .bindMethods(pair)
        .execute();
  }

  private static boolean insert(
      Handle handle, JudgedPair pair, Judgement j, int run, boolean quick) {
    var info = BoardJson.line(j.machine());
    var machine = Sha256.hex(info);
    handle.execute(
        "insert into machine (hash, info) values (?, ?) on conflict do nothing", machine, info);
    var s = j.score();
    return handle
            .createUpdate(
                """
                insert into judgement values (:event, :entry, :against, :run, :quick, :seed,
                  :verdict, :defence, :reason, :ratio, :low, :high, :level, :other, :own, :machine,
                  :when, :seconds) on conflict do nothing\
                """)
            .bindMethods(pair)
            .bind("run", run)
            .bind("quick", quick ? 1 : 0)
            .bind("seed", j.seed())
            .bind("verdict", j.verdict().name())
            .bind("defence", j.defence())
            .bind("reason", j.reason())
            .bind("ratio", s == null ? null : (Double) s.ratio())
            .bind("low", s == null ? null : (Double) s.low())
            .bind("high", s == null ? null : (Double) s.high())
            .bind("level", s == null ? null : (Double) s.level())
            .bind("other", s == null ? null : (Double) s.other())
            .bind("own", s == null ? null : (Double) s.entry())
            .bind("machine", machine)
            .bind("when", j.when())
            .bind("seconds", j.seconds())
            .execute()
        == 1;
  }

  private static void addForks(Handle handle, JudgedPair pair, List<ForkTimes> forks) {
    for (int i = 0; i < forks.size(); i++) {
      var fork = forks.get(i);
      handle
          .createUpdate(
              """
              insert into fork_time values
                (:event, :entry, :against, :fork, :logRatio, :other, :own)\
              """)
          .bindMethods(pair)
          .bind("fork", i)
          .bind("logRatio", fork.logRatio())
          .bind("other", BoardJson.line(fork.other()))
          .bind("own", BoardJson.line(fork.entry()))
          .execute();
    }
  }

  /// All of them, with each fork's ratio but not its times, in the order in which they were made.
  Map<JudgedPair, Kept> all() {
    return read("", null);
  }

  /// One with all its times; null when the pair has not been judged.
  @Nullable Kept find(JudgedPair pair) {
    return read("where j." + KEY.replace(" and ", " and j."), pair).get(pair);
  }

  private Map<JudgedPair, Kept> read(String where, @Nullable JudgedPair pair) {
    return jdbi.withHandle(handle -> {
      var forks = new HashMap<JudgedPair, Map<Integer, ForkTimes>>();
      var times =
          pair == null ? "'[]' as other_times, '[]' as entry_times" : "other_times, entry_times";
      query(
          handle,
          "select event, entry, against, fork, log_ratio, " + times + " from fork_time j " + where,
          pair,
          row ->
              forks
                  .computeIfAbsent(pair(row), _ -> new java.util.TreeMap<>())
                  .put(row.getInt("fork"), fork(row)));
      var found = new LinkedHashMap<JudgedPair, Kept>();
      query(
          handle,
          "select j.*, m.info from judgement j join machine m on m.hash = j.machine "
              + where
              + " order by j.judged, j.entry, j.against",
          pair,
          row -> {
            var p = pair(row);
            var times1 = List.copyOf(forks.getOrDefault(p, Map.of()).values());
            found.put(p, new Kept(p, judgement(p, row, times1), row.getInt("quick") == 1));
          });
      return found;
    });
  }

  /// Takes a row.
  @FunctionalInterface
  private interface Row {
    void take(ResultSet row) throws SQLException;
  }

  private static void query(Handle handle, String sql, @Nullable JudgedPair pair, Row row) {
    var query = handle.createQuery(sql);
    if (pair != null) {
      query.bindMethods(pair);
    }
    query
        .map((result, _) -> {
          row.take(result);
          return true;
        })
        .list();
  }

  private static JudgedPair pair(ResultSet row) throws SQLException {
    return new JudgedPair(row.getString("event"), row.getString("entry"), row.getString("against"));
  }

  private static ForkTimes fork(ResultSet row) throws SQLException {
    return new ForkTimes(
        Arrays.asList(BoardJson.read(row.getString("other_times"), Double[].class)),
        Arrays.asList(BoardJson.read(row.getString("entry_times"), Double[].class)),
        row.getDouble("log_ratio"));
  }

  private static Judgement judgement(JudgedPair pair, ResultSet row, List<ForkTimes> forks)
      throws SQLException {
    row.getDouble("ratio");
    var score =
        row.wasNull()
            ? null
            : new Score(
                row.getDouble("ratio"),
                row.getDouble("low"),
                row.getDouble("high"),
                row.getDouble("level"),
                row.getDouble("other_value"),
                row.getDouble("entry_value"),
                forks);
    return new Judgement(
        pair.event(),
        pair.entry(),
        pair.against(),
        row.getLong("seed"),
        JudgeVerdict.valueOf(row.getString("verdict")),
        row.getString("defence"),
        row.getString("reason"),
        score,
        BoardJson.read(row.getString("info"), SystemInfo.class),
        row.getString("judged"),
        row.getDouble("seconds"));
  }
}
