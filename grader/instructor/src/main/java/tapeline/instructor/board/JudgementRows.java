package tapeline.instructor.board;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.database.Database;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairScore;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;
import tapeline.instruments.machine.SystemInfo;

/// Makes judgements of the database's rows.
final class JudgementRows {
  private JudgementRows() {}

  /// Reads judgements with their forks, in the order in which they were made.
  ///
  /// @param where which ones, of the table `j`; empty for all
  /// @param pair whose names `where` uses; null for all, which come without their times
  static Map<JudgedPair, Kept> read(Database database, String where, @Nullable JudgedPair pair) {
    return database.withHandle(handle -> {
      var forks = new HashMap<JudgedPair, Map<Integer, ForkTimes>>();
      var times =
          pair == null ? "'[]' as other_times, '[]' as entry_times" : "other_times, entry_times";
      query(
          handle,
          "select event, entry, against, fork, log_ratio, " + times + " from fork_time j " + where,
          pair,
          row ->
              forks
                  .computeIfAbsent(pair(row), _ -> new TreeMap<>())
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
            var its = List.copyOf(forks.getOrDefault(p, Map.of()).values());
            found.put(p, new Kept(p, judgement(row, its), row.getInt("quick") == 1));
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

  private static Judgement judgement(ResultSet row, List<ForkTimes> forks) throws SQLException {
    row.getDouble("ratio");
    var score =
        row.wasNull()
            ? null
            : new PairScore(
                row.getDouble("ratio"),
                row.getDouble("low"),
                row.getDouble("high"),
                row.getDouble("level"),
                row.getDouble("other_value"),
                row.getDouble("entry_value"),
                forks);
    return new Judgement(
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
