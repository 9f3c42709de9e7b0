package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// `leaderboard.sbatch` on two nodes.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "a cluster is waited for most of the time")
@ResourceLock("a cluster on this machine")
@Needs({Need.SLURM, Need.POSTGRESQL})
class SlurmTest {
  private static final int ENTRIES = 10;
  private static final int PAIRS = 11; // one of them beside its team's entry before
  private static final int SEED = 99;

  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(600)
  void runners_judge_each_pair_once_and_one_node_dies_meanwhile() throws Exception {
    var here = judgedHere();
    var log = Files.createDirectory(folder.resolve("judged"));
    try (var server = PrivatePostgres.start();
        var slurm = PrivateSlurm.start(2)) {
      var cluster = new TestBoard(here.submissions(), server.url());
      slurm.submit(
          folder,
          FakeInstructor.command(100, log, 3),
          "leaderboard.sbatch",
          here.submissions().toString(),
          "--db",
          cluster.db(),
          "--seed",
          "" + SEED);
      while (!said(1).contains(FakeInstructor.WAITS) || !said(2).contains(FakeInstructor.WAITS)) {
        Thread.sleep(50);
      }
      slurm.killNode(2); // in the middle of a pair
      FakeInstructor.letGoOn(log);
      while (FakeInstructor.judged(log) < PAIRS) {
        Thread.sleep(50);
      }
      slurm.restartNode(2);
      slurm.awaitEnd();
      assertThat(cluster.judgements()).isEqualTo(here.judgements());
    }
    assertThat(here.judgements().lines()).hasSize(PAIRS);
    assertThat(FakeInstructor.judged(log)).as("pairs judged, none twice").isEqualTo(PAIRS);
    assertThat(said(1)).contains("pairs judged in");
    assertThat(said(2)).as("the task was started again").contains("nothing to do");
  }

  /// Judged on this machine alone, in a file. The last entry is the first team's second.
  private TestBoard judgedHere() throws Exception {
    var here = TestBoard.in(folder);
    for (int i = 0; i < ENTRIES - 1; i++) {
      here.with(
          "entry-" + i,
          MadeUpEntry.of(i % 2 == 0 ? "matmul" : "smallest-model", "Team " + i, "2." + i));
    }
    here.with("entry-9", MadeUpEntry.of("matmul", "Team 0", "3").named("Again"));
    here.store().requireSeed(SEED);
    here.run();
    return here;
  }

  private String said(int task) throws IOException {
    var file = folder.resolve("leaderboard-1_%d.log".formatted(task));
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
