package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;

/// The kernels that courses begin with, each against plain Java.
class TeachingKernelsTest {
  private static final Dim3 FOUR = Dim3.of(4);

  @Test
  void saxpy_strides_over_the_grid() {
    int n = 1000;
    float[] x = random(n, 1);
    float[] y = random(n, 2);
    var out = Lab.of("vecadd").launch("saxpy", Dim3.of(2), Dim3.of(128), 0, 2f, x, y, n);
    close(out.floats(2), 1e-6).to(i -> 2f * x[i] + y[i]);
  }

  @Test
  void sine_and_cosine_reduce_large_arguments() {
    float[] x = random(1024, 3);
    x[5] = 100000.5f;
    x[6] = 1e6f;
    x[7] = -3e8f;
    var out = Lab.of("fused").launch("trig", FOUR, Dim3.of(256), 0, x, new float[1024], 1024);
    close(out.floats(1), 1e-5).to(i -> Math.sin(x[i]) + Math.cos(x[i]) + Math.sin(x[i]));
  }

  @Test
  void powers_exponentials_and_the_error_function() {
    float[] x = random(1024, 8);
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.abs(x[i]);
    }
    var out = Lab.of("fused").launch("powk", FOUR, Dim3.of(256), 0, x, new float[1024], 1024);
    close(out.floats(1), 1e-5).to(i -> Math.pow(x[i], 1.7f) + Math.exp(x[i]) + erf(x[i]));
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
    close(out.floats(1), 0).to(i -> 2 * x[i]);
    assertThat(out.report().total().sectorsPerRequest()).isEqualTo(16);
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
  void one_thread_looks_for_the_largest() {
    float[] x = random(300, 26);
    x[102] = 9;
    var out = Lab.of("misc").launch("argmax", Dim3.of(1), Dim3.of(1), 0, x, new int[4], 300);
    assertThat(out.ints(1)).containsExactly(0, 0, 95, 0);
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
  void gathers_rows_with_64_bit_indices() {
    float[] x = random(512, 22);
    int[] rows = {3, 1, 0, 2};
    var out =
        Lab.of("misc")
            .launch("gather", Dim3.of(2), Dim3.of(256), 0, x, rows, new float[512], 4, 128);
    close(out.floats(2), 0).to(i -> x[rows[i / 128] * 128 + i % 128]);
  }
}
