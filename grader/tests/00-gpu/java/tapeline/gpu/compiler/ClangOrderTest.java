package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Code that clang must not move: reads of shared memory across a barrier, and the `if` around a
/// value that only one lane has. Our prelude sees to both.
@Tag("slow")
@Needs(Need.CUDA)
class ClangOrderTest {
  private final EmulatedGpu emulator = new EmulatedGpu().mode(Mode.RACES);
  private final Gpu gpu = Gpu.on(emulator);
  private final CudaCompiler clang = Clang.orSkip();

  /// The numbers that a block of 64 threads leaves in y, which begins as zeros.
  private int[] run(String body) {
    var text = "extern \"C\" __global__ void k(const int* x, int* y) {\n" + body + "}\n";
    var x = gpu.intsOf("x", 41, 42, 43);
    var y = gpu.intsOf("y", new int[65]);
    gpu.load(clang.compile(new CudaSource("k.cu", text)))
        .kernel("k")
        .launch(GpuLaunch.covering(64, 64), x, y);
    assertThat(emulator.lastReport().findings()).as(body).isEmpty();
    return y.toInts();
  }

  @Test
  void a_shared_variable_is_read_after_the_barrier() {
    for (var barrier :
        new String[] {"__syncthreads();", "__syncthreads_count(1);", "__syncthreads_or(1);"}) {
      int[] y =
          run(
              """
              __shared__ int first;
              if (threadIdx.x == 0) first = x[1];
              BARRIER
              y[threadIdx.x] = first;
              """
                  .replace("BARRIER", barrier));
      assertThat(y).as(barrier).startsWith(42, 42).endsWith(42, 0);
    }
  }

  @Test
  void a_shared_variable_is_read_after_the_warp_has_met() {
    int[] y =
        run(
            """
            __shared__ int first;
            if (threadIdx.x >= 32) return;
            if (threadIdx.x == 0) first = x[1];
            __syncwarp();
            y[threadIdx.x] = first;
            """);
    assertThat(y).startsWith(42, 42);
  }

  @Test
  void a_value_that_one_lane_has_is_computed_by_that_lane() {
    int[] y =
        run(
            """
            int lane = threadIdx.x & 31, base;
            if (lane == 0) base = atomicAdd(y, 1);
            base = __shfl_sync(~0u, base, 0);
            y[threadIdx.x + 1] = base;
            """);
    assertThat(y).as("an atomic for each warp").startsWith(2, 0).endsWith(1);
  }

  @Test
  void a_product_of_24_bits_wraps_around() {
    int[] y =
        run(
            """
            long long product = __mul24(0x7fff00 + x[0], 0x7fff00 + x[1]);
            y[threadIdx.x] = (int)(product >> 32);
            """);
    int low = (int) ((0x7fff00L + 41) * (0x7fff00 + 42));
    assertThat(y).as("the sign of its 32 bits").startsWith(low >> 31);
  }
}
