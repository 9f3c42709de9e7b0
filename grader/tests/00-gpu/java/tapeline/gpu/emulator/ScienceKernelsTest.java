package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Simulation, shortest ways, a Fourier transform and products of bytes, against plain Java.
class ScienceKernelsTest {
  private static final Dim3 ONE = Dim3.of(1);

  private static Lab.Outcome launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    return Lab.of("science").launch(kernel, grid, block, 0, arguments);
  }

  @Test
  void bodies_attract_each_other() {
    int n = 128;
    float[] p = random(4 * n, 1);
    close(launch("nbody_tiled", Dim3.of(2), Dim3.of(64), p, new float[4 * n], n).floats(1), 2e-4)
        .to(i -> {
          if (i % 4 == 3) {
            return 0;
          }
          double sum = 0;
          for (int j = 0; j < n; j++) {
            double square = 0.01f;
            for (int k = 0; k < 3; k++) {
              square += Math.pow((double) p[4 * j + k] - p[i / 4 * 4 + k], 2);
            }
            sum += p[4 * j + 3] / (square * Math.sqrt(square)) * ((double) p[4 * j + i % 4] - p[i]);
          }
          return sum;
        });
  }

  @Test
  void pi_by_chance() {
    long hits = 0;
    for (int thread = 0; thread < 128; thread++) {
      int x = 12345 + 77 * thread;
      for (int i = 0; i < 50; i++) {
        x = 1664525 * x + 1013904223;
        float a = (x >>> 8) * (1f / 16777216);
        x = 1664525 * x + 1013904223;
        float b = (x >>> 8) * (1f / 16777216);
        hits += a * a + b * b < 1 ? 1 : 0;
      }
    }
    assertThat(launch("monte_carlo_pi", Dim3.of(4), Dim3.of(32), new int[2], 50).ints(0))
        .containsExactly((int) hits, 0);
  }

  @Test
  void shortest_ways_between_all_points() {
    int n = 13;
    var random = new Random(13);
    int[] d = new int[n * n];
    for (int i = 0; i < n * n; i++) {
      d[i] = i / n == i % n ? 0 : 1 + random.nextInt(40);
    }
    int[] expected = d.clone();
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n * n; i++) {
        expected[i] = Math.min(expected[i], expected[i / n * n + k] + expected[k * n + i % n]);
      }
    }
    assertThat(launch("floyd_warshall", ONE, Dim3.of(n, n), d, n).ints(0)).isEqualTo(expected);
  }

  @Test
  void a_fourier_transform() {
    float[] x = random(256, 4);
    close(launch("fft_128", ONE, Dim3.of(64), x, new float[256]).floats(1), 1e-4)
        .to(i -> {
          double sum = 0;
          for (int j = 0; j < 128; j++) {
            double angle = -2 * Math.PI * j * Math.floorDiv(i, 2) / 128;
            sum +=
                i % 2 == 0
                    ? x[2 * j] * Math.cos(angle) - x[2 * j + 1] * Math.sin(angle)
                    : x[2 * j] * Math.sin(angle) + x[2 * j + 1] * Math.cos(angle);
          }
          return sum;
        });
  }

  @Test
  void dot_products_of_bytes() {
    int[] a = new Random(10).ints(5 * 6).toArray();
    int[] b = new Random(11).ints(32 * 6).toArray();
    int[] expected = new int[5 * 32];
    for (int i = 0; i < expected.length; i++) {
      for (int t = 0; t < 24; t++) {
        expected[i] +=
            (byte) (a[i / 32 * 6 + t / 4] >> (8 * (t % 4)))
                * (byte) (b[i % 32 * 6 + t / 4] >> (8 * (t % 4)));
      }
    }
    assertThat(launch("dot_bytes", Dim3.of(5), Dim3.of(32), a, b, new int[160], 6).ints(2))
        .isEqualTo(expected);
  }
}
