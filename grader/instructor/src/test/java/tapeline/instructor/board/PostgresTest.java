package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;

@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@Needs(Need.POSTGRESQL)
class PostgresTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(600)
  void a_board_in_postgresql_is_the_board_in_a_file() throws Exception {
    try (var server = PrivatePostgres.start()) {
      var inFile = TestBoard.in(folder);
      inFile.with("1", MadeUpEntry.of("matmul", "Ünïcode 🏁 \u0000", "2"));
      inFile.with("2", MadeUpEntry.of("matmul", "Two", "3"));
      inFile.with("3", MadeUpEntry.of("matmul", "Two", "4").named("Better"));
      inFile.with("4", MadeUpEntry.of("smallest-model", "Three", "2"));
      inFile.with("5", MadeUpEntry.of("matmul", "Cheat", "REJECTED"));
      Files.writeString(folder.resolve("submissions/6.zip"), "no zip");
      var inServer = new TestBoard(inFile.submissions(), server.url());
      for (var board : new TestBoard[] {inFile, inServer}) {
        board.store().requireSeed(7);
        board.run();
      }
      assertThat(inServer.judgements())
          .as("judgements, seeds and scores are the same to the last bit")
          .isEqualTo(inFile.judgements())
          .contains("BETTER");
      assertThat(inServer.store().entries())
          .usingRecursiveComparison()
          .ignoringFields("added")
          .isEqualTo(inFile.store().entries());
      assertThat(inServer.ranking("matmul").rows())
          .extracting(r -> r.entry().name() + r.shownRanks())
          .isEqualTo(
              inFile.ranking("matmul").rows().stream()
                  .map(r -> r.entry().name() + r.shownRanks())
                  .toList());
      var pair = inFile.ranking("matmul").rows().getFirst().kept().pair();
      assertThat(forks(inServer, pair)).isEqualTo(forks(inFile, pair)).hasSize(14);
      assertThat(inServer.run()).contains("nothing to do");
    }
  }

  /// Four runs judge at once, and one is killed meanwhile.
  @Test
  @Timeout(600)
  void several_runs_share_the_work_and_each_pair_is_judged_once() throws Exception {
    try (var server = PrivatePostgres.start()) {
      var alone = TestBoard.in(folder);
      for (int i = 0; i < 24; i++) {
        var entry = MadeUpEntry.of("matmul", "Team " + i % 16, "%.2f".formatted(1 + 0.1 * i));
        alone.with("entry-%d".formatted(i), entry.named("Try " + i));
      }
      alone.store().requireSeed(7);
      alone.run();
      var shared = new TestBoard(alone.submissions(), server.url());
      var log = Files.createDirectory(folder.resolve("log"));
      var runs = new ArrayList<Process>();
      for (int i = 0; i < 4; i++) {
        runs.add(
            FakeInstructor.process(
                    400,
                    log,
                    0,
                    "leaderboard",
                    "run",
                    shared.submissions().toString(),
                    "--db",
                    shared.db(),
                    "--seed",
                    "7")
                .redirectOutput(folder.resolve("run-%d.log".formatted(i)).toFile())
                .start());
      }
      for (int i = 0; i < runs.size(); i++) {
        while (runs.get(i).isAlive() && !said(i).contains(FakeInstructor.WAITS)) {
          Thread.sleep(20);
        }
      }
      FakeInstructor.letGoOn(log);
      while (runs.getFirst().isAlive() && !said(0).contains(" s)\n")) {
        Thread.sleep(20);
      }
      runs.getFirst().destroyForcibly().waitFor();
      for (int i = 1; i < runs.size(); i++) {
        assertThat(runs.get(i).waitFor(500, TimeUnit.SECONDS)).as(said(i)).isTrue();
        assertThat(runs.get(i).exitValue()).as(said(i)).isZero();
        assertThat(said(i)).as("it had its share").contains(" s)\n");
      }
      assertThat(shared.judgements()).isEqualTo(alone.judgements());
      var seeds = new HashMap<String, Integer>();
      try (var judged = Files.list(log)) {
        judged.forEach(f ->
            seeds.merge(f.getFileName().toString().replaceAll("(?<=\\d)-.*", ""), 1, Integer::sum));
      }
      assertThat(seeds.values().stream().filter(n -> n > 1).count())
          .as(
              "pairs judged twice: at most the one that the killed run could not hand in, %s",
              seeds)
          .isLessThanOrEqualTo(1);
      assertThat(seeds).hasSize(shared.store().judgements().all().size());
    }
  }

  @Test
  @Timeout(600)
  void a_server_that_is_away_for_a_while_costs_no_judgement() throws Exception {
    try (var server = PrivatePostgres.start()) {
      var alone = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
      alone.store().requireSeed(7);
      alone.run();
      var board = new TestBoard(alone.submissions(), server.url());
      board.store().requireSeed(7);
      var log = Files.createDirectory(folder.resolve("log"));
      var run =
          FakeInstructor.process(
                  0,
                  log,
                  0,
                  "leaderboard",
                  "run",
                  board.submissions().toString(),
                  "--db",
                  board.db())
              .redirectOutput(folder.resolve("run-0.log").toFile())
              .start();
      awaitSaid(FakeInstructor.WAITS, run);
      server.goAway();
      FakeInstructor.letGoOn(log);
      awaitSaid("the database does not answer", run);
      server.comeBack();
      assertThat(run.waitFor(500, TimeUnit.SECONDS)).as(said(0)).isTrue();
      assertThat(run.exitValue()).as(said(0)).isZero();
      assertThat(said(0)).contains("the database answers again");
      assertThat(board.judgements()).isEqualTo(alone.judgements());
      assertThat(FakeInstructor.judged(log)).as("judged once").isEqualTo(1);
    }
  }

  private void awaitSaid(String words, Process run) throws Exception {
    while (!said(0).contains(words)) {
      assertThat(run.isAlive()).as(said(0)).isTrue();
      Thread.sleep(20);
    }
  }

  private String said(int run) throws IOException {
    return Files.readString(folder.resolve("run-%d.log".formatted(run)));
  }

  private static List<ForkTimes> forks(TestBoard board, JudgedPair pair) throws IOException {
    var kept = requireNonNull(board.store().judgements().find(pair));
    return requireNonNull(kept.judgement().score()).forks();
  }
}
