package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Simulation and graphs, against plain Java.
class ScienceKernelsTest {
  private static final Dim3 ONE = Dim3.of(1);

  private static Lab.Outcome launch(
      String kernel, Dim3 grid, Dim3 block, int shared, Object... arguments) {
    return Lab.of("science").launch(kernel, grid, block, shared, arguments);
  }

  @Test
  void bodies_attract_each_other() {
    int n = 128;
    float[] p = random(4 * n, 1);
    close(launch("nbody_tiled", Dim3.of(2), Dim3.of(64), 0, p, new float[4 * n], n).floats(1), 2e-4)
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
  void prices_of_options() {
    int n = 100;
    float[] s = random(n, 2);
    float[] k = random(n, 3);
    for (int i = 0; i < n; i++) {
      s[i] = 20 + 5 * s[i];
      k[i] = 20 + 5 * k[i];
    }
    var out =
        launch(
            "black_scholes", Dim3.of(4), Dim3.of(32), 0, s, k, new float[n], 0.5f, 0.02f, 0.3f, n);
    close(out.floats(2), 1e-4)
        .to(i -> {
          double d1 =
              (Math.log((double) s[i] / k[i]) + (0.02f + 0.5 * 0.3f * 0.3f) * 0.5)
                  / (0.3f * Math.sqrt(0.5));
          double d2 = d1 - 0.3f * Math.sqrt(0.5);
          return s[i] * normal(d1) - k[i] * Math.exp(-0.02f * 0.5) * normal(d2);
        });
  }

  private static double normal(double x) {
    double sum = 0;
    int n = 4000; // Simpson's rule from −10
    double step = (x + 10) / n;
    for (int i = 0; i <= n; i++) {
      double t = -10 + i * step;
      sum += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * Math.exp(-t * t / 2);
    }
    return sum * step / 3 / Math.sqrt(2 * Math.PI);
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
    assertThat(launch("monte_carlo_pi", Dim3.of(4), Dim3.of(32), 0, new int[2], 50).ints(0))
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
    assertThat(launch("floyd_warshall", ONE, Dim3.of(n, n), 0, d, n).ints(0)).isEqualTo(expected);
  }

  @Test
  void a_step_of_breadth_first_search() {
    int n = 60;
    int[] ptr = new int[n + 1];
    int[] adj = new int[2 * n];
    for (int v = 0; v < n; v++) {
      ptr[v + 1] = 2 * (v + 1);
      adj[2 * v] = (v + 1) % n;
      adj[2 * v + 1] = (v + 7) % n;
    }
    int[] level = new int[n];
    Arrays.fill(level, -1);
    level[3] = 0;
    level[50] = 0;
    var out =
        Lab.of("science")
            .flawed()
            .launch("breadth_first", Dim3.of(2), Dim3.of(32), 0, ptr, adj, level, new int[1], 0, n);
    for (int v : new int[] {4, 10, 51, 57}) {
      assertThat(out.ints(2)[v]).isEqualTo(1);
    }
    assertThat(Arrays.stream(out.ints(2)).filter(l -> l >= 0).count()).isEqualTo(6);
  }

  @Test
  void the_longest_common_subsequence() {
    int n = 32;
    byte[] a = new byte[n];
    byte[] b = new byte[n];
    var random = new Random(14);
    for (int i = 0; i < n; i++) {
      a[i] = (byte) random.nextInt(4);
      b[i] = (byte) random.nextInt(4);
    }
    int[] expected = new int[(n + 1) * (n + 1)];
    for (int i = 1; i <= n; i++) {
      for (int j = 1; j <= n; j++) {
        int at = i * (n + 1) + j;
        expected[at] =
            a[i - 1] == b[j - 1]
                ? expected[at - n - 2] + 1
                : Math.max(expected[at - 1], expected[at - n - 1]);
      }
    }
    assertThat(
            launch(
                    "longest_common_subsequence",
                    ONE,
                    Dim3.of(n),
                    0,
                    a,
                    b,
                    new int[(n + 1) * (n + 1)],
                    n)
                .ints(2))
        .isEqualTo(expected);
  }

  @Test
  void rays_hit_the_nearest_sphere() {
    float[] s = {5, 4, 20, 4, 8, 6, 15, 3, 20, 2, 30, 9};
    close(
            launch("ray_spheres", Dim3.of(1, 10), Dim3.of(32), 0, s, 3, new float[320], 32)
                .floats(2),
            1e-6)
        .to(i -> {
          double best = 1e9f;
          for (int k = 0; k < 3; k++) {
            double d =
                s[4 * k + 3] * s[4 * k + 3]
                    - Math.pow(i % 32 - s[4 * k], 2)
                    - Math.pow(Math.floorDiv(i, 32) - s[4 * k + 1], 2);
            best = d < 0 ? best : Math.min(best, s[4 * k + 2] - Math.sqrt(d));
          }
          return best;
        });
  }
}
