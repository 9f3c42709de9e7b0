package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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

/// Loads and stores made up at random, each lane in 64 bytes of its own, and loads of what its row
/// of four has in common: compiled code leaves out most of the interpreter's checks, and must find
/// the same faults all the same.
class EnginesAgreeOnMemoryTest {
  private static final int REGISTERS = 8;
  private static final String[] WIDTHS = {"u8", "s8", "u16", "s16", "b32", "f32", "u64"};
  private static final String[] ATOMICS = {
    "add.u32", "min.s32", "max.u32", "and.b32", "xor.b32", "exch.b32", "inc.u32", "cas.b32"
  };

  /// A warp in rows of four lanes.
  private static final Dim3 ROWS = Dim3.of(4, 8);

  private static final String CHANGED =
      """
        ld.%s.u32 %%r16, [%%rd23];
        st.%s.u32 [%%rd23], %%r17;
      """;

  private final StringBuilder body = new StringBuilder();
  private Random random = new Random(0);

  @SuppressWarnings("AnnotateFormatMethod") // that annotation is no part of the course
  private void line(String format, Object... parts) {
    body.append("  ").append(format.formatted(parts)).append(";\n");
  }

  private String r() {
    return "%r" + random.nextInt(REGISTERS);
  }

  private static int bytes(String width) {
    return Integer.parseInt(width.substring(1)) / 8;
  }

  /// A place in the lane's 64 bytes, not the last: a base that is one too large still stays inside.
  private int offset(int size) {
    return size * random.nextInt(64 / size - 1);
  }

  /// Returns a register with an address: the lane's 64 bytes of shared memory by three, the last of
  /// them generic, or of global memory, of either by a generic one, or of local memory.
  private String base(boolean shared) {
    return shared
        ? List.of("%r20", "%rd20", "%rd21").get(random.nextInt(3))
        : List.of("%rd2", "%rd2", "%rd22", "%rd23").get(random.nextInt(4));
  }

  /// Returns a register with an address that a row's lanes have in common, where all only load.
  private String baseOfRow() {
    return random.nextBoolean() ? "%r21" : "%rd7";
  }

  private static String space(String base) {
    return switch (base) {
      case "%r20", "%r21", "%rd20" -> "shared";
      case "%rd2", "%rd7" -> "global";
      case "%rd23" -> "local";
      default -> "volatile";
    };
  }

  private void atomic() {
    String change = ATOMICS[random.nextInt(ATOMICS.length)];
    String base = base(true);
    String place = "[%s+%d]".formatted(base, offset(4));
    String values = change.startsWith("cas") ? r() + ", " + r() : r();
    String space = base.equals("%rd21") ? "" : "shared.";
    if (random.nextBoolean() || change.startsWith("cas") || change.startsWith("exch")) {
      line("atom.%s%s %s, %s, %s", space, change, r(), place, values);
    } else {
      line("red.%s%s %s, %s", space, change, place, values);
    }
  }

  private void access() {
    if (random.nextInt(6) == 0) {
      atomic();
      return;
    }
    boolean shared = random.nextBoolean();
    boolean ofRow = random.nextInt(3) == 0;
    String base = ofRow ? baseOfRow() : base(shared);
    String where = space(base);
    String opcode = !ofRow && random.nextInt(3) == 0 ? "st" : "ld";
    int lanes = random.nextInt(4) == 0 ? 4 : random.nextInt(4) == 0 ? 2 : 1;
    if (lanes > 1) {
      var parts = new ArrayList<String>();
      for (int i = 0; i < lanes; i++) {
        parts.add("%r" + (random.nextInt(REGISTERS / lanes) + i * (REGISTERS / lanes)));
      }
      String place = "[%s+%d]".formatted(base, offset(4 * lanes));
      String list = "{" + String.join(", ", parts) + "}";
      memory("%s.%s.v%d.u32".formatted(opcode, where, lanes), place, list);
      return;
    }
    String width = WIDTHS[random.nextInt(WIDTHS.length)];
    String place = "[%s+%d]".formatted(base, offset(bytes(width)));
    String value = width.equals("u64") ? "%rd" + (4 + random.nextInt(3)) : r();
    memory("%s.%s.%s".formatted(opcode, where, width), place, value);
  }

  private void memory(String opcode, String place, String value) {
    if (opcode.startsWith("ld")) {
      line("%s %s, %s", opcode, value, place);
    } else {
      line("%s %s, %s", opcode, place, value);
    }
  }

