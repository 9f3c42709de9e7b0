package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Warps and blocks that wait for each other: each has its turn, so what they wait for comes.
class ProgressTest {
  private static Emulator gpu(Engine engine, Mode mode) {
    return new Emulator().engine(engine).mode(mode).load(Lab.text("progress.ptx"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void all_blocks_of_a_cooperative_launch_meet(Engine engine) {
    int n = 4 * 64;
    int[] x = IntStream.range(0, n).toArray();
    for (var mode : Mode.values()) {
      var gpu = gpu(engine, mode);
      long in = gpu.filled("x", n);
      long out = gpu.filled("y", n);
      gpu.write(in, x);
      var launch = GpuLaunch.of(4, 64).asCooperative();
      for (int twice = 0; twice < 2; twice++) { // the barrier is left as it was found
        var report = gpu.launch("shift_twice", launch, in, out);
        assertThat(report.findings()).isEmpty();
      }
      int[] all = gpu.readInts(in, n);
      assertThat(all).isEqualTo(Arrays.stream(x).map(i -> (i + 256) % n).toArray());
    }
  }

  /// All lanes of the first warp wait for the second one.
  private static final String WARPS =
      """
      .visible .entry wait(.param .u64 y)
      {
        .reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [y];
        mov.u32 %r1, %tid.x;
        setp.ge.u32 %p1, %r1, 32;
        @%p1 bra SET;
      WAIT:
        ld.volatile.global.u32 %r2, [%rd1];
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra WAIT;
        bra END;
      SET:
        st.volatile.global.u32 [%rd1], 1;
      END:
        ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_whole_warp_that_waits_lets_the_other_go_on(Engine engine) {
    for (var mode : Mode.values()) {
      var gpu = new Emulator().engine(engine).mode(mode).load(WARPS);
      long y = gpu.filled("y", 1);
      gpu.launch("wait", Dim3.of(1), Dim3.of(64), 0, y);
      assertThat(gpu.readInts(y, 1)).as("%s", mode).containsExactly(1);
    }
  }

  /// Blocks meet in the workspace of the grid, as those of CUDA's own `grid.sync()` do.
  private static final String MEET =
      """
      .visible .entry meet(.param .u64 x, .param .u64 y)
      {
        .reg .pred %p<2>; .reg .b32 %r<10>; .reg .b64 %rd<10>;
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [y];
        mov.u32 %r1, %ctaid.x;
        mul.wide.u32 %rd3, %r1, 4;
        add.s64 %rd4, %rd1, %rd3;
        st.global.u32 [%rd4], %r1;
        mov.u32 %r2, %envreg1;
        mov.u32 %r3, %envreg2;
        mov.b64 %rd5, {%r3, %r2};
        atom.add.release.gpu.global.u32 %r4, [%rd5+4], 1;
      WAIT:
        ld.acquire.gpu.global.u32 %r5, [%rd5+4];
        setp.lt.u32 %p1, %r5, 4;
        @%p1 bra WAIT;
        mov.u32 %r6, 3;
        sub.u32 %r6, %r6, %r1;
        mul.wide.u32 %rd6, %r6, 4;
        add.s64 %rd7, %rd1, %rd6;
        ld.global.u32 %r7, [%rd7];
        add.s64 %rd8, %rd2, %rd3;
        st.global.u32 [%rd8], %r7;
        ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_cooperative_launch_has_a_workspace_of_zeros(Engine engine) {
    for (var mode : Mode.values()) {
      var gpu = new Emulator().engine(engine).mode(mode).load(MEET);
      long x = gpu.filled("x", 4);
      long y = gpu.filled("y", 4);
      for (int twice = 0; twice < 2; twice++) {
        var report = gpu.launch("meet", GpuLaunch.of(4, 1).asCooperative(), x, y);
        assertThat(report.findings()).isEmpty();
      }
      assertThat(gpu.readInts(y, 4)).containsExactly(3, 2, 1, 0);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_count_that_releases_nothing_orders_nothing(Engine engine) {
    var relaxed = MEET.replace("atom.add.release", "atom.add.relaxed");
    var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(relaxed);
    long x = gpu.filled("x", 4);
    long y = gpu.filled("y", 4);
    var report = gpu.launch("meet", GpuLaunch.of(4, 1).asCooperative(), x, y);
    assertThat(report.findings()).extracting(Finding::kind).contains(FaultKind.GLOBAL_RACE);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_cooperative_launch_has_room_for_all_its_blocks(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long x = gpu.filled("x", 1 << 15);
    assertThatThrownBy(
            () -> gpu.launch("shift_twice", GpuLaunch.of(32, 1024).asCooperative(), x, x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 4 of this kernel: got 32");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_loop_without_an_end_is_named(Engine engine) {
    for (var mode : Mode.values()) {
      var gpu = gpu(engine, mode);
      long out = gpu.filled("out", 2);
      if (engine == Engine.INTERPRETED) {
        gpu.budget(100_000);
      }
      var fault =
          catchThrowableOfType(
              KernelFault.class,
              () -> gpu.launch("never_ends", Dim3.of(2), Dim3.of(256), 0, out, 2));
      assertThat(fault).isNotNull();
      assertThat(fault.finding().kind()).isEqualTo(FaultKind.ENDLESS);
      int line = Lab.bugLine(Lab.text("progress.cu"), "never_ends");
      assertThat(fault.finding().source().line()).isBetween(line, line + 4);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void lanes_meet_behind_a_loop_in_a_loop_without_an_end(Engine engine) {
    String ptx =
        """
        .visible .entry k()
        {
          .reg .pred %p<2>; .reg .b32 %r<3>;
          mov.u32 %r1, %tid.x;
        OUTER:
          mov.u32 %r2, 0;
        INNER:
          add.s32 %r2, %r2, 1;
          setp.le.u32 %p1, %r2, %r1;
          @%p1 bra INNER;
          bar.sync 0;
          bra OUTER;
        }
        """;
    var gpu = new Emulator().engine(engine).budget(10_000).load(ptx);
    var fault =
        catchThrowableOfType(KernelFault.class, () -> gpu.launch("k", Dim3.of(1), Dim3.of(64), 0));
    assertThat(fault.finding().kind())
        .as("all threads get to the barrier, again and again")
        .isEqualTo(FaultKind.ENDLESS);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_long_way_between_two_jumps_counts_as_several(Engine engine) {
    String ptx =
        """
        .visible .entry k()
        {
          .reg .pred %p<2>; .reg .b32 %r<3>;
          mov.u32 %r1, 0;
        LOOP:
        BODY
          add.s32 %r1, %r1, 1;
          setp.lt.u32 %p1, %r1, 10;
          @%p1 bra LOOP;
          ret;
        }
        """;
    var gpu =
        new Emulator()
            .engine(engine)
            .budget(100)
            .load(ptx.replace("BODY", "add.s32 %r2, %r2, %r1;\n".repeat(160)));
    var fault =
        catchThrowableOfType(KernelFault.class, () -> gpu.launch("k", Dim3.of(1), Dim3.of(32), 0));
    assertThat(fault).as("ten jumps, and 1600 instructions").isNotNull();
    assertThat(fault.finding().kind()).isEqualTo(FaultKind.ENDLESS);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void threads_that_come_back_to_where_they_were_are_noticed(Engine engine) {
    String ptx =
        """
        .visible .entry k(.param .u64 y)
        {
          .reg .pred %p<2>; .reg .b32 %r<2>; .reg .b64 %rd<2>;
          ld.param.u64 %rd1, [y];
        LOOP:
          ld.global.u32 %r1, [%rd1];
          setp.eq.u32 %p1, %r1, 0;
          @%p1 bra LOOP;
          ret;
        }
        """;
    var gpu = new Emulator().engine(engine).budget(1 << 20).load(ptx);
    long y = gpu.filled("y", 1);
    assertThatThrownBy(() -> gpu.launch("k", Dim3.of(1), Dim3.of(32), 0, y))
        .isInstanceOf(KernelFault.class)
        .hasMessageContaining("come back to where they were");
  }
}
