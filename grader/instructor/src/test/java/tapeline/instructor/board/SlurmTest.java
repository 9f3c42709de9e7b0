package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "a cluster is waited for most of the time")
@ResourceLock("a cluster on this machine")
@Needs(Need.SLURM)
class SlurmTest {
  private static final int SEED = 99;
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(600)
  void killed_halfway_and_resumed_a_cluster_judges_each_pair_once() throws Exception {
    var here = judgedHere(10);
    int pairs = 11; // one of them beside its team's entry before
    var cluster = onCluster(here);
    var log = Files.createDirectory(folder.resolve("judged"));
    try (var slurm = PrivateSlurm.start()) {
      var first = run(cluster, slurm, log, 3);
      awaitJudged(log, 3, first);
      first.destroyForcibly().waitFor();
      FakeInstructor.letGoOn(log);
      var second = run(cluster, slurm, log, ALL);
      awaitEnd(second);
    }
    assertThat(FakeInstructor.judged(log))
        .as("pairs judged on the cluster, none twice")
        .isEqualTo(pairs);
    assertThat(cluster.judgements()).isEqualTo(here.judgements());
    assertThat(cluster.judgements().lines().count()).isEqualTo(pairs);
    try (var left = Files.list(folder.resolve("cluster.db-slurm/tasks"))) {
      assertThat(left).as("folders of pairs that the board has").isEmpty();
    }
  }

  @Test
  @Timeout(600)
  void a_controller_that_is_restarted_costs_no_pair() throws Exception {
    judgeWhileItIsAway(PrivateSlurm::stopController, PrivateSlurm::startController);
    assertThat(said()).contains("the Slurm controller answers again");
  }

  @Test
  @Timeout(600)
  void what_a_controller_has_forgotten_is_submitted_again() throws Exception {
    judgeWhileItIsAway(PrivateSlurm::killController, PrivateSlurm::startForgetfulController);
    assertThat(said()).contains("submitted again, as the controller forgot them: ");
  }

  @Test
  @Timeout(600)
  void what_was_judged_while_the_controller_was_away_is_on_the_board_before_it_is_back()
      throws Exception {
    var here = judgedHere(2);
    var cluster = onCluster(here);
    var log = Files.createDirectory(folder.resolve("judged"));
    try (var slurm = PrivateSlurm.start()) {
      var run = run(cluster, slurm, log, 0);
      while (run.isAlive() && !isJudging(cluster)) {
        Thread.sleep(20);
      }
      slurm.killController();
      FakeInstructor.letGoOn(log);
      awaitSaid("BETTER", run);
      assertThat(cluster.judgements().lines()).as(said()).hasSize(1);
      run.destroyForcibly().waitFor();
    }
  }

  @Test
  @Timeout(600)
  void why_a_cluster_holds_tasks_back_is_told() throws Exception {
    var here = judgedHere(2);
    var cluster = onCluster(here);
    var log = Files.createDirectory(folder.resolve("judged"));
    try (var slurm = PrivateSlurm.start()) {
      slurm.updateNode("State=DRAIN", "Reason=repair");
      var run = run(cluster, slurm, log, ALL);
      awaitSaid("Slurm holds tasks back until an administrator helps: ", run);
      slurm.updateNode("State=RESUME");
      awaitEnd(run);
    }
    assertThat(said().lines().filter(l -> l.startsWith("Slurm holds tasks back")))
        .as("each of Slurm's reasons, of which a node that is drained may have two: %s", said())
        .isNotEmpty()
        .doesNotHaveDuplicates();
    assertThat(cluster.judgements()).isEqualTo(here.judgements());
  }

  /// An act on a cluster: its controller goes, or comes back.
  @FunctionalInterface
  private interface Act {
    void on(PrivateSlurm slurm) throws Exception;
  }

  /// A run during which the controller goes and comes back: each pair is judged once all the same.
  private void judgeWhileItIsAway(Act goes, Act comes) throws Exception {
    var here = judgedHere(5);
    var cluster = onCluster(here);
    var log = Files.createDirectory(folder.resolve("judged"));
    try (var slurm = PrivateSlurm.start()) {
      var run = run(cluster, slurm, log, 1);
      awaitJudged(log, 1, run);
      goes.on(slurm);
      FakeInstructor.letGoOn(log);
      awaitSaid("the Slurm controller does not answer", run);
      assertThat(FakeInstructor.judged(log)).as("pairs judged when it was away").isLessThan(6);
      comes.on(slurm);
      awaitEnd(run);
    }
    assertThat(FakeInstructor.judged(log))
        .as("pairs judged on the cluster, none twice")
        .isEqualTo(6);
    assertThat(cluster.judgements()).isEqualTo(here.judgements());
  }

  /// Whether a node has begun with a pair: its task is in the queue no longer as pending.
  private boolean isJudging(TestBoard cluster) throws IOException {
    var logs = Path.of(cluster.db() + "-slurm", "log");
    if (!Files.isDirectory(logs)) {
      return false;
    }
    try (var files = Files.list(logs)) {
      return files.findAny().isPresent();
    }
  }

  /// Judged on this machine, without a cluster. The last entry is the first team's second.
  private TestBoard judgedHere(int entries) throws Exception {
    var here = TestBoard.in(folder);
    for (int i = 0; i < entries - 1; i++) {
      here.with(
          "entry-" + i,
          MadeUpEntry.of(i % 2 == 0 ? "matmul" : "smallest-model", "Team " + i, "2." + i));
    }
    here.with("entry-9", MadeUpEntry.of("matmul", "Team 0", "3").named("Again"));
    here.store().requireSeed(SEED);
    here.run();
    return here;
  }

  private TestBoard onCluster(TestBoard here) {
    return new TestBoard(here.submissions(), folder.resolve("cluster.db").toString());
  }

  /// @param free pairs that are judged before the judges wait to be let go on
  private Process run(TestBoard board, PrivateSlurm slurm, Path log, int free) throws IOException {
    var builder =
        FakeInstructor.process(
            500,
            log,
            free,
            "leaderboard",
            "run",
            board.submissions().toString(),
            "--db",
            board.db(),
            "--seed",
            "" + SEED,
            "--executor",
            "slurm");
    builder.environment().put("SLURM_CONF", slurm.configuration().toString());
    return builder.redirectOutput(folder.resolve("run.log").toFile()).start();
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("run.log"));
  }

  private void awaitSaid(String words, Process process) throws Exception {
    while (!said().contains(words)) {
      assertThat(process.isAlive()).as(said()).isTrue();
      Thread.sleep(50);
    }
  }

  private void awaitEnd(Process process) throws Exception {
    assertThat(process.waitFor(500, TimeUnit.SECONDS)).as("it ends: %s", said()).isTrue();
    assertThat(process.exitValue()).as(said()).isZero();
  }

  private void awaitJudged(Path log, int pairs, Process process) throws Exception {
    while (FakeInstructor.judged(log) < pairs) {
      assertThat(process.isAlive()).as(said()).isTrue();
      Thread.sleep(50);
    }
  }
}
