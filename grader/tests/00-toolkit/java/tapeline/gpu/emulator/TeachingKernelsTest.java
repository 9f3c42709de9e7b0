package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.assertClose;
import static tapeline.gpu.emulator.Lab.each;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;

/// The kernels that courses begin with, each against plain Java.
class TeachingKernelsTest {
  private static final Dim3 FOUR = Dim3.of(4);

  @Test
  void adds_vectors_whose_length_is_no_multiple_of_the_block() {
    int n = 1000;
    float[] a = random(n, 1);
    float[] b = random(n, 2);
    var out = Lab.of("vecadd").launch("vecadd", FOUR, Dim3.of(256), 0, a, b, new float[n], n);
    assertClose(out.floats(2), each(n, i -> a[i] + b[i]), 1e-7);
  }

  @Test
  void saxpy_strides_over_the_grid() {
    int n = 1000;
    float[] x = random(n, 1);
    float[] y = random(n, 2);
    var out = Lab.of("vecadd").launch("saxpy", Dim3.of(2), Dim3.of(128), 0, 2f, x, y, n);
    assertClose(out.floats(2), each(n, i -> 2f * x[i] + y[i]), 1e-6);
  }

  @Test
  void sine_and_cosine_reduce_large_arguments() {
    float[] x = random(1024, 3);
    x[5] = 100000.5f;
    x[6] = 1e6f;
    x[7] = -3e8f;
    var out = Lab.of("fused").launch("trig", FOUR, Dim3.of(256), 0, x, new float[1024], 1024);
    assertClose(
        out.floats(1), each(1024, i -> Math.sin(x[i]) + Math.cos(x[i]) + Math.sin(x[i])), 1e-5);
  }

  @Test
  void fuses_elementwise_arithmetic() {
    float[] x = random(1024, 4);
    float[] z = random(1024, 5);
    var out =
        Lab.of("fused").launch("fused_math", FOUR, Dim3.of(256), 0, x, z, new float[1024], 1024);
    assertClose(
        out.floats(2),
        each(
            1024,
            i -> {
              double v = x[i];
              double w = z[i];
              double s = 1 / (1 + Math.exp(-v));
              double t = Math.sqrt(Math.abs(v)) + 1 / Math.sqrt(w * w + 1e-5);
              double u =
                  Math.max(v, 0) * Math.min(w, 1)
                      + Math.log(Math.abs(v) + 1)
                      + Math.log(Math.abs(w) + 1);
              return s * t + u / (w * w + 1);
            }),
        1e-5);
  }

  @Test
  void gelu_with_bias() {
    float[] x = random(1024, 6);
    float[] bias = random(32, 7);
    var out =
        Lab.of("fused")
            .launch("bias_gelu", FOUR, Dim3.of(256), 0, x, bias, new float[1024], 32, 32);
    assertClose(
        out.floats(2),
        each(
            1024,
            i -> {
              double v = x[i] + bias[i % 32];
              return 0.5 * v * (1 + Math.tanh(0.7978845608 * (v + 0.044715 * v * v * v)));
            }),
        1e-5);
  }

