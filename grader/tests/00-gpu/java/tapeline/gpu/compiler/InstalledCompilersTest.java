package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.driver.PtxVersion;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;

/// The compilers that this machine has, each on the same texts; skipped where it has none.
@Tag("slow")
@Needs(Need.CUDA)
class InstalledCompilersTest {
  private static final CudaSource GOOD =
      new CudaSource(
          "norms.cu",
          """
          #include <stdio.h>
          #include <math.h>
          __device__ float warpSum(float v) {
            for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
            return v;
          }
          extern "C" __global__ void rowNorms(const float* x, float* norms, int columns, float eps) {
            __shared__ float sums[32];
            float v = 0;
            for (int j = threadIdx.x; j < columns; j += blockDim.x) {
              float e = x[blockIdx.x * columns + j];
              v += e * e + tanhf(e) * expf(-e) + fmaxf(e, -INFINITY);
            }
            v = warpSum(v);
            if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
            __syncthreads();
            if (threadIdx.x == 0) {
              atomicAdd(&norms[blockIdx.x], rsqrtf(sums[0] + eps));
              if (isnan(v)) printf("row %d\\n", blockIdx.x);
            }
          }
          """);
  private static final CudaSource BAD =
      new CudaSource(
          "bad.cu",
          """
          extern "C" __global__ void k(float* a) {
            int i = threadIdx.x;
            a[i] = undeclared + 1;
          }
          """);

  private static List<CudaCompiler> installed() {
    var compilers = new ArrayList<CudaCompiler>();
    for (var route : CompilerSearch.installed()) {
      try {
        route.find().get().ifPresent(compilers::add);
      } catch (UnusableCompiler _) {
        // As good as none.
      }
    }
    NeedCondition.require(!compilers.isEmpty(), Need.CUDA, "none is of use");
    return compilers;
  }

  @Test
  void all_make_the_same_signature_for_any_card_with_the_sources_lines() {
    for (var compiler : installed()) {
      var ptx = compiler.compile(GOOD);
      assertThat(KernelSignature.of(ptx)).as(compiler.name()).containsOnlyKeys("rowNorms");
      assertThat(Objects.requireNonNull(KernelSignature.of(ptx).get("rowNorms")).parameters())
          .as(compiler.name())
          .extracting(KernelSignature.Parameter::offset)
          .containsExactly(0, 8, 16, 20);
      assertThat(ptx)
          .as(compiler.name())
          .containsPattern("\\.target sm_75")
          .containsPattern("\\.file\\s+1 \"norms\\.cu\"")
          .containsPattern("\\.loc\\s+1 11 ")
          .doesNotContain(System.getProperty("java.io.tmpdir"));
      assertThat(PtxVersion.of(ptx)).as(compiler.name()).isGreaterThanOrEqualTo(63);
    }
  }

  @Test
  void all_make_what_runs_on_the_emulator_with_one_result() {
    int columns = 45;
    var x = new float[3 * columns];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(i);
    }
    for (var compiler : installed()) {
      var gpu = Gpu.on(new EmulatedGpu());
      var norms = gpu.floatsOf("norms", 0, 0, 0);
      gpu.load(compiler.compile(GOOD))
          .kernel("rowNorms")
          .launch(GpuLaunch.of(3, 32), gpu.floatsOf("x", x), norms, columns, 0.25f);
      for (int row = 0; row < 3; row++) {
        double sum = 0.25;
        for (int j = 0; j < columns; j++) {
          double e = x[row * columns + j];
          sum += e * e + Math.tanh(e) * Math.exp(-e) + e;
        }
        assertThat((double) norms.toFloats()[row])
            .as("row %d by %s", row, compiler.name())
            .isCloseTo(1 / Math.sqrt(sum), within(1e-5));
      }
    }
  }

  @Test
  void all_point_at_the_same_place_of_an_error() {
    for (var compiler : installed()) {
      var error = catchThrowableOfType(CudaCompileError.class, () -> compiler.compile(BAD));
      assertThat(error.first().file()).as(compiler.name()).isEqualTo("bad.cu");
      assertThat(error.first().line()).as(compiler.name()).isEqualTo(3);
      assertThat(error.first().column()).as(compiler.name()).isIn(0, 10);
      assertThat(error.first().message()).as(compiler.name()).contains("undeclared");
    }
  }
}
