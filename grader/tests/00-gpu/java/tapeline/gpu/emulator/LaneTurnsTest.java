package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;

/// Lanes of one warp that wait for each other, as cards with independent thread scheduling let
/// them: they take turns where their block comes back to where it was.
class LaneTurnsTest {
  /// Lanes take a lock, add one, and give the lock back, `rounds` times each.
  private static final String LOCK =
      """
      .visible .entry k(.param .u64 lock, .param .u64 sum, .param .u32 rounds)
      {
        .reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [lock];
        ld.param.u64 %rd2, [sum];
        ld.param.u32 %r1, [rounds];
      ROUND:
      TRY:
        atom.global.cas.b32 %r2, [%rd1], 0, 1;
        setp.ne.s32 %p1, %r2, 0;
        BRANCH
        membar.gl;
        ld.volatile.global.u32 %r3, [%rd2];
        add.s32 %r3, %r3, 1;
        st.volatile.global.u32 [%rd2], %r3;
        membar.gl;
        GIVE
        add.s32 %r1, %r1, -1;
        setp.gt.s32 %p2, %r1, 0;
        @%p2 bra ROUND;
        ret;
      BACK:
        bra TRY;
      }
      """;

  private static final String GIVE = "atom.global.exch.b32 %r4, [%rd1], 0;";

  /// The lanes that got the lock wait for the others behind their loop, or for the end of a way
  /// that others go first.
  @ParameterizedTest
  @ValueSource(strings = {"@%p1 bra TRY;", "@%p1 bra BACK;"})
  void lanes_that_wait_for_a_lock_let_another_of_their_warp_give_it_back(String branch) {
    for (var engine : Engine.values()) {
      for (var mode : Mode.values()) {
        var ptx = LOCK.replace("BRANCH", branch).replace("GIVE", GIVE);
        var gpu = new Emulator().engine(engine).mode(mode).load(ptx);
        long lock = gpu.filled("lock", 1);
        long sum = gpu.filled("sum", 1);
        var report = gpu.launch("k", Dim3.of(3), Dim3.of(40), 0, lock, sum, 2);
        assertThat(gpu.readInts(sum, 1)).as("%s %s", engine, mode).containsExactly(240);
        assertThat(report.findings()).isEmpty();
      }
    }
  }

  private static final String PRODUCT =
      """
      mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
        {%f1, %f2, %f3, %f4}, {%r4, %r4}, {%r4}, {%f1, %f2, %f3, %f4};
      """;

  /// A lock, a loop of `%r1` jumps, and a product for which a warp's lanes have to be together.
  @Test
  void lanes_meet_again_behind_their_lock() {
    var ptx =
        LOCK.replace("BRANCH", "@%p1 bra TRY;")
            .replace("GIVE", GIVE)
            .replace(".reg .b64", ".reg .f32 %f<5>; .reg .b64")
            .replace(
                "ret;",
                """
                  mov.u32 %r1, 100000;
                LONG:
                  add.s32 %r1, %r1, -1;
                  setp.gt.s32 %p2, %r1, 0;
                  @%p2 bra LONG;
                """
                    + PRODUCT
                    + "ret;");
    var gpu = new Emulator().budget(1 << 19).load(ptx);
    long x = gpu.filled("x", 2);
    gpu.launch("k", Dim3.of(1), Dim3.of(32), 0, x, x + 4, 1);
    assertThat(gpu.readInts(x, 2))
        .as("a lock, and what 32 lanes have added")
        .containsExactly(0, 32);
  }

  /// A lane waits for the next block, the others for that lane, and read then.
  @Test
  void lanes_that_wait_for_one_of_them_do_not_overtake_it() {
    var ptx =
        """
        .visible .entry k(.param .u64 x, .param .u64 y)
        {
          .reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<5>;
          ld.param.u64 %rd1, [x];
          ld.param.u64 %rd2, [y];
          mov.u32 %r1, %tid.x;
          mov.u32 %r2, %ctaid.x;
          setp.ne.u32 %p1, %r2, 0;
          @%p1 bra WRITE;
          setp.ne.u32 %p1, %r1, 0;
          @%p1 bra READ;
        WAIT:
          ld.volatile.global.u32 %r3, [%rd1];
          setp.eq.u32 %p2, %r3, 0;
          @%p2 bra WAIT;
        READ:
          ld.volatile.global.u32 %r4, [%rd1+4];
          mul.wide.u32 %rd3, %r1, 4;
          add.s64 %rd4, %rd2, %rd3;
          st.global.u32 [%rd4], %r4;
          bra END;
        WRITE:
          st.volatile.global.u32 [%rd1+4], 5;
          membar.gl;
          st.volatile.global.u32 [%rd1], 1;
        END:
          ret;
        }
        """;
    var gpu = new Emulator().load(ptx);
    long x = gpu.filled("x", 2);
    long y = gpu.filled("y", 32);
    gpu.launch("k", Dim3.of(2), Dim3.of(32), 0, x, y);
    assertThat(gpu.readInts(y, 32)).containsOnly(5);
  }

