package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SlurmTest {
  private static final int SEED = 99;
  private static final int ENTRIES = 10;

  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(300)
  void killed_halfway_and_resumed_a_cluster_judges_each_pair_once() throws Exception {
    assumeTrue(
        PrivateSlurm.isInstalled(), "slurm-wlm and munge are not installed, or this is not root");
    var here = TestBoard.in(folder);
    for (int i = 0; i < ENTRIES - 1; i++) {
      here.with(
          "entry-" + i,
          SampleEntry.of(i % 2 == 0 ? "matmul" : "smallest-model", "Team " + i, "2." + i));
    }
    here.with("entry-9", SampleEntry.of("matmul", "Team 0", "3").named("Again"));
    here.store().requireSeed(SEED);
    here.run();
    int pairs = ENTRIES + 1; // and one beside its team's entry before

    var cluster = new TestBoard(here.submissions(), folder.resolve("cluster.db").toString());
    var log = Files.createDirectory(folder.resolve("judged"));
    try (var slurm = PrivateSlurm.start()) {
      var first = run(cluster, slurm, log);
      awaitJudged(log, 3, first);
      first.destroyForcibly().waitFor();
      int atKill = judged(log);
      var second = run(cluster, slurm, log);
      assertThat(second.waitFor(200, TimeUnit.SECONDS)).as("the second run ends").isTrue();
      assertThat(second.exitValue()).as(Files.readString(folder.resolve("run.log"))).isZero();
      assertThat(atKill).as("pairs judged when it was killed").isLessThan(pairs);
    }
    assertThat(judged(log)).as("pairs judged on the cluster, none twice").isEqualTo(pairs);
    assertThat(cluster.judgements()).isEqualTo(here.judgements());
    assertThat(cluster.judgements().lines().count()).isEqualTo(pairs);
    try (var left = Files.list(folder.resolve("cluster.db-slurm/tasks"))) {
      assertThat(left).as("folders of pairs that the board has").isEmpty();
    }
  }

  private Process run(TestBoard board, PrivateSlurm slurm, Path log) throws IOException {
    var builder =
        FakeInstructor.process(
            500,
            log,
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

  private void awaitJudged(Path log, int pairs, Process process) throws Exception {
    while (judged(log) < pairs) {
      assertThat(process.isAlive()).as(Files.readString(folder.resolve("run.log"))).isTrue();
      Thread.sleep(50);
    }
  }

  private static int judged(Path log) throws IOException {
    try (var files = Files.list(log)) {
      return (int) files.count();
    }
  }
}
