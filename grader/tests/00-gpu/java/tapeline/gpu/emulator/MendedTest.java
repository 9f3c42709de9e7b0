package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.GpuLaunch;

/// Kernels with one idea each that an emulator may get wrong, and mistakes that it may explain
/// wrongly.
class MendedTest {
  private static final Lab LAB = Lab.of("mended");

  @Test
  void numbers_of_128_bits_carry() {
    var random = new Random(1);
    for (int trial = 0; trial < 20; trial++) {
      long[] words = random.longs(4).map(w -> random.nextInt(3) == 0 ? -1 : w).toArray();
      var a = big(words[0], words[1]);
      var b = big(words[2], words[3]);
      var out = LAB.launch("wide_numbers", Dim3.of(1), Dim3.of(1), 0, bytes(words), new byte[48]);
      long[] got = longs((byte[]) out.arrays().get(1));
      for (int i = 0; i < 3; i++) {
        var want = List.of(a.add(b), a.subtract(b), a.multiply(b)).get(i);
        assertThat(List.of(got[2 * i], got[2 * i + 1]))
            .as("%s of %s and %s", List.of("sum", "difference", "product").get(i), a, b)
            .containsExactly(want.shiftRight(64).longValue(), want.longValue());
      }
    }
  }

  private static BigInteger big(long high, long low) {
    return new BigInteger(Long.toUnsignedString(high))
        .shiftLeft(64)
        .add(new BigInteger(Long.toUnsignedString(low)));
  }

