package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Kernels that networks are made of, against plain loops in double.
class LearningKernelsTest {
  private static Lab.Outcome launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    return Lab.of("learning").launch(kernel, grid, block, 0, arguments);
  }

  @Test
  void attention_without_storing_the_scores() {
    int n = 64;
    int d = 32;
    float[] q = random(n * d, 1);
    float[] k = random(n * d, 2);
    float[] v = random(n * d, 3);
    var out =
        launch("flash_attention", Dim3.of(n / 4), Dim3.of(32, 4), q, k, v, new float[n * d], n);
    close(out.floats(3), 2e-5)
        .to(i -> {
          double sum = 0;
          double total = 0;
          for (int j = 0; j < n; j++) {
            double score = 0;
            for (int t = 0; t < d; t++) {
              score += (double) q[i / d * d + t] * k[j * d + t];
            }
            double p = Math.exp(score / Math.sqrt(d));
            total += p;
            sum += p * v[j * d + i % d];
          }
          return sum / total;
        });
  }

  @Test
  void rotary_positions() {
    float[] x = random(2 * 9 * 16, 6);
    close(launch("rotary", Dim3.of(9), Dim3.of(16), x, 16).floats(0), 1e-5)
        .to(i -> {
          int pair = i / 2;
          double angle = Math.floorDiv(pair, 16) * Math.pow(10000, -(pair % 16) / 16.0);
          double s = Math.sin(angle);
          double c = Math.cos(angle);
          return i % 2 == 0 ? x[i] * c - x[i + 1] * s : x[i - 1] * s + x[i] * c;
        });
  }

  @Test
  void rows_become_bytes() {
    float[] x = random(3 * 40, 12);
    var out = launch("quantise_rows", Dim3.of(3), Dim3.of(32), x, new byte[120], new float[3], 40);
    byte[] q = (byte[]) out.arrays().get(1);
    for (int i = 0; i < 120; i++) {
      assertThat(Math.abs(q[i] * out.floats(2)[i / 40] - x[i]))
          .isLessThanOrEqualTo(out.floats(2)[i / 40] * 0.5001f);
    }
  }

  @Test
  void launches_give_the_same_bits_on_any_number_of_cores() {
    float[] x = random(3 * 900, 18);
    float[] c = random(3 * 4, 19);
    float[] first = null;
    for (int cores : new int[] {1, 2, 7}) {
      var gpu = new Emulator().cores(cores).load(Lab.text("learning.ptx"));
      long px = gpu.allocate("x", 4L * x.length);
      gpu.write(px, x);
      long pc = gpu.allocate("c", 48);
      gpu.write(pc, c);
      long sum = gpu.allocate("sum", 48);
      gpu.write(sum, new float[12]);
      long label = gpu.allocate("label", 3600);
      long count = gpu.allocate("count", 16);
      gpu.write(count, new int[4]);
      gpu.launch(
          "nearest_centroid", Dim3.of(29), Dim3.of(32), 0, px, pc, label, sum, count, 900, 4, 3);
      float[] result = gpu.readFloats(sum, 12);
      first = first == null ? result : first;
      assertThat(result).isEqualTo(first);
    }
  }
}
