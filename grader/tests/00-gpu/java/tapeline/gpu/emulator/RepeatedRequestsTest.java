package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.Finding;

/// A request that an instruction repeats is looked at as a whole: the same mistakes are found as
/// where each request has an instruction of its own, which is looked at lane by lane.
class RepeatedRequestsTest {
  private static final int PROGRAMS = 48;
  private static final int ROUNDS = 10;
  private static final int STEPS = 5;
  private static final int WARPS = 2; // of each block
  private static final int BLOCKS = 2;
  private static final int THREADS = 32 * WARPS * BLOCKS;

  /// The work of a step at its address, which is −1 in a lane that takes no part. The last three
  /// are for all threads alike.
  private static final List<String> KINDS =
      List.of(
          "@%p1 ld.shared.u32 %r3, [%r6];",
          "@%p1 ld.shared.u32 %r3, [%r6];",
          "@%p1 st.shared.u32 [%r6], %r0;",
          "@%p1 st.shared.u32 [%r6], 7;",
          "@%p1 ld.shared.v2.u32 {%r3, %r4}, [%r6];",
          "@%p1 st.shared.v2.u32 [%r6], {%r0, %r5};",
          "@!%p1 bra $S; ld.shared.u32 %r3, [%r6]; ld.shared.u32 %r4, [%r6+8]; $S:",
          "@%p1 ld.global.u32 %r3, [%rd3];",
          "@%p1 st.global.u32 [%rd3], %r0;",
          "@%p1 ld.shared.u8 %r3, [%r6];",
          "@%p1 red.shared.add.u32 [%r6], 1;",
          "@%p1 bra $S; bar.sync 0; $S:",
          "@%p1 bra $S; bar.warp.sync -1; $S:",
          "@%p1 bra $S; bar.sync 0; $S:");

  private final Random random = new Random(1);
  private int labels;

  private int[] steps() {
    int[] steps = random.ints(STEPS, 0, 9).toArray();
    if (random.nextBoolean()) {
      steps[random.nextInt(STEPS)] = 9;
      steps[random.nextInt(STEPS)] = 9 + random.nextInt(2);
    }
    return steps;
  }

  /// One round: each step, then perhaps a barrier.
  private String round(int[] steps, int meets) {
    var text = new StringBuilder();
    for (int i = 0; i <= STEPS; i++) {
      var step = KINDS.get(i < STEPS ? steps[i] : meets);
      text.append(
          """
          .loc 1 %d 1
          ld.global.u32 %%r5, [%%rd1];
          add.s64 %%rd1, %%rd1, %d;
          setp.ge.s32 %%p1, %%r5, 0;
          mov.u32 %%r6, %%r5;
          cvt.s64.s32 %%rd3, %%r5;
          add.s64 %%rd3, %%rd3, %%rd2;
          %s
          """
              .formatted(i + 1, 4 * THREADS, step.replace("$S", "$S" + labels++)));
    }
    return text.toString();
  }

  static String kernel(String body) {
    return """
    .file 1 "random.cu"
    .visible .entry k(.param .u64 x, .param .u64 y)
    {
      .reg .pred %%p<4>; .reg .b32 %%r<12>; .reg .b64 %%rd<5>;
      .shared .align 16 .b8 s[4096];
      ld.param.u64 %%rd1, [x];
      ld.param.u64 %%rd2, [y];
      mov.u32 %%r1, %%ctaid.x;
      mov.u32 %%r2, %%tid.x;
      mad.lo.s32 %%r0, %%r1, %d, %%r2;
      mul.wide.u32 %%rd4, %%r0, 4;
      add.s64 %%rd1, %%rd1, %%rd4;
      shr.u32 %%r9, %%r0, 5;
      mov.u32 %%r8, 0;
      .loc 1 9 1
      shl.b32 %%r7, %%r2, 2;
    %s
      bar.sync 0;
    %s
      ret;
    }
    """
        .formatted(32 * WARPS, "st.shared.u32 [%r7], 0; add.s32 %r7, %r7, 256;\n".repeat(7), body);
  }

