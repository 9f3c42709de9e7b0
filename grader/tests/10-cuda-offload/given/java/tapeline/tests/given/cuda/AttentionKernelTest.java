package tapeline.tests.given.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.tensor.Tensor;

/// Attention in one kernel.
class AttentionKernelTest {
  private static final int HEAD = 32;

  private final EmulatedGpu device = new EmulatedGpu().mode(Mode.RACES);
  private final Gpu gpu = Gpu.on(device);
  private final CourseKernels kernels = new CourseKernels(gpu);

  private static float[] numbers(int n, int seed) {
    return Tensor.normal(new Random(seed), n * HEAD).times(2).toArray();
  }

  /// Row i of the answer, in double and with the whole row of scores.
  private static double[] row(float[] q, float[] k, float[] v, int i) {
    var weights = new double[i + 1];
    double most = Double.NEGATIVE_INFINITY;
    for (int j = 0; j <= i; j++) {
      for (int d = 0; d < HEAD; d++) {
        weights[j] += (double) q[i * HEAD + d] * k[j * HEAD + d] / Math.sqrt(HEAD);
      }
      most = Math.max(most, weights[j]);
    }
    double total = 0;
    var row = new double[HEAD];
    for (int j = 0; j <= i; j++) {
      double weight = Math.exp(weights[j] - most);
      total += weight;
      for (int d = 0; d < HEAD; d++) {
        row[d] += weight * v[j * HEAD + d];
      }
    }
    for (int d = 0; d < HEAD; d++) {
      row[d] /= total;
    }
    return row;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 64, 97, 130})
  void is_the_softmax_of_the_scores_times_the_values(int n) {
    var q = numbers(n, 1);
    var k = numbers(n, 2);
    var v = numbers(n, 3);
    q[0] = 3000; // scores that no exp could hold
    var o = gpu.floats("o", n * HEAD);
    kernels.attention(gpu.floatsOf("q", q), gpu.floatsOf("k", k), gpu.floatsOf("v", v), o, n);
    assertThat(device.lastReport().findings()).as("races").isEmpty();
    var got = o.toFloats();
    for (int i = 0; i < n; i++) {
      var expected = row(q, k, v, i);
      for (int d = 0; d < HEAD; d++) {
        assertThat((double) got[i * HEAD + d])
            .as("o[%d, %d]", i, d)
            .isCloseTo(expected[d], within(1e-4));
      }
    }
  }

  @Test
  void its_counts_are_those_of_the_table() {
    int n = 256;
    device.mode(Mode.COUNTERS);
    var x = gpu.floatsOf("x", numbers(n, 1));
    kernels.attention(x, x, x, gpu.floats("o", n * HEAD), n);
    var total = device.lastReport().total();
    assertThat(
            "%,d, %.2f | %,d, %.2f | %.2f"
                .formatted(
                    total.requests(),
                    total.sectorsPerRequest(),
                    total.sharedRequests(),
                    total.wavefrontsPerRequest(),
                    total.intensity()))
        .isEqualTo("1,792, 4.00 | 76,032, 1.00 | 26.89");
  }
}
