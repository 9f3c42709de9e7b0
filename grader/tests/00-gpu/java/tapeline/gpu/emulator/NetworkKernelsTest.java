package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.Dim3;

/// Kernels that neural networks are made of, each against plain Java.
class NetworkKernelsTest {
  private static final Dim3 FOUR = Dim3.of(4);

  @Test
  void gelu_with_bias() {
    float[] x = random(1024, 6);
    float[] bias = random(32, 7);
    var out =
        Lab.of("fused")
            .launch("bias_gelu", FOUR, Dim3.of(256), 0, x, bias, new float[1024], 32, 32);
    close(out.floats(2), 1e-5)
        .to(i -> {
          double v = x[i] + bias[i % 32];
          return 0.5 * v * (1 + Math.tanh(0.7978845608 * (v + 0.044715 * v * v * v)));
        });
  }

  @ParameterizedTest
  @CsvSource({"softmax", "softmax_warp"})
  void softmax_of_rows(String kernel) {
    int rows = 16;
    int cols = 300;
    float[] x = random(rows * cols, 12);
    double[] expected = new double[rows * cols];
    for (int r = 0; r < rows; r++) {
      double total = 0;
      for (int c = 0; c < cols; c++) {
        expected[r * cols + c] = Math.exp(x[r * cols + c]);
        total += expected[r * cols + c];
      }
      for (int c = 0; c < cols; c++) {
        expected[r * cols + c] /= total;
      }
    }
    var y = new float[rows * cols];
    var out =
        kernel.equals("softmax")
            ? Lab.of("softmax").launch(kernel, Dim3.of(rows), Dim3.of(128), 512, x, y, cols)
            : Lab.of("softmax").launch(kernel, FOUR, Dim3.of(128), 0, x, y, rows, cols);
    close(out.floats(1), 1e-5).to(expected);
  }

  @ParameterizedTest
  @CsvSource({"matmul_naive,16", "matmul_tiled,16", "matmul_reg,64"})
  void multiplies_matrices(String kernel, int tile) {
    int m = 64;
    int n = 128;
    int k = 80;
    float[] a = random(m * k, 13);
    float[] b = random(k * n, 14);
    double[] expected = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        for (int t = 0; t < k; t++) {
          expected[i * n + j] += (double) a[i * k + t] * b[t * n + j];
        }
      }
    }
    var out =
        Lab.of("matmul")
            .launch(
                kernel,
                Dim3.of(n / tile, m / tile),
                Dim3.of(16, 16),
                0,
                a,
                b,
                new float[m * n],
                m,
                n,
                k);
    close(out.floats(2), 1e-4).to(expected);
    assertThat(out.report().total().flops()).isEqualTo(2L * m * n * k);
  }

  @ParameterizedTest
  @CsvSource({"transpose_naive,18,0", "transpose_tile,4,16.5", "transpose_pad,4,1"})
  void transposes_and_counts_what_it_costs(String kernel, double sectors, double wavefronts) {
    int w = 128;
    int h = 96;
    float[] x = random(w * h, 15);
    var out =
        Lab.of("transpose")
            .launch(kernel, Dim3.of(w / 32, h / 32), Dim3.of(32, 8), 0, x, new float[w * h], w, h);
    close(out.floats(1), 0).to(i -> x[i % h * w + i / h]);
    assertThat(out.report().total().sectorsPerRequest()).isEqualTo(sectors);
    assertThat(out.report().total().wavefrontsPerRequest()).isEqualTo(wavefronts);
  }

  @Test
  void convolves_with_constant_memory() {
    int n = 512;
    float[] x = random(n, 17);
    float[] w = random(64, 18);
    var out =
        Lab.of("misc")
            .constant("cw", w)
            .launch("conv1d", Dim3.of(2), Dim3.of(256), 0, x, new float[n], n, 5);
    close(out.floats(1), 1e-5)
        .to(i -> {
          double sum = 0;
          for (int j = 0; j < 5; j++) {
            int p = i + j - 2;
            sum += p >= 0 && p < n ? x[p] * w[j] : 0;
          }
          return sum;
        });
  }

  @Test
  void normalises_layers() {
    int d = 128;
    float[] x = random(4 * d, 19);
    float[] g = random(d, 20);
    float[] b = random(d, 21);
    var out =
        Lab.of("misc").launch("layernorm", FOUR, Dim3.of(64), 0, x, g, b, new float[4 * d], d);
    close(out.floats(3), 1e-5)
        .to(i -> {
          double mean = 0;
          double square = 0;
          for (int j = 0; j < d; j++) {
            double v = x[i / d * d + j];
            mean += v / d;
            square += v * v / d;
          }
          return (x[i] - mean) / Math.sqrt(square - mean * mean + 1e-5) * g[i % d] + b[i % d];
        });
  }

  @Test
  void gathers_rows_with_64_bit_indices() {
    float[] x = random(512, 22);
    int[] rows = {3, 1, 0, 2};
    var out =
        Lab.of("misc")
            .launch("gather", Dim3.of(2), Dim3.of(256), 0, x, rows, new float[512], 4, 128);
    close(out.floats(2), 0).to(i -> x[rows[i / 128] * 128 + i % 128]);
  }

  @Test
  void adam_steps() {
    int n = 512;
    float[] p = random(n, 24);
    float[] g = random(n, 25);
    var out =
        Lab.of("misc")
            .launch(
                "adam",
                Dim3.of(2),
                Dim3.of(256),
                0,
                p,
                g,
                new float[n],
                new float[n],
                0.01f,
                0.9f,
                0.999f,
                1e-8f,
                0.1f,
                0.001f,
                n);
    close(out.floats(0), 1e-5)
        .to(i -> {
          double m = (1 - 0.9f) * g[i];
          double v = (1 - 0.999f) * (double) g[i] * g[i];
          return p[i] - 0.01f * (m / 0.1f) / (Math.sqrt(v / 0.001f) + 1e-8);
        });
  }
}