  private static byte[] bytes(long... words) {
    var bytes = java.nio.ByteBuffer.allocate(8 * words.length);
    bytes.order(java.nio.ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(words);
    return bytes.array();
  }

  private static long[] longs(byte[] bytes) {
    var words = new long[bytes.length / 8];
    java.nio.ByteBuffer.wrap(bytes)
        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(words);
    return words;
  }

  @Test
  void waves_of_large_doubles_are_right() {
    double[] x = {0.5, -3, 1e5, 1e10, -1e22, 1e300};
    long[] bits = Arrays.stream(x).mapToLong(Double::doubleToRawLongBits).toArray();
    var out =
        LAB.launch("waves", Dim3.of(1), Dim3.of(6), 0, bytes(bits), new byte[3 * 8 * x.length]);
    double[] got =
        Arrays.stream(longs((byte[]) out.arrays().get(1)))
            .mapToDouble(Double::longBitsToDouble)
            .toArray();
    for (int i = 0; i < x.length; i++) {
      assertThat(Math.abs(got[3 * i] - Math.sin(x[i]))).as("sin %s", x[i]).isLessThan(1e-15);
      assertThat(Math.abs(got[3 * i + 1] - Math.cos(x[i]))).as("cos %s", x[i]).isLessThan(1e-15);
      assertThat(Math.abs(got[3 * i + 2] / Math.tan(x[i]) - 1))
          .as("tan %s", x[i])
          .isLessThan(1e-14);
    }
  }

  @Test
  void tiles_vote_side_by_side() {
    var out = LAB.launch("votes_of_tiles", Dim3.of(1), Dim3.of(32), 0, new int[32]).ints(0);
    for (int t = 0; t < 32; t++) {
      int from = t / 8 * 8;
      long thirds = IntStream.range(from, from + 8).filter(i -> i % 3 == 0).count();
      assertThat(out[t]).as("lane %d", t).isEqualTo((int) thirds + (from == 8 ? 100 : 0));
    }
  }

  @Test
  void patterns_that_do_no_harm_are_no_races() {
    float[] x = Lab.random(64, 3);
    var best = LAB.launch("swap_loop", Dim3.of(2), Dim3.of(64), 0, new int[1], x).ints(0)[0];
    float largest = x[0];
    for (float v : x) {
      largest = Math.max(largest, v);
    }
    assertThat(Float.intBitsToFloat(best)).isEqualTo(largest);
    var out = LAB.launch("same_vector", Dim3.of(1), Dim3.of(64), 0, new float[4]).floats(0);
    assertThat(out).containsExactly(1, 2, 3, 4);
  }

  @Test
  void constants_are_no_requests_of_global_memory() {
    var total =
        LAB.launch("reads_constants", Dim3.of(1), Dim3.of(32), 0, new float[32], 64)
            .report()
            .total();
    assertThat(total.requests()).as("the store").isEqualTo(1);
  }

  @Test
  void arrays_of_a_thread_are_counted() {
    int[] at = IntStream.range(0, 32).map(i -> i * 2).toArray();
    var out = LAB.launch("own_array", Dim3.of(1), Dim3.of(32), 0, new int[32], at);
    var total = out.report().total();
    assertThat(total.localRequests()).as("written by fours, changed, read").isEqualTo(16 + 1 + 1);
    assertThat(total.localSectors())
        .as("four sectors a word, where all lanes ask for one index; else one a lane")
        .isEqualTo(64 * 4 + 4 + 32);
    assertThat(out.report().toString()).contains("18 requests of local memory in 292 sectors");
  }

  @Test
  void prints_as_c_does() {
    var out = LAB.launch("prints", Dim3.of(1), Dim3.of(1), 0).report().output();
    assertThat(out.lines())
        .containsExactly(
            "2 4 0.12 1.2e+04|42   |-0042|+7| 7|0xff|005|   9|9   |",
            "1e-05 123456 1.23457e+06 0.000123 1E+20 44 4464 -5 x    ab|ab   |ab %",
            "inf -inf   3.14|2.000   |-002.500 nan 10000000000000000000000.000000");
  }

  @Test
  void a_flood_of_text_is_cut_off() {
    var gpu = new Emulator().load(Lab.text("mended.ptx"));
    var out = gpu.launch("prints_much", GpuLaunch.of(1, 1), 200_000).output();
    assertThat(out).startsWith("0000000\n").hasSizeLessThan((1 << 20) + 100);
    assertThat(out.lines().toList().getLast())
        .isEqualTo("… a launch prints at most 1,048,576 characters; the rest is left out");
  }

  @Test
  void a_refused_kernel_leaves_the_others_of_its_file_alone() {
    String ptx =
        """
        .visible .entry pairs() { .reg .b16 %h<2>; { add.s16x2 %h1, %h1, %h1; } ret; }
        .func helper() { wgmma.fence.sync.aligned; ret; }
        .visible .entry calls() { call.uni helper; ret; }
        .visible .entry fine() { ret; }
        """;
    var gpu = new Emulator().load(ptx);
    assertThat(gpu.launch("fine", GpuLaunch.of(1, 1))).isNotNull();
    assertThatThrownBy(() -> gpu.launch("pairs", GpuLaunch.of(1, 1)))
        .hasMessageContaining(".s16x2 is outside the emulated subset");
    assertThatThrownBy(() -> gpu.launch("calls", GpuLaunch.of(1, 1)))
        .as("before anything runs")
        .hasMessageContaining("wgmma.fence")
        .hasMessageContaining("outside the emulated subset");
  }

  @Test
  void a_kernel_has_the_shared_memory_that_it_uses() {
    String ptx =
        """
        .shared .align 4 .b8 mine[64];
        .shared .align 4 .b8 others[4096];
        .shared .align 4 .b8 called[256];
        .func helper() { .reg .b32 %r<2>; ld.shared.u32 %r1, [called]; ret; }
        .visible .entry k() { .reg .b32 %r<2>; st.shared.u32 [mine], 1; call.uni helper; ret; }
        .visible .entry other() { st.shared.u32 [others], 1; ret; }
        """;
    var device = new EmulatedGpu();
    long module = device.load(Lab.HEAD + ptx);
    assertThat(device.resources(device.kernel(module, "k")).sharedBytes()).isEqualTo(64 + 256);
    assertThat(device.resources(device.kernel(module, "other")).sharedBytes()).isEqualTo(4096);
  }

  @Test
  void a_kernel_of_many_registers_leaves_room_for_fewer_blocks() {
    var loads = new StringBuilder();
    var sums = new StringBuilder();
    for (int i = 1; i <= 100; i++) {
      loads.append("ld.global.f32 %%f%d, [%%rd1+%d];\n".formatted(i, 4 * i));
      sums.append("add.f32 %%f101, %%f101, %%f%d;\n".formatted(i));
    }
    String ptx =
        """
        .visible .entry k(.param .u64 x) { .reg .f32 %f<102>; .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [x];
        """
            + loads
            + "mov.f32 %f101, 0f00000000;\n"
            + sums
            + "st.global.f32 [%rd1], %f101; ret; }";
    var device = new EmulatedGpu();
    long kernel = device.kernel(device.load(Lab.HEAD + ptx), "k");
    assertThat(device.resources(kernel).registers()).isEqualTo(104);
    assertThat(device.blocksPerMultiprocessor(kernel, 256, 0))
        .as("65536 / (104 · 256)")
        .isEqualTo(2);
  }
}
