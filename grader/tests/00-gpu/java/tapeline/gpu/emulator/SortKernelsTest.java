package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Sorting, numbers, recursion and calls, against plain Java.
class SortKernelsTest {
  private static final Dim3 ONE = Dim3.of(1);

  private static Lab.Outcome launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    return Lab.of("sorts").launch(kernel, grid, block, 0, arguments);
  }

  private static float[] sorted(float[] x) {
    float[] y = x.clone();
    Arrays.sort(y);
    return y;
  }

  @Test
  void odd_and_even() {
    float[] x = random(75, 2);
    assertThat(Lab.of("sorts").launch("sort_odd_even", ONE, Dim3.of(96), 400, x, 75).floats(0))
        .isEqualTo(sorted(x));
  }

  @Test
  void collatz() {
    assertThat(launch("collatz_lengths", Dim3.of(4), Dim3.of(32), new int[100], 100).ints(0))
        .isEqualTo(
            IntStream.rangeClosed(1, 100)
                .map(start -> {
                  int steps = 0;
                  for (long v = start; v != 1; v = v % 2 == 1 ? 3 * v + 1 : v / 2) {
                    steps++;
                  }
                  return steps;
                })
                .toArray());
  }

  @Test
  void powers_modulo() {
    int[] base = new Random(9).ints(32, 1, Integer.MAX_VALUE).toArray();
    var out = launch("powers_modulo", ONE, Dim3.of(32), base, new int[32], 65537, 1_000_000_007);
    assertThat(out.ints(1))
        .isEqualTo(
            Arrays.stream(base)
                .map(b ->
                    BigInteger.valueOf(b)
                        .modPow(BigInteger.valueOf(65537), BigInteger.valueOf(1_000_000_007))
                        .intValue())
                .toArray());
  }

  @Test
  void bit_tricks() {
    int[] x = new Random(10).ints(32).toArray();
    int[] out = launch("bit_tricks", ONE, Dim3.of(32), x, new int[7 * 32], 32).ints(1);
    for (int i = 0; i < 32; i++) {
      int v = x[i];
      int w = x[(i + 1) % 32];
      int permuted =
          bytes(v, w, 4) | bytes(v, w, 7) << 8 | bytes(v, w, 2) << 16 | bytes(v, w, 5) << 24;
      int distance = Integer.compareUnsigned(v, w) > 0 ? v - w : w - v;
      int shift = w & 63;
      assertThat(Arrays.copyOfRange(out, 7 * i, 7 * i + 7))
          .as("lane %d", i)
          .containsExactly(
              Integer.reverse(v),
              Integer.bitCount(v)
                  + 100 * Integer.numberOfLeadingZeros(v)
                  + 10000 * (Integer.numberOfTrailingZeros(v) + 1),
              i == 0 ? w : w << i | v >>> (32 - i),
              permuted,
              (int) (((v & 0xffffffffL) * (w & 0xffffffffL)) >>> 32),
              (int) (((long) v * w) >> 32),
              distance + 5 ^ (shift > 31 ? 0 : v >>> shift) ^ (v << 8 >> 8) * (w << 8 >> 8));
    }
  }

  private static int bytes(int low, int high, int i) {
    return (i < 4 ? low >>> (8 * i) : high >>> (8 * (i - 4))) & 255;
  }

  @Test
  void transposes_bits_by_votes() {
    int[] x = new Random(11).ints(32).toArray();
    int[] expected = new int[32];
    for (int i = 0; i < 32; i++) {
      for (int k = 0; k < 32; k++) {
        expected[k] |= (x[i] >>> k & 1) << i;
      }
    }
    assertThat(launch("transpose_bits", ONE, Dim3.of(32), x, new int[32]).ints(1))
        .isEqualTo(expected);
  }

  @Test
  void lanes_recurse_to_their_own_depths() {
    int[] fibonacci = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
    assertThat(launch("recursion_by_lane", ONE, Dim3.of(32), new int[32]).ints(0))
        .isEqualTo(IntStream.range(0, 32).map(i -> fibonacci[i % 11]).toArray());
  }

  @Test
  void lanes_call_different_functions() {
    float[] a = random(32, 12);
    float[] b = random(32, 13);
    var out = launch("function_pointers", ONE, Dim3.of(32), a, b, new float[32]);
    close(out.floats(2), 1e-6)
        .to(i -> i % 3 == 0 ? a[i] + b[i] : i % 3 == 1 ? a[i] * b[i] : a[i] * a[i] - b[i]);
  }

  @Test
  void structs_are_passed_by_value() {
    var gpu = new Emulator().load(Lab.text("sorts.ptx"));
    long out = gpu.allocate("out", 12 * 32);
    var point =
        java.nio.ByteBuffer.allocate(12)
            .order(java.nio.ByteOrder.LITTLE_ENDIAN)
            .putFloat(1)
            .putFloat(2)
            .putInt(21);
    gpu.launch("structs_by_value", ONE, Dim3.of(32), 0, point.array(), out);
    close(gpu.readFloats(out, 96), 0)
        .to(i -> i % 3 == 0 ? 1.5 + Math.floorDiv(i, 3) : i % 3 == 1 ? 1.5 : 42);
  }

  @Test
  void every_lane_takes_its_own_case() {
    int[] x = new Random(14).ints(64, 0, 9).toArray();
    int[] expected =
        IntStream.range(0, 64)
            .map(i ->
                switch (x[i]) {
                  case 0 -> i;
                  case 1 -> i * i;
                  case 2 -> i << 3 ^ 0x55;
                  case 3 -> 3 ^ 0x55;
                  case 4 -> 4 + i * (i - 1) / 2;
                  case 5 -> i % 7;
                  case 6 -> i % 2 == 1 ? -1 : -2;
                  default -> x[i] * 1000 + i;
                })
            .toArray();
    var out = launch("many_ways", ONE, Dim3.of(64), x, new int[64]);
    assertThat(out.ints(1)).isEqualTo(expected);
    assertThat(out.report().total().divergences()).isPositive();
  }
}
