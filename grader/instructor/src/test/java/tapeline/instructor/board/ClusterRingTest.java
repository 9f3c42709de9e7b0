package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;

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
import tapeline.data.Datasets;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The laboratory's ring of processes, started by `srun`.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "a cluster is waited for most of the time")
@ResourceLock("a cluster on this machine")
@Needs(Need.SLURM)
class ClusterRingTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(700)
  void processes_of_a_cluster_train_one_model() throws Exception {
    var said = folder.resolve("said.txt");
    try (var slurm = PrivateSlurm.start(1)) {
      var builder =
          new ProcessBuilder("./tapeline", "run", "DataParallel srun 2 20 60", "-Dreference");
      builder.directory(Datasets.folder().resolveSibling(".").normalize().toFile());
      builder.environment().put("TAPELINE_HOST", "127.0.0.1");
      builder.environment().put("SLURM_CONF", slurm.configuration().toString());
      var process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
      assertThat(process.waitFor(600, TimeUnit.SECONDS)).as("whether it ended").isTrue();
      assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(0);
    }
    var row = Files.readString(said).lines().filter(l -> l.startsWith("2 by srun")).findFirst();
    assertThat(row).as(Files.readString(said)).isPresent();
    var cells = row.get().split(" {2,}", -1);
    assertThat(Double.parseDouble(cells[3])).as("the gradient's error, %s", row).isLessThan(1e-5);
  }
}
