package tapeline.instructor.database;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.JdbiException;

/// Tells runners on several machines which of them does which piece of work: a pair of the
/// leaderboard, or a submission of a class.
///
/// A claim holds for [#LEASE] by the database's clock, and is renewed until its runner is done.
/// When the runner dies, the claim ends by its time, or at once where another runner of the same
/// machine finds the process gone. Each claim of an item has a higher number than the one before: a
/// runner that comes back after its claim has passed to another writes nothing.
public final class ClaimTable implements AutoCloseable {
  /// How long a claim holds that is not renewed.
  public static final Duration LEASE = Duration.ofSeconds(30);

  private static final long STOPPED_MILLIS = 2_000;
  private static final String STOPPED = "stopped";
  private static final String MINE = " where item = :item and number = :number";

  private final Database database;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Set<Claim> held = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService renewal =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  public ClaimTable(Database database) {
    this.database = database;
    long period = LEASE.toMillis() / 5;
    var _ = renewal.scheduleAtFixedRate(this::renew, period, period, TimeUnit.MILLISECONDS);
  }

  /// A runner's right to an item.
  public record Claim(String item, int number) {}

  /// Stops the queue or starts it again: while it is stopped no runner claims work, and what is
  /// claimed is done to its end. Waits for claims that are being made.
  public static void stop(Handle handle, boolean stop) {
    handle.execute("update setting set value = ? where name = 'queue'", stop ? STOPPED : "goes on");
  }

  /// Returns whether the queue is stopped.
  public static boolean isStopped(Handle handle) {
    return isStopped(handle, "");
  }

  private static boolean isStopped(Handle handle, String lock) {
    var state = handle.createQuery("select value from setting where name = 'queue'" + lock);
    return state.mapTo(String.class).one().equals(STOPPED);
  }

  /// Claims work for this process, and waits while the queue is stopped; empty where another runner
  /// has it. Whether the work has been done is to be asked after that, as the runner before may
  /// just have ended it.
  public Optional<Claim> claim(String item) throws InterruptedException {
    while (true) {
      var answer =
          database.inTransaction(
              handle -> goesOn(handle) ? List.of(claim(handle, item)) : List.<Optional<Claim>>of());
      if (!answer.isEmpty()) {
        answer.getFirst().ifPresent(held::add);
        return answer.getFirst();
      }
      Thread.sleep(STOPPED_MILLIS);
    }
  }

  /// Claims an item for this process, also while the queue is stopped.
  public Optional<Claim> claimStopped(String item) {
    var claimed = database.inTransaction(handle -> claim(handle, item));
    claimed.ifPresent(held::add);
    return claimed;
  }

  private Optional<Claim> claim(Handle handle, String item) {
    handle.execute(
        """
        insert into claim (item, number, process, until) values (?, 0, '', 0)
        on conflict do nothing\
        """,
        item);
    var free =
        handle
            .createQuery(
                "select number from claim where item = :item and until < "
                    + database.now()
                    + database.skipLocked())
            .bind("item", item)
            .mapTo(Integer.class)
            .findOne();
    return free.map(number -> {
      handle.execute(
          "update claim set number = ?, process = ?, until = %s where item = ?".formatted(end()),
          number + 1,
          RunProcess.current().text(),
          item);
      return new Claim(item, number + 1);
    });
  }

  private boolean goesOn(Handle handle) {
    boolean stops = isStopped(handle, database.isServer() ? " for share" : "");
    if (stops != stopped.getAndSet(stops)) {
      System.err.println(
          stops ? "an instructor has stopped the queue: waiting" : "the queue goes on");
    }
    return !stops;
  }

  private String end() {
    return database.now() + " + " + LEASE.toMillis();
  }

  private void renew() {
    try {
      held.forEach(claim -> update(claim, "until = " + end(), " and until > 0"));
    } catch (JdbiException _) {
      // The next renewal tries again, and the numbers hold whatever comes of it.
    }
  }

  private void update(Claim claim, String change, String where) {
    database.useHandle(handle ->
        handle
            .createUpdate("update claim set " + change + MINE + where)
            .bindMethods(claim)
            .execute());
  }

  /// Writes a result in one transaction that holds the claim, unless another runner has claimed the
  /// item since. The claim is renewed no more; it ends by its time, or by [#release].
  ///
  /// @return whether the result was written
  public <X extends Exception> boolean write(Claim claim, HandleConsumer<X> result) throws X {
    try {
      return database.inTransaction(handle -> {
        boolean mine =
            handle
                .createQuery(
                    "select 1 from claim" + MINE + (database.isServer() ? " for update" : ""))
                .bindMethods(claim)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
        if (mine) {
          result.useHandle(handle);
        }
        return mine;
      });
    } finally {
      held.remove(claim);
    }
  }

  /// Gives an item back, unless another runner has claimed it since.
  public void release(Claim claim) {
    held.remove(claim);
    update(claim, "until = 0", "");
  }

  /// Gives back what processes of this machine had claimed that are gone.
  public void releaseGone() {
    database.useHandle(handle -> {
      for (var process :
          handle
              .createQuery("select distinct process from claim where until > 0")
              .mapTo(String.class)
              .list()) {
        if (RunProcess.read(process).life() == RunProcess.Life.GONE) {
          handle.execute("update claim set until = 0 where process = ?", process);
        }
      }
    });
  }

  /// Ends the renewals.
  @Override
  public void close() {
    renewal.shutdownNow();
  }
}
