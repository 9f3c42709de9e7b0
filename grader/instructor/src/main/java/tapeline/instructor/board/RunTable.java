package tapeline.instructor.board;

import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import tapeline.instructor.database.Counter;
import tapeline.instructor.database.Database;
import tapeline.instructor.database.RunProcess;

/// When the leaderboard was brought up to date, how far that is, and the ranks at its end.
public final class RunTable {
  private final Database database;

  RunTable(Database database) {
    this.database = database;
  }

  /// The ranks of an entry at the end of a run.
  public record Ranks(int run, String event, String entry, int best, int worst) {}

  /// Notes the beginning of a run by this process; its number.
  public int begin() {
    return database.inTransaction(handle -> {
      int seq = Counter.RUN.next(handle);
      handle.execute(
          """
          insert into run (seq, started, ended, total, done, doing, process, news)
          values (?, ?, '', 0, 0, '', ?, ?)\
          """,
          seq,
          BoardStore.now(),
          RunProcess.current().text(),
          BoardStore.now());
      return seq;
    });
  }

  /// Notes how much there is to do.
  public void total(int run, int total) {
    database.useHandle(h -> h.execute("update run set total = ? where seq = ?", total, run));
  }

  /// Notes what is being judged.
  public void doing(int run, String what) {
    database.useHandle(h ->
        h.execute("update run set doing = ?, news = ? where seq = ?", what, BoardStore.now(), run));
  }

  /// One judgement more in this run, within the transaction that keeps it.
  static void count(Handle handle, int run) {
    handle.execute("update run set done = done + 1, news = ? where seq = ?", BoardStore.now(), run);
  }

  /// Notes the end of a run, and the ranks then.
  public void end(int run, List<Ranks> ranks) {
    database.useTransaction(handle -> {
      for (var r : ranks) {
        handle
            .createUpdate("insert into place values (:run, :event, :entry, :best, :worst)")
            .bindMethods(r)
            .execute();
      }
      handle.execute("update run set ended = ?, doing = '' where seq = ?", BoardStore.now(), run);
    });
  }

  /// The run that was begun last.
  public Optional<BoardRun> last() {
    return database.withHandle(handle ->
        handle
            .createQuery("select * from run order by seq desc limit 1")
            .map(ConstructorMapper.of(BoardRun.class))
            .findOne());
  }

  /// The ranks at the end of all runs, in their order.
  public List<Ranks> history() {
    return database.withHandle(handle ->
        handle
            .createQuery("select * from place order by run, best, entry")
            .map(ConstructorMapper.of(Ranks.class))
            .list());
  }
}