  /// @param bad how the addresses of one lane go wrong half-way, or nothing
  private String program(int seed, String bad) {
    random = new Random(seed);
    body.setLength(0);
    for (int i = 0; i < REGISTERS; i++) {
      line("ld.global.u32 %%r%d, [%%rd2+%d]", i, 4 * i);
    }
    for (int i = 0; i < 16; i++) {
      line("st.shared.u32 [%%r20+%d], %%r%d", 4 * i, i % REGISTERS);
    }
    for (int i = 0; i < 16; i++) {
      line("st.local.u32 [%%rd23+%d], %%r%d", 4 * i, i % REGISTERS);
    }
    line("st.shared.v4.u32 [%%r19], {%%r0, %%r1, %%r2, %%r3}");
    line("bar.sync 0");
    for (int i = 4; i < 7; i++) {
      line("mul.wide.u32 %%rd%d, %s, %s", i, r(), r());
    }
    int halfWay = 10 + random.nextInt(30);
    for (int i = 0; i < 60; i++) {
      if (i == halfWay) {
        body.append(bad);
      }
      switch (random.nextInt(7)) {
        case 0 -> line("add.s32 %s, %s, %s", r(), r(), r());
        case 2 -> line("add.f32 %s, %s, %s", r(), r(), r());
        case 1 -> line("xor.b32 %s, %s, %s", r(), r(), r());
        default -> access();
      }
    }
    line("bar.sync 0");
    for (int i = 0; i < REGISTERS; i++) {
      line("st.global.u32 [%%rd3+%d], %%r%d", 4 * i, i);
    }
    return """
    .file 1 "random.cu"
    .visible .entry random(.param .u64 a, .param .u64 b, .param .u32 lane)
    {
      .reg .pred %p<2>;
      .reg .b32 %r<24>;
      .reg .b64 %rd<24>;
      .shared .align 16 .b8 s[2560];
      .local .align 16 .b8 l[64];
      .loc 1 1 1
      ld.param.u64 %rd2, [a];
      ld.param.u64 %rd3, [b];
      ld.param.u32 %r22, [lane];
      mov.u32 %r12, %tid.x;
      mov.u32 %r18, %tid.y;
      mad.lo.u32 %r12, %r18, 4, %r12;
      mul.wide.u32 %rd7, %r18, 256;
      add.s64 %rd7, %rd3, %rd7;
      setp.eq.u32 %p1, %r12, %r22;
      mul.wide.u32 %rd1, %r12, 64;
      add.s64 %rd2, %rd2, %rd1;
      add.s64 %rd3, %rd3, %rd1;
      shl.b32 %r13, %r12, 6;
      mov.u32 %r20, s;
      shl.b32 %r18, %r18, 6;
      add.s32 %r21, %r20, %r18;
      add.s32 %r21, %r21, 2048;
      shl.b32 %r19, %r12, 4;
      add.s32 %r19, %r20, %r19;
      add.s32 %r19, %r19, 2048;
      add.s32 %r20, %r20, %r13;
      cvt.u64.u32 %rd20, %r20;
      cvta.shared.u64 %rd21, %rd20;
      and.b32 %r14, %r12, 1;
      setp.eq.u32 %p0, %r14, 1;
      selp.b64 %rd22, %rd21, %rd2, %p0;
      mov.u64 %rd23, l;
    """
        + body
        + "  ret;\n}\n";
  }

  private static int[] input(int seed) {
    return new Random(seed).ints(16 * 32).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void on_good_addresses(int seed) {
    Lab.ofPtx(program(seed, ""))
        .launch("random", Dim3.of(1), ROWS, 0, input(seed), input(seed + 100), 40);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void on_launches_that_come_again(int seed) {
    var ptx = program(seed, "");
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

  @Test
  void on_the_fault_of_a_bad_address() {
    var wrongs =
        List.of(
            "@%p1 add.s32 %r20, %r20, 1;\n", // misaligned
            "@%p1 add.s32 %r21, %r21, 1;\n",
            "@%p1 add.s32 %r21, %r21, 4096;\n",
            "@%p1 add.s64 %rd7, %rd7, 1;\n",
            "@%p1 add.s64 %rd7, %rd7, 65536;\n",
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
        String ptx = program(seed, wrong);
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
