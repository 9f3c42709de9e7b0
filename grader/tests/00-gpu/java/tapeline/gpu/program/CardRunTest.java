package tapeline.gpu.program;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.gpu.NoGpu;
import tapeline.gpu.driver.CudaGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// `./tapeline cuda run --card`, with a card and without one.
@Tag("slow")
@Needs(Need.CUDA)
class CardRunTest {
  private static final String PROGRAM =
      """
      #include <cstdio>
      __device__ int counter = 5;
      __global__ void up() { atomicAdd(&counter, 1); }
      int main() {
        int n = 0;
        up<<<2, 32>>>();
        cudaMemcpyFromSymbol(&n, counter, sizeof n);
        printf("counted to %d\\n", n);
      }
      """;

  @TempDir private Path scratch;

  private ProgramRun run() throws IOException, InterruptedException {
    ProgramRun.needs("clang");
    Files.writeString(scratch.resolve("up.cu"), PROGRAM);
    return ProgramRun.run(scratch, "up.cu", "--compiler", "clang", "--card");
  }

  private static boolean hasCard() {
    try (var _ = CudaGpu.open()) {
      return true;
    } catch (NoGpu _) {
      return false;
    }
  }

  @Test
  void without_a_card_it_says_why() throws IOException, InterruptedException {
    assumeTrue(!hasCard(), "this machine has no card");
    run().endsWith(1).says("--card: there is no card: ");
  }

  @Test
  void a_card_runs_the_kernels() throws IOException, InterruptedException {
    assumeTrue(hasCard(), "this machine has a card");
    run().endsWith(0).says("counted to 69", "1 launch of 1 kernel", "tapeline: on ");
  }
}
