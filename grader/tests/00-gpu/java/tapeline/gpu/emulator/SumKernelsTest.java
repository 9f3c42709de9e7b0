package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Reductions of many shapes, against plain loops.
class SumKernelsTest {
  private static Lab.Outcome launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    return Lab.of("sums").launch(kernel, grid, block, 0, arguments);
  }

  @Test
  void sums_of_rows() {
    float[] x = random(9 * 301, 2);
    var out = launch("batched_row_sums", Dim3.of(9), Dim3.of(96), x, new float[9], 301);
    close(out.floats(1), 1e-5)
        .to(r -> {
          double sum = 0;
          for (int j = 0; j < 301; j++) {
            sum += x[r * 301 + j];
          }
          return sum;
        });
  }

  private static int[] doubles(int n, long seed) {
    var random = new Random(seed);
    int[] halves = new int[2 * n];
    for (int i = 0; i < n; i++) {
      long bits = Double.doubleToRawLongBits(random.nextDouble() - 0.5);
      halves[2 * i] = (int) bits;
      halves[2 * i + 1] = (int) (bits >> 32);
    }
    return halves;
  }

  private static double value(int[] halves, int i) {
    return Double.longBitsToDouble((long) halves[2 * i + 1] << 32 | (halves[2 * i] & 0xffffffffL));
  }

  @Test
  void a_dot_product_in_double() {
    int[] x = doubles(1000, 4);
    int[] y = doubles(1000, 5);
    var out = launch("dot_double", Dim3.of(3), Dim3.of(128), x, y, new int[2], 1000);
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += value(x, i) * value(y, i);
    }
    assertThat(value(out.ints(2), 0)).isCloseTo(sum, org.assertj.core.data.Offset.offset(1e-11));
  }

  @Test
  void a_compensated_sum() {
    float[] x = random(6400, 7);
    x[17] = 1e6f;
    double sum = 0;
    for (float v : x) {
      sum += v;
    }
    close(launch("sum_compensated", Dim3.of(1), Dim3.of(64), x, new float[1], 6400).floats(1), 1e-7)
        .to(new double[] {sum});
  }

  @Test
  void a_histogram_by_matching_lanes() {
    int[] x = new Random(10).ints(1000, 0, 16).toArray();
    int[] expected = new int[16];
    Arrays.stream(x).forEach(v -> expected[v]++);
    assertThat(launch("histogram_by_match", Dim3.of(8), Dim3.of(128), x, new int[16], 1000).ints(1))
        .isEqualTo(expected);
  }

  @Test
  void questions_to_all_threads_at_once() {
    int[] x = new Random(11).ints(64, 0, 100).toArray();
    x[40] = 77;
    int[] odd = new int[2];
    for (int i = 0; i < 64; i++) {
      odd[i / 32] ^= x[i] & 1;
    }
    assertThat(launch("any_all_parity", Dim3.of(1), Dim3.of(64), x, new int[4]).ints(1))
        .containsExactly(1, 1, odd[0], odd[1]);
  }
}
