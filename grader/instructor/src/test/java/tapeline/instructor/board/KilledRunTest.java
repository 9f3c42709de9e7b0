package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "a run is waited for most of the time")
class KilledRunTest {
  private static final int KILLS = Integer.getInteger("board.kills", 4);
  private static final long PAIR_MILLIS = 150;
  private static final int MOST_PAIRS = 6; // of a run, which waits to be killed then
  private static final long MOST_START_MILLIS = 2_000; // a busy machine may take longer, once
  private static final long SEED = 4711;

  @TempDir private Path folder = Path.of(".");
  private Path log = Path.of("log");

  /// Twenty times with `-Dboard.kills=20`.
  @Test
  @Timeout(600)
  void however_often_it_is_killed_it_ends_with_the_same_table_as_undisturbed() throws Exception {
    var whole = TestBoard.in(folder);
    fill(whole);
    var killed = new TestBoard(whole.submissions(), folder.resolve("killed.db").toString());
    var judged = Files.createDirectory(folder.resolve("judged"));

    assertThat(run(whole, null).waitFor()).isZero();
    long start = System.nanoTime();
    assertThat(run(whole, null).waitFor()).as("nothing is left to do").isZero();
    long startMillis = Math.min(MOST_START_MILLIS, (System.nanoTime() - start) / 1_000_000);

    var random = new SplittableRandom(SEED);
    int kills = 0;
    int midway = 0;
    while (kills < KILLS) {
      var process = run(killed, judged);
      // By turns while it starts, and after its first judgement.
      boolean early = kills % 2 == 0;
      long moment = early ? random.nextLong(startMillis) : random.nextLong(800);
      if (!early) {
        awaitJudgement(process);
      }
      assertThat(process.waitFor(moment, TimeUnit.MILLISECONDS))
          .as("all was judged before kill %d", kills)
          .isFalse();
      process.destroyForcibly().waitFor(); // SIGKILL
      kills++;
      long kept = killed.judgements().lines().count();
      midway += kept > 0 && kept < whole.judgements().lines().count() ? 1 : 0;
    }
    assertThat(midway)
        .as("kills between the first judgement and the last")
        .isGreaterThanOrEqualTo(KILLS / 2);
    assertThat(run(killed, null).waitFor()).isZero();

    assertThat(killed.judgements())
        .as("each pair once, with the same seed, verdict and score")
        .isEqualTo(whole.judgements());
    for (var event : TestBoard.EVENTS) {
      assertThat(table(killed, event.id())).isEqualTo(table(whole, event.id()));
    }
    assertThat(killed.store().entries())
        .usingRecursiveComparison()
        .ignoringFields("added")
        .isEqualTo(whole.store().entries());
    assertThat(table(whole, "matmul")).isNotEmpty();
  }

  private void awaitJudgement(Process process) throws IOException, InterruptedException {
    while (process.isAlive() && !Files.readString(log).contains(" s)\n")) {
      Thread.sleep(20);
    }
  }

  /// @param judged where a run that is to be killed leaves a file for each pair; null for another
  private Process run(TestBoard board, @Nullable Path judged) throws IOException {
    log = Files.createTempFile(folder, "run", ".log");
    return FakeInstructor.process(
            judged == null ? 0 : PAIR_MILLIS,
            judged,
            judged == null ? 0 : FakeInstructor.judged(judged) + MOST_PAIRS,
            "leaderboard",
            "run",
            board.submissions().toString(),
            "--db",
            board.db(),
            "--seed",
            "" + SEED)
        .redirectOutput(log.toFile())
        .start();
  }

  /// Fills it with five teams a kill, some of which submit more than once: more pairs than are
  /// judged between the kills.
  private static void fill(TestBoard board) {
    var random = new SplittableRandom(SEED);
    var events = new String[] {"matmul", "training", "smallest-model", "generation"};
    for (int i = 0; i < 8 * KILLS; i++) {
      var speed = "%.3f".formatted(0.8 + 3 * random.nextDouble());
      var fake = i % 17 == 0 ? "REJECTED" : speed;
      var entry = MadeUpEntry.of(events[i % events.length], "Team " + i % (5 * KILLS), fake);
      board.with("entry-" + i, entry.named("Try " + i));
    }
  }

  private static java.util.List<String> table(TestBoard board, String event) throws IOException {
    return board.ranking(event).rows().stream()
        .map(r -> r.entry().hash() + " " + r.shownRanks() + " " + r.score())
        .toList();
  }
}
