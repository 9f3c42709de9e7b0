package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Stencils and images, against plain loops.
class GridKernelsTest {
  private static final int W = 37;
  private static final int H = 21;
  private static final Dim3 BLOCK = Dim3.of(16, 8);
  private static final Dim3 GRID = Dim3.of(3, 3);

  private static Lab.Outcome launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    return Lab.of("grids").launch(kernel, grid, block, 0, arguments);
  }

  @Test
  void a_stencil_in_three_dimensions() {
    int n = 6;
    float[] u = random(n * n * n, 2);
    var out = launch("stencil_3d", Dim3.of(1), new Dim3(4, 2, 4), u, new float[n * n * n], n);
    close(out.floats(1), 1e-6)
        .to(i -> {
          int x = i % n;
          int y = i / n % n;
          int z = i / n / n;
          boolean inside = Math.min(x, Math.min(y, z)) > 0 && Math.max(x, z) <= 4 && y <= 2;
          return inside
              ? ((double) u[i - 1] + u[i + 1] + u[i - n] + u[i + n] + u[i - n * n] + u[i + n * n])
                  / 6
              : 0;
        });
  }

  @Test
  void the_game_of_life() {
    byte[] a = new byte[W * H];
    var random = new Random(3);
    for (int i = 0; i < a.length; i++) {
      a[i] = (byte) random.nextInt(2);
    }
    byte[] expected = new byte[W * H];
    for (int i = 0; i < a.length; i++) {
      int n = 0;
      for (int k = 0; k < 9; k++) {
        n += k == 4 ? 0 : a[(i / W + k / 3 - 1 + H) % H * W + (i % W + k % 3 - 1 + W) % W];
      }
      expected[i] = (byte) (n == 3 || (n == 2 && a[i] == 1) ? 1 : 0);
    }
    assertThat(
            (byte[]) launch("game_of_life", GRID, BLOCK, a, new byte[W * H], W, H).arrays().get(1))
        .isEqualTo(expected);
  }

  @Test
  void mandelbrot_takes_each_point_its_own_number_of_steps() {
    int[] expected = new int[W * H];
    for (int i = 0; i < expected.length; i++) {
      double cx = -2.0 + 3.0 * (i % W) / W;
      double cy = -1.0 + 2.0 * Math.floorDiv(i, W) / H;
      double x = 0;
      double y = 0;
      while (expected[i] < 100 && x * x + y * y < 4) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        expected[i]++;
      }
    }
    var out = launch("mandelbrot", GRID, BLOCK, new int[W * H], W, H, 100);
    assertThat(out.ints(0)).isEqualTo(expected);
    assertThat(out.report().total().laneEfficiency()).isBetween(0.1, 0.9);
  }

  @Test
  void grey_from_colours() {
    byte[] a = new byte[4 * 100];
    new Random(8).nextBytes(a);
    byte[] expected = new byte[100];
    for (int i = 0; i < 100; i++) {
      expected[i] =
          (byte)
              ((77 * (a[4 * i] & 255) + 150 * (a[4 * i + 1] & 255) + 29 * (a[4 * i + 2] & 255))
                  >> 8);
    }
    assertThat(
            (byte[])
                launch("rgb_to_grey", Dim3.of(4), Dim3.of(32), a, new byte[100], 100)
                    .arrays()
                    .get(1))
        .isEqualTo(expected);
  }
}