  /// Half of a warp goes first, waits for the other half, and shuffles.
  @ParameterizedTest
  @CsvSource({"@!%p1 bra WAIT, 16, 0xffff0000", "@%p1 bra WAIT, 0, 0x0000ffff"})
  void lanes_that_wait_before_a_shuffle_let_the_others_go_on(
      String branch, String from, String mask) {
    var ptx =
        """
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
          ld.param.u64 %rd1, [x];
          mov.u32 %r1, %tid.x;
          setp.lt.u32 %p1, %r1, 16;
          BRANCH;
          st.volatile.global.u32 [%rd1], 7;
          bra END;
        WAIT:
          ld.volatile.global.u32 %r2, [%rd1];
          setp.eq.u32 %p2, %r2, 0;
          @%p2 bra WAIT;
          shfl.sync.idx.b32 %r3, %r2, FROM, 31, MASK;
          st.volatile.global.u32 [%rd1+4], %r3;
        END:
          ret;
        }
        """;
    var gpu =
        new Emulator()
            .load(ptx.replace("BRANCH", branch).replace("FROM", from).replace("MASK", mask));
    long x = gpu.filled("x", 2);
    gpu.launch("k", Dim3.of(1), Dim3.of(32), 0, x);
    assertThat(gpu.readInts(x, 2)).containsExactly(7, 7);
  }

  /// Two parts of half a warp wait for the other half, each in a loop of its own.
  @Test
  void two_loops_that_wait_let_a_third_part_go_on() {
    var ptx =
        """
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
          ld.param.u64 %rd1, [x];
          mov.u32 %r1, %tid.x;
          setp.lt.u32 %p1, %r1, 16;
          @%p1 bra WAIT;
          st.volatile.global.u32 [%rd1], 7;
          st.volatile.global.u32 [%rd1+4], 7;
          bra END;
        WAIT:
          setp.lt.u32 %p1, %r1, 8;
          @%p1 bra SECOND;
        FIRST:
          ld.volatile.global.u32 %r2, [%rd1];
          setp.eq.u32 %p2, %r2, 0;
          @%p2 bra FIRST;
          bra TOGETHER;
        SECOND:
          ld.volatile.global.u32 %r2, [%rd1+4];
          setp.eq.u32 %p2, %r2, 0;
          @%p2 bra SECOND;
        TOGETHER:
          shfl.sync.idx.b32 %r3, %r2, 0, 31, 0x0000ffff;
          st.volatile.global.u32 [%rd1+8], %r3;
        END:
          ret;
        }
        """;
    var gpu = new Emulator().load(ptx);
    long x = gpu.filled("x", 3);
    gpu.launch("k", Dim3.of(1), Dim3.of(32), 0, x);
    assertThat(gpu.readInts(x, 3)).containsExactly(7, 7, 7);
  }

  /// Each half of a warp waits for what the other writes behind its own loop.
  private static final String CROSSWISE =
      """
      .visible .entry k(.param .u64 x)
      {
        .reg .pred %p<3>; .reg .b32 %r<3>; .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 16;
        @%p1 bra LOW;
      HIGH:
        ld.volatile.global.u32 %r2, [%rd1];
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra HIGH;
        st.volatile.global.u32 [%rd1+4], 1;
        bra END;
      LOW:
        FIRST
        ld.volatile.global.u32 %r2, [%rd1+4];
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra LOW;
        st.volatile.global.u32 [%rd1], 1;
      END:
        ret;
      }
      """;

  @Test
  void lanes_that_all_wait_are_endless() {
    var kept = LOCK.replace("BRANCH", "@%p1 bra TRY;").replace("GIVE", "");
    var crosswise = CROSSWISE.replace("FIRST", "");
    for (var ptx : List.of(kept, crosswise)) {
      var gpu = new Emulator().budget(1 << 20).load(ptx);
      long x = gpu.filled("x", 2);
      var given = ptx.equals(kept) ? new Object[] {x, x + 4, 1} : new Object[] {x};
      assertThatThrownBy(() -> gpu.launch("k", Dim3.of(1), Dim3.of(32), 0, given))
          .isInstanceOf(KernelFault.class)
          .hasMessageContaining("come back to where they were");
    }
    var begun = CROSSWISE.replace("FIRST", "st.volatile.global.u32 [%rd1], 1;");
    var gpu = new Emulator().load(begun);
    long x = gpu.filled("x", 2);
    gpu.launch("k", Dim3.of(1), Dim3.of(32), 0, x);
    assertThat(gpu.readInts(x, 2)).containsExactly(1, 1);
  }
}