  @Test
  void powers_exponentials_and_the_error_function() {
    float[] x = random(1024, 8);
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.abs(x[i]);
    }
    var out = Lab.of("fused").launch("powk", FOUR, Dim3.of(256), 0, x, new float[1024], 1024);
    assertClose(
        out.floats(1), each(1024, i -> Math.pow(x[i], 1.7f) + Math.exp(x[i]) + erf(x[i])), 1e-5);
  }

  private static double erf(double x) {
    double sum = 0;
    int n = 2000;
    for (int i = 0; i <= n; i++) { // Simpson's rule
      double t = x * i / n;
      sum += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * Math.exp(-t * t);
    }
    return sum * x / n / 3 * 2 / Math.sqrt(Math.PI);
  }

  @Test
  void vectors_of_four() {
    float[] x = random(1024, 9);
    var out = Lab.of("fused").launch("vec4", Dim3.of(1), Dim3.of(256), 0, x, new float[1024], 256);
    assertClose(out.floats(1), each(1024, i -> 2 * x[i]), 0);
    assertThat(out.report().total().sectorsPerRequest()).isEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reduce_shared", "reduce_bad"})
  void reduces_in_shared_memory(String kernel) {
    float[] x = random(4000, 10);
    var out = Lab.of("reduce").launch(kernel, Dim3.of(16), Dim3.of(256), 0, x, new float[16], 4000);
    double total = 0;
    for (float v : out.floats(1)) {
      total += v;
    }
    assertThat(total).isCloseTo(sum(x), org.assertj.core.data.Offset.offset(1e-3));
  }

  @Test
  void reduces_by_shuffles_and_one_atomic() {
    float[] x = random(4000, 11);
    var out =
        Lab.of("reduce").launch("reduce_warp", Dim3.of(8), Dim3.of(256), 0, x, new float[1], 4000);
    assertClose(out.floats(1), new double[] {sum(x)}, 1e-4);
  }

  private static double sum(float[] x) {
    double sum = 0;
    for (float v : x) {
      sum += v;
    }
    return sum;
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
    assertClose(out.floats(1), expected, 1e-5);
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
    assertClose(out.floats(2), expected, 1e-4);
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
    assertClose(out.floats(1), each(w * h, i -> x[i % h * w + i / h]), 0);
    assertThat(out.report().total().sectorsPerRequest()).isEqualTo(sectors);
    assertThat(out.report().total().wavefrontsPerRequest()).isEqualTo(wavefronts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hist_global", "hist_shared"})
  void counts_bytes(String kernel) {
    int n = 10000;
    var data = new byte[n];
    new Random(16).nextBytes(data);
    var expected = new int[256];
    for (byte v : data) {
      expected[v & 255]++;
    }
    var out = Lab.of("histogram").launch(kernel, FOUR, Dim3.of(256), 0, data, new int[256], n);
    assertThat(out.ints(1)).isEqualTo(expected);
  }

  @Test
  void all_kinds_of_atomics_and_votes() {
    var out =
        Lab.of("histogram")
            .launch(
                "atomics_misc",
                Dim3.of(1),
                Dim3.of(32),
                0,
                new int[8],
                new int[64],
                new int[2],
                new float[1],
                new int[2]);
    assertThat(Arrays.copyOf(out.ints(0), 5)).containsExactly(31, 0, 32, 31, -32);
    assertThat(Arrays.copyOf(out.ints(1), 4)).containsExactly(-1, 0, 0, 14);
    assertThat(out.ints(2)).containsExactly(32, 0);
    assertThat(out.floats(3)).containsExactly(32);
    assertThat(
            Double.longBitsToDouble((long) out.ints(4)[1] << 32 | (out.ints(4)[0] & 0xffffffffL)))
        .isEqualTo(32);
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
    assertClose(
        out.floats(1),
        each(
            n,
            i -> {
              double sum = 0;
              for (int j = 0; j < 5; j++) {
                int p = i + j - 2;
                sum += p >= 0 && p < n ? x[p] * w[j] : 0;
              }
              return sum;
            }),
        1e-5);
  }

  @Test
  void normalises_layers() {
    int d = 128;
    float[] x = random(4 * d, 19);
    float[] g = random(d, 20);
    float[] b = random(d, 21);
    var out =
        Lab.of("misc").launch("layernorm", FOUR, Dim3.of(64), 0, x, g, b, new float[4 * d], d);
    assertClose(
        out.floats(3),
        each(
            4 * d,
            i -> {
              double mean = 0;
              double square = 0;
              for (int j = 0; j < d; j++) {
                double v = x[i / d * d + j];
                mean += v / d;
                square += v * v / d;
              }
              return (x[i] - mean) / Math.sqrt(square - mean * mean + 1e-5) * g[i % d] + b[i % d];
            }),
        1e-5);
  }

  @Test
  void gathers_rows_with_64_bit_indices() {
    float[] x = random(512, 22);
    int[] rows = {3, 1, 0, 2};
    var out =
        Lab.of("misc")
            .launch("gather", Dim3.of(2), Dim3.of(256), 0, x, rows, new float[512], 4, 128);
    assertClose(out.floats(2), each(512, i -> x[rows[i / 128] * 128 + i % 128]), 0);
  }

  @Test
  void arrays_of_a_thread_of_its_own() {
    float[] x = random(512, 23);
    var out =
        Lab.of("misc").launch("localarr", Dim3.of(2), Dim3.of(256), 0, x, new float[512], 512, 3);
    assertClose(out.floats(1), each(512, i -> x[(i + 3) % 512] + x[(i + 5) % 512]), 1e-6);
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
    assertClose(
        out.floats(0),
        each(
            n,
            i -> {
              double m = (1 - 0.9f) * g[i];
              double v = (1 - 0.999f) * (double) g[i] * g[i];
              return p[i] - 0.01f * (m / 0.1f) / (Math.sqrt(v / 0.001f) + 1e-8);
            }),
        1e-5);
  }

  @Test
  void one_thread_looks_for_the_largest() {
    float[] x = random(300, 26);
    x[102] = 9;
    var out = Lab.of("misc").launch("argmax", Dim3.of(1), Dim3.of(1), 0, x, new int[4], 300);
    assertThat(out.ints(1)).containsExactly(0, 0, 95, 0);
  }

  @Test
  void random_numbers_by_shifts() {
    int[] seeds = new Random(27).ints(512).toArray();
    var out = Lab.of("misc").launch("rng", Dim3.of(2), Dim3.of(256), 0, seeds, new float[512], 512);
    assertThat(out.ints(0))
        .isEqualTo(
            Arrays.stream(seeds)
                .map(x -> {
                  x ^= x << 13;
                  x ^= x >>> 17;
                  return x ^ x << 5;
                })
                .toArray());
  }
}
