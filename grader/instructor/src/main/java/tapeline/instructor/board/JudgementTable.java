package tapeline.instructor.board;

import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.database.Database;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;
import tapeline.toolkit.Sha256;

/// The judgements in the database. A pair has one at most: the table's key sees to it.
public final class JudgementTable {
  private static final String KEY = "event = :event and entry = :entry and against = :against";

  private final Database database;

  JudgementTable(Database database) {
    this.database = database;
  }

  /// A judgement as it is kept.
  ///
  /// @param quick whether it was judged with fewer and shorter forks
  public record Kept(JudgedPair pair, Judgement judgement, boolean quick) {}

  /// Keeps a judgement with all its times and counts it in its run, within the transaction given.
  ///
  /// A full one takes the place of a quick one; otherwise the first stays.
  ///
  /// @return whether it was kept
  public static boolean add(Handle handle, JudgedPair pair, Judgement j, int run, boolean quick) {
    if (!quick) {
      delete(handle, pair);
    }
    boolean kept = insert(handle, pair, j, run, quick);
    if (kept && j.score() != null) {
      addForks(handle, pair, j.score().forks());
    }
    if (kept) {
      RunTable.count(handle, run);
    }
    return kept;
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

  /// Forgets the judgements of an entry, so that the next run judges it again.
  ///
  /// @return what they were
  public static List<String> forget(Handle handle, String entry) {
    var before =
        handle
            .select("select verdict, ratio from judgement where entry = ? order by against", entry)
            .map((row, _) -> {
              var word = BoardWords.word(JudgeVerdict.valueOf(row.getString("verdict")));
              double ratio = row.getDouble("ratio");
              return row.wasNull() ? word : word + " " + BoardWords.ratio(ratio);
            })
            .list();
    handle.execute("delete from fork_time where entry = ?", entry);
    handle.execute("delete from judgement where entry = ?", entry);
    return before;
  }

  private static boolean insert(
      Handle handle, JudgedPair pair, Judgement j, int run, boolean quick) {
    var info = BoardJson.line(j.machine());
    var machine = Sha256.of(info);
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
  public Map<JudgedPair, Kept> all() {
    return JudgementRows.read(database, "", null);
  }

  /// One with all its times; null when the pair has not been judged.
  public @Nullable Kept find(JudgedPair pair) {
    var where = "where j." + KEY.replace(" and ", " and j.");
    return JudgementRows.read(database, where, pair).get(pair);
  }
}
