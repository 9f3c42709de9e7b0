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
  void adds_vectors_whose_length_is_no_multiple_of_the_block() {
    int n = 1000;
    float[] a = random(n, 1);
    float[] b = random(n, 2);
    var out = Lab.of("vecadd").launch("vecadd", FOUR, Dim3.of(256), 0, a, b, new float[n], n);
    close(out.floats(2), 1e-7).to(i -> a[i] + b[i]);
  }

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
  void fuses_elementwise_arithmetic() {
    float[] x = random(1024, 4);
    float[] z = random(1024, 5);
    var out =
        Lab.of("fused").launch("fused_math", FOUR, Dim3.of(256), 0, x, z, new float[1024], 1024);
    close(out.floats(2), 1e-5)
        .to(i -> {
          double v = x[i];
          double w = z[i];
          double s = 1 / (1 + Math.exp(-v));
          double t = Math.sqrt(Math.abs(v)) + 1 / Math.sqrt(w * w + 1e-5);
          double u =
              Math.max(v, 0) * Math.min(w, 1)
                  + Math.log(Math.abs(v) + 1)
                  + Math.log(Math.abs(w) + 1);
          return s * t + u / (w * w + 1);
        });
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
    close(out.floats(1), 1e-4).to(new double[] {sum(x)});
  }

  private static double sum(float[] x) {
    double sum = 0;
    for (float v : x) {
      sum += v;
    }
    return sum;
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
  void arrays_of_a_thread_of_its_own() {
    float[] x = random(512, 23);
    var out =
        Lab.of("misc").launch("localarr", Dim3.of(2), Dim3.of(256), 0, x, new float[512], 512, 3);
    close(out.floats(1), 1e-6).to(i -> x[(i + 3) % 512] + x[(i + 5) % 512]);
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
