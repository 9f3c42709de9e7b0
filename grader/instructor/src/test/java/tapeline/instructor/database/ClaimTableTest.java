package tapeline.instructor.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.board.PrivatePostgres;
import tapeline.instructor.database.ClaimTable.Claim;

/// Runners, each with claims of its own in one database.
class ClaimTableTest {
  private static final String ITEM = "event entry";

  @TempDir private Path folder = Path.of(".");
  private Database database;
  private ClaimTable one;
  private ClaimTable other;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(folder.resolve("board.db").toString());
    one = new ClaimTable(database);
    other = new ClaimTable(database);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private void change(String what) {
    database.useHandle(h -> h.execute("update claim set " + what));
  }

  private Claim endedClaim() throws InterruptedException {
    var claim = one.claim(ITEM).orElseThrow();
    change("until = until - " + ClaimTable.LEASE.toMillis());
    return claim;
  }

  @Test
  void an_item_is_one_runners_until_its_time_ends_or_it_is_given_back() throws Exception {
    var claim = endedClaim();
    var later = other.claim(ITEM).orElseThrow();
    assertThat(one.claim(ITEM)).as("the time of the second one has not ended").isEmpty();
    one.release(claim);
    assertThat(one.claim(ITEM)).as("not the first one's to give back").isEmpty();
    other.release(later);
    assertThat(one.claim(ITEM)).isPresent();
  }

  @Test
  void only_the_runner_that_claimed_last_writes() throws Exception {
    var claim = endedClaim();
    var later = other.claim(ITEM).orElseThrow();
    assertThat(one.write(claim, _ -> change("process = 'the first one was here'"))).isFalse();
    assertThat(other.write(later, h -> h.execute("update claim set process = ''"))).isTrue();
    assertThat(process()).isEmpty();
  }

  @Test
  void a_runner_whose_time_has_ended_writes_where_no_other_came() throws Exception {
    assertThat(one.write(endedClaim(), _ -> {})).as("the database was away").isTrue();
  }

  @Test
  void what_a_process_that_is_gone_had_claimed_is_free_where_that_is_known() throws Exception {
    var own = RunProcess.current();
    one.claim(ITEM);
    other.releaseGone();
    assertThat(other.claim(ITEM)).as("the process is alive").isEmpty();
    var elsewhere = new RunProcess("node 7", Integer.MAX_VALUE, Instant.EPOCH);
    change("process = '" + elsewhere.text() + "'");
    other.releaseGone();
    assertThat(other.claim(ITEM)).as("this machine knows of no process there").isEmpty();
    change(
        "process = '" + new RunProcess(own.host(), Integer.MAX_VALUE, Instant.EPOCH).text() + "'");
    other.releaseGone();
    assertThat(other.claim(ITEM)).isPresent();
  }

