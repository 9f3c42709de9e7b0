package tapeline.tests.given.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;

/// The product on tensor cores.
class MatmulTensorTest {
  private final EmulatedGpu device = new EmulatedGpu().mode(Mode.RACES);
  private final Gpu gpu = Gpu.on(device);
  private final CourseKernels kernels = new CourseKernels(gpu);

  private static float[] numbers(int n, int period) {
    var x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = i % period / 7f - 1;
    }
    return x;
  }

  private static double half(float x) {
    return Float.float16ToFloat(Float.floatToFloat16(x));
  }

  @ParameterizedTest
  @CsvSource({"64, 16, 64", "65, 33, 70", "3, 5, 2", "100, 64, 129"})
  void products_of_any_size_are_those_of_half_precision(int m, int k, int n) {
    var a = numbers(m * k, 13);
    var b = numbers(k * n, 11);
    var c = gpu.floats("c", m * n);
    kernels.matmulTensor(gpu.floatsOf("a", a), gpu.floatsOf("b", b), c, m, k, n);
    assertThat(device.lastReport().findings()).as("races").isEmpty();
    var got = c.toFloats();
    for (int i = 0; i < m * n; i++) {
      double sum = 0;
      for (int l = 0; l < k; l++) {
        sum += half(a[i / n * k + l]) * half(b[l * n + i % n]);
      }
      assertThat((double) got[i]).as("c[%d, %d]", i / n, i % n).isCloseTo(sum, within(1e-4));
    }
  }

  @Test
  void its_counts_are_those_of_the_table() {
    int n = 256;
    device.mode(Mode.COUNTERS);
    var a = gpu.floatsOf("a", numbers(n * n, 13));
    kernels.matmulTensor(a, a, gpu.floats("c", n * n), n, n, n);
    LaunchReport report = device.lastReport();
    var total = report.total();
    assertThat(total.tensorFlops()).as("2·256³, all on tensor cores").isEqualTo(2L * n * n * n);
    assertThat(
            "%,d, %.2f | %,d, %.2f | %.2f"
                .formatted(
                    total.requests(),
                    total.sectorsPerRequest(),
                    total.sharedRequests(),
                    total.wavefrontsPerRequest(),
                    total.intensity()))
        .isEqualTo("18,432, 4.00 | 44,032, 1.02 | 14.22");
  }
}
