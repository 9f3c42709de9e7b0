package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;

/// Loads and stores made up at random: compiled code leaves out most of the interpreter's checks,
/// and must find the same faults all the same.
class EnginesAgreeOnMemoryTest {
  /// A warp in rows of four lanes.
  private static final Dim3 ROWS = Dim3.of(4, 8);

  private static final String CHANGED =
      """
        ld.%s.u32 %%r16, [%%rd23];
        st.%s.u32 [%%rd23], %%r17;
      """;

  private static int[] input(int seed) {
    return new Random(seed).ints(16 * 32).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void on_good_addresses(int seed) {
    Lab.ofPtx(new RandomAccesses().program(seed, ""))
        .launch("random", Dim3.of(1), ROWS, 0, input(seed), input(seed + 100), 40);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void on_launches_that_come_again(int seed) {
    var ptx = new RandomAccesses().program(seed, "");
    var repeating = new Emulator().load(ptx);
    var computing = new Emulator().engine(Engine.INTERPRETED).mode(Mode.COUNTERS).load(ptx);
    int[] repeated = again(repeating);
    assertThat(repeating.device().isRepeated()).isTrue();
    assertThat(repeated).isEqualTo(again(computing));
  }

  /// Returns all that launches on two inputs in turn leave.
  private static int[] again(Emulator gpu) {
    long a = gpu.allocate("a", 64 * 32);
    long b = gpu.filled("b", 16 * 32);
    return IntStream.range(0, 6)
        .flatMap(i -> {
          gpu.device().fill(a, 64 * 32, (byte) (i % 2));
          gpu.launch("random", Dim3.of(1), ROWS, 0, a, b, 40);
          return LongStream.of(a, b)
              .mapToObj(at -> gpu.readInts(at, 16 * 32))
              .flatMapToInt(Arrays::stream);
        })
        .toArray();
  }

  /// Returns a store whose address is that of another element once `change` has been done a second
  /// time: it depends on what `change` finds, and replaces, in the lane's own 4 bytes.
  private static String wrongByChanged(String space, String place, String change) {
    return """
      selp.b32 %r15, 65536, 0, %p1;
      mov.u32 %r17, 0;
      st.SPACE.u32 [PLACE], %r15;
    """
            .replace("SPACE", space)
            .replace("PLACE", place)
        + change
        + """
          cvt.u64.u32 %rd16, %r16;
          add.s64 %rd17, %rd2, %rd16;
          st.global.u32 [%rd17], %r15;
        """;
  }

  /// Returns an addition to an address in one lane that is not seen in the registers: its row's
  /// lanes are taken to have the same address all the same.
  private static String movedInMemory(String bits, String address, String free, long more) {
    return """
      selp.bBITS FREE, MORE, 0, %p1;
      add.sBITS FREE, FREE, ADDRESS;
      mov.u64 %rd17, m;
      st.local.bBITS [%rd17], FREE;
      ld.local.bBITS ADDRESS, [%rd17];
    """
        .replace("BITS", bits)
        .replace("ADDRESS", address)
        .replace("FREE", free)
        .replace("MORE", String.valueOf(more));
  }

  @Test
  void on_the_fault_of_a_bad_address() {
    var wrongs =
        List.of(
            "@%p1 add.s32 %r20, %r20, 1;\n", // misaligned
            movedInMemory("32", "%r21", "%r15", 1),
            movedInMemory("32", "%r21", "%r15", 4096),
            movedInMemory("64", "%rd7", "%rd16", 1),
            movedInMemory("64", "%rd7", "%rd16", 65536),
            movedInMemory("64", "%rd7", "%rd16", 1L << 32),
            "@%p1 add.s64 %rd20, %rd20, 2;\n",
            "@%p1 add.s64 %rd21, %rd21, 2;\n",
            "@%p1 add.s64 %rd21, %rd21, 4096;\n",
            "@%p1 add.s64 %rd22, %rd22, 1;\n",
            "@%p1 add.s64 %rd22, %rd22, 4096;\n",
            "@%p1 add.s64 %rd23, %rd23, 64;\n",
            "@%p1 add.s32 %r20, %r20, 4096;\n", // too far
            "@%p1 add.s64 %rd20, %rd20, 4294967296;\n", // the same in 32 bits
            "@%p1 sub.s32 %r20, %r20, 100000;\n", // below 0
            "@%p1 add.s64 %rd2, %rd2, 1;\n",
            "@%p1 add.s64 %rd2, %rd2, 65536;\n",
            "@%p1 mov.u64 %rd2, 64;\n",
            "selp.b32 %r16, 0, 3, %p1;\n  rem.u32 %r17, %r0, %r16;\n",
            "selp.b64 %rd16, 0, 3, %p1;\n  div.s64 %rd17, %rd4, %rd16;\n",
            wrongByChanged("shared", "%r20", "atom.shared.add.u32 %r16, [%r20], %r15;\n"),
            wrongByChanged("shared", "%r20", "atom.shared.exch.b32 %r16, [%r20], %r17;\n"),
            wrongByChanged("local", "%rd23", CHANGED.formatted("local", "local")),
            wrongByChanged("local", "%rd23", CHANGED.formatted("volatile", "local")),
            wrongByChanged("local", "%rd23", CHANGED.formatted("local", "volatile")));
    Set<String> kinds = new HashSet<>();
    for (int seed = 0; seed < 5; seed++) {
      for (var wrong : wrongs) {
        String ptx = new RandomAccesses().program(seed, wrong);
        int lane = 5 + 4 * seed;
        String said = fault(ptx, Engine.INTERPRETED, Mode.PLAIN, seed, lane);
        kinds.add(said.replaceAll("random.cu:1: (.*) in random.*", "$1"));
        for (var mode : Mode.values()) {
          assertThat(fault(ptx, Engine.COMPILED, mode, seed, lane))
              .as("seed %d, %s, %s", seed, wrong, mode)
              .isEqualTo(said);
        }
      }
    }
    assertThat(kinds)
        .as("the programs go wrong in many ways")
        .contains(
            "misaligned access",
            "out of bounds",
            "out of bounds in shared memory",
            "out of bounds in a local array",
            "not an address of device memory",
            "integer division by zero");
  }

  @Test
  void on_the_fault_of_the_lowest_address() {
    String ptx =
        """
        .visible .entry random(.param .u64 a, .param .u64 b, .param .u32 lane)
        {
          .reg .b32 %r<2>; .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [a];
          ld.param.u64 %rd2, [b];
          mov.b64 %rd3, 0x8000000000000000;
          ld.global.u32 %r1, [%rd3];
          st.global.u32 [%rd2], %r1;
          ret;
        }
        """;
    String said = fault(ptx, Engine.INTERPRETED, Mode.PLAIN, 0, 0);
    assertThat(said).isNotEqualTo("none");
    for (var mode : Mode.values()) {
      assertThat(fault(ptx, Engine.COMPILED, mode, 0, 0)).as("%s", mode).isEqualTo(said);
    }
  }

  /// The message of the fault, or `none`.
  private static String fault(String ptx, Engine engine, Mode mode, int seed, int lane) {
    var gpu = new Emulator().engine(engine).mode(mode).load(ptx);
    long a = gpu.allocate("a", 64 * 32);
    gpu.write(a, input(seed));
    long b = gpu.allocate("b", 64 * 32);
    try {
      gpu.launch("random", Dim3.of(1), ROWS, 0, a, b, lane);
      return "none";
    } catch (KernelFault e) {
      return String.valueOf(e.getMessage());
    }
  }
}
