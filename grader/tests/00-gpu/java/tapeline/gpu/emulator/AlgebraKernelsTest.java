package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Linear algebra, against plain Java.
class AlgebraKernelsTest {
  private static final Dim3 ONE = Dim3.of(1);

  private static Lab.Outcome launch(
      String kernel, Dim3 grid, Dim3 block, int shared, Object... arguments) {
    return Lab.of("science").launch(kernel, grid, block, shared, arguments);
  }

  @Test
  void a_fourier_transform() {
    float[] x = random(256, 4);
    close(launch("fft_128", ONE, Dim3.of(64), 0, x, new float[256]).floats(1), 1e-4)
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
  void a_matrix_times_a_vector_by_warps() {
    float[] a = random(11 * 70, 5);
    float[] x = random(70, 6);
    var out = launch("matvec_by_warps", Dim3.of(3), Dim3.of(32, 4), 0, a, x, new float[11], 11, 70);
    close(out.floats(2), 1e-5)
        .to(r -> {
          double sum = 0;
          for (int j = 0; j < 70; j++) {
            sum += (double) a[r * 70 + j] * x[j];
          }
          return sum;
        });
  }

  @Test
  void a_sparse_matrix_times_a_vector() {
    int rows = 50;
    var random = new Random(7);
    int[] ptr = new int[rows + 1];
    for (int r = 0; r < rows; r++) {
      ptr[r + 1] = ptr[r] + random.nextInt(9);
    }
    int[] col = random.ints(ptr[rows], 0, rows).toArray();
    float[] val = random(ptr[rows], 8);
    float[] x = random(rows, 9);
    close(
            launch("spmv_csr", Dim3.of(2), Dim3.of(32), 0, ptr, col, val, x, new float[rows], rows)
                .floats(4),
            1e-5)
        .to(r -> {
          double sum = 0;
          for (int k = ptr[r]; k < ptr[r + 1]; k++) {
            sum += (double) val[k] * x[col[k]];
          }
          return sum;
        });
  }

  @Test
  void matrices_in_double() {
    int n = 16;
    int[] a = new int[2 * n * n];
    int[] b = new int[2 * n * n];
    for (int i = 0; i < n * n; i++) {
      a[2 * i + 1] = (int) (Double.doubleToRawLongBits(Math.sin(i)) >> 32);
      b[2 * i + 1] = (int) (Double.doubleToRawLongBits(Math.cos(i)) >> 32);
    }
    int[] c =
        launch("matmul_double", Dim3.of(2, 2), Dim3.of(8, 8), 0, a, b, new int[2 * n * n], n)
            .ints(2);
    for (int i = 0; i < n * n; i++) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += SumKernelsTest.value(a, i / n * n + k) * SumKernelsTest.value(b, k * n + i % n);
      }
      assertThat(SumKernelsTest.value(c, i))
          .isCloseTo(sum, org.assertj.core.data.Offset.offset(1e-12));
    }
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
    assertThat(launch("dot_bytes", Dim3.of(5), Dim3.of(32), 0, a, b, new int[160], 6).ints(2))
        .isEqualTo(expected);
  }

  @Test
  void a_cholesky_factor_multiplies_back() {
    int n = 20;
    float[] m = random(n * n, 12);
    float[] a = new float[n * n];
    for (int i = 0; i < n * n; i++) {
      for (int k = 0; k < n; k++) {
        a[i] += m[i / n * n + k] * m[i % n * n + k];
      }
      a[i] += i / n == i % n ? n : 0;
    }
    float[] l = launch("cholesky", ONE, Dim3.of(n), 4 * n * n, a, n).floats(0);
    float[] back = new float[n * n];
    for (int i = 0; i < n * n; i++) {
      for (int k = 0; k < n; k++) {
        back[i] += l[i / n * n + k] * l[i % n * n + k];
      }
    }
    close(back, 1e-5).to(i -> a[i]);
  }
}