  private static String loop(String round) {
    return "$L:\n%s add.s32 %%r8, %%r8, 1; setp.lt.s32 %%p2, %%r8, %d; @%%p2 bra $L;"
        .formatted(round, ROUNDS);
  }

  /// Returns the rounds written out warp by warp: no two warps and no two rounds share an
  /// instruction.
  private String apart(int[] steps, int meets) {
    var text = new StringBuilder();
    for (int warp = 0; warp < WARPS * BLOCKS; warp++) {
      text.append("setp.ne.s32 %%p2, %%r9, %d; @%%p2 bra $W%d;\n".formatted(warp, warp));
      for (int i = 0; i < ROUNDS; i++) {
        text.append(round(steps, meets));
      }
      text.append("ret;\n$W").append(warp).append(":\n");
    }
    return text.toString();
  }

  /// Addresses by round, step and thread. In most rounds all read or all write, each thread in a
  /// place of its own, and meet behind it; so there are few mistakes.
  private int[] addresses(int... steps) {
    var x = new int[ROUNDS * (STEPS + 1) * THREADS];
    var shapes = new int[STEPS][];
    Arrays.setAll(shapes, _ -> shape());
    var shift = new int[STEPS]; // lanes ask for words one after another, not for every second one
    Arrays.setAll(shift, i -> KINDS.get(steps[i]).contains("v2") ? 0 : random.nextInt(2));
    int together = random.nextInt(3 * STEPS); // where threads may write one place
    for (int round = 0; round < ROUNDS; round++) {
      boolean reads = random.nextBoolean();
      boolean mixed = random.nextInt(12) == 0;
      int moved = 8 * random.nextInt(8);
      for (int step = 0; step <= STEPS; step++) {
        int row = (round * (STEPS + 1) + step) * THREADS;
        if (step == STEPS) {
          Arrays.fill(x, row, row + THREADS, random.nextInt(12) == 0 ? 0 : -1);
          continue;
        }
        boolean load = KINDS.get(steps[step]).contains(" ld.");
        shapes[step] = random.nextInt(8) == 0 ? shape() : shapes[step];
        boolean own = !load && step != together;
        boolean takesPart = mixed || load == reads;
        for (int thread = 0; thread < THREADS; thread++) {
          int lane = thread % 32;
          int at = own ? 8 * lane : shapes[step][lane];
          int warp = own || round % 3 > 0 ? 384 * (thread / 32) : 0;
          x[row + thread] = takesPart && at >= 0 ? (at >> shift[step]) + moved + warp : -1;
        }
      }
    }
    return x;
  }

  /// The lanes' addresses, multiples of 8 below 256.
  private int[] shape() {
    var shape = new int[32];
    int kind = random.nextInt(6);
    for (int lane = 0; lane < 32; lane++) {
      shape[lane] =
          switch (kind) {
            case 0 -> 64;
            case 1 -> 8 * (lane | 1);
            case 2 -> 8 * (lane % 16);
            case 3 -> random.nextInt(4) == 0 ? -1 : 8 * lane;
            case 4 -> lane == 5 ? 8 * random.nextInt(32) : 8 * lane;
            default -> 8 * lane;
          };
    }
    return shape;
  }

