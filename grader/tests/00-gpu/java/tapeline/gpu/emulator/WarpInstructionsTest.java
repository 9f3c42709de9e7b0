package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;

/// Instructions by which many threads act together, in PTX that compilers seldom write. Thread t
/// stores %r3 as element t.
class WarpInstructionsTest {
  private static int[] run(int threads, String body) {
    return launch(lab(body), threads).ints(0);
  }

  private static Lab.Outcome launch(Lab lab, int threads) {
    return lab.launch("k", Dim3.of(1), Dim3.of(threads), 0, new int[threads]);
  }

  private static Lab lab(String body) {
    String ptx =
        """
        .visible .entry k(.param .u64 out)
        {
          .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
          .shared .align 4 .b8 s[256];
          ld.param.u64 %rd1, [out];
          mov.u32 %r1, %tid.x;
          mul.wide.u32 %rd2, %r1, 4;
          add.s64 %rd1, %rd1, %rd2;
          shl.b32 %r2, %r1, 2;
          mov.u32 %r4, s;
          add.s32 %r4, %r4, %r2;
          BODY
          st.global.u32 [%rd1], %r3;
          ret;
        }
        """
            .replace("BODY", body);
    return Lab.ofPtx(ptx);
  }

  private static int[] each(int threads, java.util.function.IntUnaryOperator f) {
    return IntStream.range(0, threads).map(f).toArray();
  }

  @Test
  void a_branch_table_leads_every_lane_its_own_way() {
    int[] found =
        run(
            40,
            """
            ways: .branchtargets $A, $B, $C;
            rem.u32 %r5, %r1, 3;
            brx.idx %r5, ways;
            $A: mov.u32 %r3, 100; bra $END;
            $B: add.s32 %r3, %r1, 1000; bra $END;
            $C: neg.s32 %r3, %r1;
            $END:
            """);
    assertThat(found)
        .as("lane t takes way t mod 3")
        .isEqualTo(each(40, t -> t % 3 == 0 ? 100 : t % 3 == 1 ? t + 1000 : -t));
  }

  @Test
  void match_all_says_whether_all_lanes_hold_the_same() {
    String match =
        """
        match.all.sync.b32 %r3|%p1, VALUE, 0xffffffff;
        @!%p1 sub.s32 %r3, %r3, 7;
        """;
    assertThat(run(32, match.replace("VALUE", "13")))
        .as("all hold 13: the mask of all lanes, and true")
        .containsOnly(-1);
    assertThat(run(32, match.replace("VALUE", "%r1")))
        .as("all differ: 0, and false, so 7 is subtracted")
        .containsOnly(-7);
  }

  @Test
  void match_any_says_which_lanes_hold_the_same() {
    int[] found = run(32, "and.b32 %r5, %r1, 7; match.any.sync.b32 %r3, %r5, 0xffffffff;");
    assertThat(found)
        .as("lanes t, t + 8, t + 16 and t + 24 hold t mod 8")
        .isEqualTo(each(32, t -> 0x01010101 << t % 8));
  }

  @Test
  void who_arrives_at_a_barrier_need_not_wait_for_those_who_do() {
    int[] found =
        run(
            64,
            """
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra $CONSUMER;
            add.s32 %r5, %r1, 500;
            st.shared.u32 [%r4], %r5;
            bar.arrive 1, 64;
            mov.u32 %r3, 1;
            bra $END;
            $CONSUMER:
            bar.sync 1, 64;
            ld.shared.u32 %r3, [%r4+-128];
            $END:
            """);
    assertThat(found)
        .as("warp 1 reads what warp 0 wrote before it arrived, without a race")
        .isEqualTo(each(64, t -> t < 32 ? 1 : t - 32 + 500));
  }

  @Test
  void a_barrier_can_count_votes() {
    int[] found = run(64, "setp.lt.u32 %p1, %r1, 41; bar.red.popc.u32 %r3, 0, %p1;");
    assertThat(found).as("41 of 64 threads say yes").containsOnly(41);
  }

  @Test
  void the_order_of_lanes_cannot_be_seen_where_a_store_and_a_load_of_other_memory_meet() {
    int[] found =
        run(
            32,
            """
            st.global.u32 [%rd1], %r1;
            xor.b32 %r5, %r1, 1;
            st.shared.u32 [%r4], %r5;
            ld.global.u32 %r6, [%rd1];
            bar.warp.sync 0xffffffff;
            ld.shared.u32 %r3, [%r4];
            mad.lo.s32 %r3, %r6, 1000, %r3;
            """);
    int[] expected = each(32, t -> 1000 * t + (t ^ 1));
    assertThat(found).as(Arrays.toString(expected)).isEqualTo(expected);
  }

  @Test
  void a_barrier_of_the_warp_in_both_branches_lacks_the_lanes_of_the_other() {
    String body =
        """
        setp.lt.u32 %p1, %r1, 16;
        @%p1 bra $A;
        bar.warp.sync UPPER;
        bra $B;
        $A: bar.warp.sync LOWER;
        $B: mov.u32 %r3, 7;
        """;
    var one = body.replace("UPPER", "-1").replace("LOWER", "-1");
    var all = launch(lab(one).flawed(), 32).report().findings();
    assertThat(all).extracting(f -> f.kind()).containsOnly(FaultKind.ABSENT_LANE);
    var own = body.replace("UPPER", "0xffff0000").replace("LOWER", "0xffff");
    assertThat(run(32, own)).containsOnly(7);
  }

  @Test
  void a_warp_reads_what_all_its_lanes_have_stored_before() {
    int[] found =
        run(
            32,
            """
            st.volatile.global.u32 [%rd1], %r1;
            xor.b64 %rd2, %rd1, 4;
            ld.volatile.global.u32 %r3, [%rd2];
            """);
    assertThat(found).as("lane t reads what lane t ^ 1 stored").isEqualTo(each(32, t -> t ^ 1));
  }

  @Test
  void a_shuffle_in_place_leaves_lanes_beyond_its_clamp_as_they_are() {
    int[] found = run(32, "mov.u32 %r3, %lanemask_lt; shfl.sync.bfly.b32 %r3, %r3, 1, 5, -1;");
    assertThat(found)
        .as("lanes 0 to 5 swap, by twos, the masks of the lanes below them")
        .isEqualTo(each(32, t -> (1 << (t < 6 ? t ^ 1 : t)) - 1));
  }

  @Test
  void the_generic_addresses_of_a_warp_may_lie_in_two_spaces() {
    int[] found =
        run(
            32,
            """
            st.shared.u32 [%r4], 7;
            st.global.u32 [%rd1], 9;
            cvt.u64.u32 %rd2, %r4;
            cvta.shared.u64 %rd2, %rd2;
            cvta.global.u64 %rd3, %rd1;
            setp.lt.u32 %p1, %r1, 11;
            selp.b64 %rd2, %rd2, %rd3, %p1;
            ld.u32 %r3, [%rd2];
            """);
    assertThat(found)
        .as("7 in shared memory, 9 in global memory")
        .isEqualTo(each(32, t -> t < 11 ? 7 : 9));
  }
}
