package tapeline.instructor.board;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Which run judges which pair: so runs on several machines share a board's work, and each pair is
/// judged once.
///
/// A claim holds for [#LEASE], and its run renews it as long as it lives. What a killed run had
/// claimed another takes when that time is over, or at once where it ran on the same machine. The
/// machines' clocks have to agree to some seconds.
public final class ClaimTable {
  /// How long a claim holds that is not renewed.
  public static final Duration LEASE = Duration.ofSeconds(30);

  private static final String KEY = "event = :event and entry = :entry and against = :against";

  private final Jdbi jdbi;
  private final Supplier<Instant> clock;

  ClaimTable(Jdbi jdbi, Supplier<Instant> clock) {
    this.jdbi = jdbi;
    this.clock = clock;
  }

  /// Claims a pair for a run of this process.
  ///
  /// @param quick whether a quick judgement will do
  /// @return false where another run has it, or it has been judged
  public boolean claim(JudgedPair pair, int run, boolean quick) {
    return jdbi.inTransaction(handle -> {
      long now = clock.get().toEpochMilli();
      boolean claimed =
          handle
                  .createUpdate(
                      """
                      insert into claim (event, entry, against, run, process, until)
                      values (:event, :entry, :against, :run, :process, :until)
                      on conflict (event, entry, against) do update
                      set run = excluded.run, process = excluded.process, until = excluded.until
                      where claim.until < :now or claim.run = excluded.run\
                      """)
                  .bindMethods(pair)
                  .bind("run", run)
                  .bind("process", RunProcess.current().text())
                  .bind("until", now + LEASE.toMillis())
                  .bind("now", now)
                  .execute()
              == 1;
      // Only now: the run that had the claim gave it back together with the judgement.
      if (claimed && isJudged(handle, pair, quick)) {
        release(handle, pair);
        return false;
      }
      return claimed;
    });
  }

  private static boolean isJudged(Handle handle, JudgedPair pair, boolean quick) {
    return handle
        .createQuery("select 1 from judgement where %s and quick <= :quick".formatted(KEY))
        .bindMethods(pair)
        .bind("quick", quick ? 1 : 0)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /// Puts off the end of all claims of a run.
  public void renew(int run) {
    long until = clock.get().plus(LEASE).toEpochMilli();
    jdbi.useHandle(h -> h.execute("update claim set until = ? where run = ?", until, run));
  }

  /// Gives a pair back that was not judged, unless it is another run's by now.
  public void release(JudgedPair pair, int run) {
    jdbi.useHandle(handle ->
        handle
            .createUpdate("delete from claim where run = :run and " + KEY)
            .bindMethods(pair)
            .bind("run", run)
            .execute());
  }

  static void release(Handle handle, JudgedPair pair) {
    handle.createUpdate("delete from claim where " + KEY).bindMethods(pair).execute();
  }

  /// Gives back what processes of this machine had claimed that are gone.
  public void releaseGone() {
    jdbi.useHandle(handle -> {
      for (var process :
          handle.createQuery("select distinct process from claim").mapTo(String.class).list()) {
        if (RunProcess.read(process).life() == RunProcess.Life.GONE) {
          handle.execute("delete from claim where process = ?", process);
        }
      }
    });
  }
}