  private static List<String> found(Engine engine, String ptx, int... addresses) {
    var gpu = new Emulator().mode(Mode.RACES).engine(engine).load(ptx);
    long x = gpu.allocate("x", 4L * addresses.length);
    gpu.write(x, addresses);
    long y = gpu.allocate("y", 4096);
    gpu.write(y, new byte[2048]);
    var findings = gpu.launch("k", Dim3.of(BLOCKS), Dim3.of(32 * WARPS), 0, x, y).findings();
    return findings.stream().map(Finding::toString).toList();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void are_found_the_same_mistakes(Engine engine) {
    int mistakes = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      int[] steps = steps();
      int meets = KINDS.size() - 3 + random.nextInt(3);
      int[] addresses = addresses(steps);
      var apart = found(Engine.INTERPRETED, kernel(apart(steps, meets)), addresses);
      assertThat(found(engine, kernel(loop(round(steps, meets))), addresses))
          .as("program %d: in a loop, as with instructions of its own for each request", i)
          .isEqualTo(apart);
      mistakes += apart.size();
    }
    assertThat(mistakes).isGreaterThan(PROGRAMS);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void all_lanes_that_write_a_place_are_looked_at(Engine engine) {
    String body =
        """
        shl.b32 %r5, %r2, 2;
        or.b32 %r6, %r5, 4;
        and.b32 %r7, %r2, 1;
        setp.eq.s32 %p1, %r7, 1;
        $L:
        setp.eq.s32 %p2, %r8, 1;
        and.pred %p3, %p1, %p2;
        @%p3 ld.shared.u32 %r3, [%r5];
        .loc 1 1 1
        st.shared.u32 [%r6], 7;
        .loc 1 2 1
        bar.sync 0;
        add.s32 %r8, %r8, 1;
        setp.lt.s32 %p2, %r8, 2;
        @%p2 bra $L;
        """;
    assertThat(found(engine, kernel(body), 0))
        .as("in the second round, odd lanes read what they and their neighbours write")
        .hasSize(1)
        .allMatch(
            text -> text.startsWith("random.cu:1") && text.contains("writes what the other reads"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void another_warp_that_read_before_is_remembered(Engine engine) {
    String body =
        """
        setp.eq.s32 %p1, %r2, 32;
        $L:
        setp.eq.s32 %p2, %r8, 1;
        and.pred %p3, %p1, %p2;
        .loc 1 1 1
        ld.shared.u32 %r3, [s];
        bar.warp.sync -1;
        .loc 1 2 1
        @%p3 st.shared.u32 [s], %r0;
        .loc 1 3 1
        bar.sync 0;
        add.s32 %r8, %r8, 1;
        setp.lt.s32 %p2, %r8, 2;
        @%p2 bra $L;
        """;
    assertThat(found(engine, kernel(body), 0))
        .as("in the second round, warp 1 writes what warp 0 and then warp 1 have read")
        .hasSize(1)
        .allMatch(text -> text.startsWith("random.cu:2: race in shared memory"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_reader_before_the_last_one_is_remembered(Engine engine) {
    String body =
        """
        shl.b32 %r5, %r2, 2;
        or.b32 %r6, %r5, 4;
        and.b32 %r7, %r2, 1;
        setp.eq.s32 %p1, %r7, 1;
        $L:
        setp.eq.s32 %p2, %r8, 1;
        @%p2 ld.shared.u32 %r3, [%r6];
        .loc 1 1 1
        @%p1 st.shared.u32 [%r5], %r0;
        .loc 1 2 1
        bar.sync 0;
        add.s32 %r8, %r8, 1;
        setp.lt.s32 %p2, %r8, 2;
        @%p2 bra $L;
        """;
    assertThat(found(engine, kernel(body), 0))
        .as("in the second round, odd lanes write what their neighbours and then they have read")
        .hasSize(1)
        .allMatch(text -> text.startsWith("random.cu:1: race inside a warp"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_same_value_is_no_race(Engine engine) {
    String body =
        """
        and.b32 %r6, %r2, 31;
        shl.b32 %r6, %r6, 2;
        $L:
        st.shared.u32 [%r6], 7;
        bar.sync 0;
        add.s32 %r8, %r8, 1;
        setp.lt.s32 %p2, %r8, 3;
        @%p2 bra $L;
        """;
    assertThat(found(engine, kernel(body), 0)).isEmpty();
  }

  /// Holds because the values may be equal by chance.
  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_same_value_of_two_blocks_is_one(Engine engine) {
    assertThat(found(engine, kernel("  st.global.u32 [%rd2], 7;\n"), 0))
        .hasSize(1)
        .allMatch(text -> text.contains("both write") && text.contains("nothing orders blocks"));
  }
}