  @Test
  @Timeout(120)
  void while_the_queue_is_stopped_no_work_is_claimed_and_what_was_is_written() throws Exception {
    var claim = one.claim(ITEM).orElseThrow();
    database.useHandle(h -> ClaimTable.stop(h, true));
    assertThat(one.write(claim, _ -> {})).isTrue();
    one.release(claim);
    assertThat(other.claimStopped("the marks")).isPresent();
    var waiting = new FutureTask<>(() -> other.claim(ITEM));
    var run = Thread.ofPlatform().start(waiting);
    while (run.isAlive() && run.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(waiting.isDone()).isFalse();
    database.useHandle(h -> ClaimTable.stop(h, false));
    assertThat(waiting.get()).isPresent();
  }

  @Test
  @Timeout(120)
  void a_claim_that_waited_for_the_stop_of_the_queue_is_none() throws Exception {
    var waiting = new FutureTask<>(() -> other.claim(ITEM));
    var run = Thread.ofPlatform().unstarted(waiting);
    database.useTransaction(h -> {
      ClaimTable.stop(h, true);
      run.start();
      Thread.sleep(500); // until it waits for this transaction
    });
    while (run.isAlive() && run.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(waiting.isDone()).isFalse();
    database.useHandle(h -> ClaimTable.stop(h, false));
    assertThat(waiting.get()).isPresent();
  }

  @Test
  @Timeout(120)
  @Needs(Need.POSTGRESQL)
  void a_server_ends_claims_by_its_own_clock() throws Exception {
    try (var server = PrivatePostgres.start()) {
      Database.open(server.url()); // makes the tables
      var admin = Jdbi.create(server.url());
      shift(admin, 3600);
      var shifted = Database.open(server.url() + "&currentSchema=public,pg_catalog");
      try (var first = new ClaimTable(shifted);
          var second = new ClaimTable(shifted)) {
        assertThat(first.claim(ITEM)).isPresent();
        assertThat(second.claim(ITEM)).isEmpty();
        shift(admin, 3600 + ClaimTable.LEASE.toSeconds());
        assertThat(second.claim(ITEM)).as("no time has passed on this machine").isPresent();
      }
    }
  }

  /// Shifts the clock of those who look for functions in `public` first.
  private static void shift(Jdbi admin, long seconds) {
    admin.useHandle(h ->
        h.execute(
            """
            create or replace function public.clock_timestamp() returns timestamptz language sql
            as 'select pg_catalog.clock_timestamp() + interval ''%d seconds'''\
            """
                .formatted(seconds)));
  }

  @Test
  @Timeout(120)
  @Needs(Need.POSTGRESQL)
  void a_runner_that_writes_keeps_no_other_waiting() throws Exception {
    try (var server = PrivatePostgres.start()) {
      var shared = Database.open(server.url());
      try (var first = new ClaimTable(shared);
          var second = new ClaimTable(shared)) {
        var claim = first.claim(ITEM).orElseThrow();
        shared.useHandle(h -> h.execute("update claim set until = 1"));
        first.write(claim, _ -> assertThat(claimedBeside(second)).isFalse());
        assertThat(second.claim(ITEM)).as("it was skipped").isPresent();
      }
    }
  }

  @Test
  @Timeout(120)
  @Needs(Need.POSTGRESQL)
  void a_stop_of_the_queue_waits_for_a_claim_that_is_being_made() throws Exception {
    try (var server = PrivatePostgres.start()) {
      var shared = Database.open(server.url());
      try (var claims = new ClaimTable(shared)) {
        var claim = new FutureTask<>(() -> claims.claim(ITEM));
        var numberAtStop =
            new FutureTask<>(() -> {
              shared.useTransaction(h -> ClaimTable.stop(h, true));
              return number(shared);
            });
        shared.useTransaction(h -> {
          h.execute("insert into claim (item, number, process, until) values (?, 0, '', 0)", ITEM);
          Thread.ofPlatform().start(claim);
          while (!claim.isDone() && waiting(shared) < 1) {
            Thread.sleep(5);
          }
          Thread.ofPlatform().start(numberAtStop);
          while (!numberAtStop.isDone() && waiting(shared) < 2) {
            Thread.sleep(5);
          }
        });
        claim.get();
        assertThat(number(shared)).as("none came after the stop").isEqualTo(numberAtStop.get());
      }
    }
  }

  /// Returns the number of the last claim; 0 where there is none.
  private static int number(Database database) {
    var last = "select coalesce(max(number), 0) from claim";
    return database.withHandle(h -> h.createQuery(last).mapTo(Integer.class).one());
  }

  /// Returns how many of a server's connections wait for a lock.
  private static int waiting(Database server) {
    var locks = "select count(*) from pg_locks where not granted";
    return server.withHandle(h -> h.createQuery(locks).mapTo(Integer.class).one());
  }

  /// Tells whether another connection gets the item.
  private static boolean claimedBeside(ClaimTable claims) throws Exception {
    var claimed = new FutureTask<>(() -> claims.claim(ITEM).isPresent());
    Thread.ofVirtual().start(claimed);
    return claimed.get();
  }

  private String process() {
    return database.withHandle(
        h -> h.createQuery("select process from claim").mapTo(String.class).one());
  }
}
