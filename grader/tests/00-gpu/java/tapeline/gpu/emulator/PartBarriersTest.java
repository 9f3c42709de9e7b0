package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Barriers of some warps of a block, or of some lanes of a warp, order these and no others.
class PartBarriersTest {
  private static final String WRITE = "st.shared.u32 [%r4], %r1;\n"; // each lane its own word
  private static final String READ = "ld.shared.u32 %r3, [%r4];\n";

  private static String sync(int barrier, int warps) {
    return "bar.sync %d, %d;\n".formatted(barrier, 32 * warps);
  }

  private static String arrive(int barrier, int warps) {
    return "bar.arrive %d, %d;\n".formatted(barrier, 32 * warps);
  }

  /// The races of a block in which each warp does something else.
  private static List<FaultKind> races(String... warps) {
    var text = new StringBuilder();
    for (int warp = 0; warp < warps.length; warp++) {
      text.append(
          """
          setp.ne.u32 %%p1, %%r2, %d;
          @%%p1 bra $W%d;
          %s
          ret;
          $W%d:
          """
              .formatted(warp, warp, warps[warp].replace("$L", "$L" + warp), warp));
    }
    String ptx =
        """
        .file 1 "parts.cu"
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<4>;
          .shared .align 4 .b8 s[128]; .shared .align 4 .u32 flag;
          ld.param.u64 %rd1, [x];
          mov.u32 %r1, %tid.x;
          shr.u32 %r2, %r1, 5;
          and.b32 %r5, %r1, 31;
          shl.b32 %r6, %r5, 2;
          mov.u32 %r4, s;
          add.s32 %r4, %r4, %r6;
          setp.eq.u32 %p1, %r2, 0;
          @%p1 st.shared.u32 [%r4], 0;
          setp.eq.u32 %p1, %r1, 0;
          @%p1 st.shared.u32 [flag], 0;
          bar.sync 0;
        WARPS
          ret;
        }
        """
            .replace("WARPS", Lab.numbered(text.toString()));
    var found = List.<FaultKind>of();
    for (var engine : Engine.values()) {
      var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
      long x = gpu.filled("x", 4);
      found =
          gpu.launch("k", Dim3.of(1), Dim3.of(32 * warps.length), 0, x).findings().stream()
              .map(Finding::kind)
              .filter(kind -> kind != FaultKind.MIXED_BARRIERS) // each warp has its `bar.sync 0`
              .toList();
    }
    return found;
  }

  private static void assertRaces(String why, String... warps) {
    assertThat(races(warps)).as(why).contains(FaultKind.SHARED_RACE);
  }

  private static void assertRight(String why, String... warps) {
    assertThat(races(warps)).as(why).isEmpty();
  }

  @Test
  void a_barrier_of_some_warps_does_not_order_the_others() {
    assertRight("both meet", WRITE + sync(1, 2), sync(1, 2) + READ, "");
    assertRaces(
        "the reader meets another warp",
        WRITE + sync(1, 2),
        sync(1, 2),
        sync(2, 2) + READ,
        sync(2, 2));
    assertRaces(
        "the writer meets another warp",
        READ + sync(1, 2),
        sync(1, 2),
        sync(2, 2) + WRITE,
        sync(2, 2));
    assertRight("all meet by their number", WRITE + sync(1, 3), sync(1, 3) + READ, sync(1, 3));
    assertRight(
        "and all at last",
        WRITE + sync(1, 2) + "bar.sync 0;",
        sync(1, 2) + "bar.sync 0;",
        "bar.sync 0;" + READ);
  }

  @Test
  void order_is_handed_on_from_barrier_to_barrier() {
    assertRight(
        "0 before 1 before 2", WRITE + sync(1, 2), sync(1, 2) + sync(2, 2), sync(2, 2) + READ);
    assertRaces(
        "1 meets 2 before it meets 0",
        WRITE + sync(1, 2),
        sync(2, 2) + sync(1, 2),
        sync(2, 2) + READ);
  }

  @Test
  void an_arrival_orders_what_was_before_it() {
    assertRight("before the arrival", WRITE + arrive(1, 2), sync(1, 2) + READ);
    assertRaces("behind the arrival", arrive(1, 2) + WRITE, sync(1, 2) + READ);
    assertRaces(
        "not the other way", arrive(1, 2) + sync(2, 2) + READ, WRITE + sync(1, 2), sync(2, 2));
    assertRight(
        "with what the one that arrives has seen",
        WRITE + sync(2, 2),
        sync(2, 2) + arrive(1, 2),
        sync(1, 2) + READ);
    assertRaces(
        "an arrival counts once",
        WRITE + arrive(1, 2),
        sync(1, 2),
        sync(2, 2) + sync(1, 2),
        sync(2, 2) + sync(1, 2) + READ);
  }

  /// A warp fills a buffer, another one empties it, several times.
  private static String rounds(String round) {
    return "mov.u32 %r8, 0;\n$L:\n"
        + round
        + "add.s32 %r8, %r8, 1;\nsetp.lt.s32 %p2, %r8, 4;\n@%p2 bra $L;\n";
  }

  @Test
  void a_producer_and_consumers_hand_a_buffer_over() {
    String producer = rounds(sync(1, 3) + WRITE + arrive(2, 3));
    String consumer = arrive(1, 3) + rounds(sync(2, 3) + READ + arrive(1, 3));
    assertRight("full and empty", producer, consumer, consumer);
    String hasty = arrive(1, 3) + rounds(sync(2, 3) + arrive(1, 3) + READ);
    assertRaces("one says that it is empty before it has read", producer, consumer, hasty);
    assertRaces("so does the other", producer, hasty, consumer);
  }

  @Test
  void a_reader_that_has_not_met_the_writer_is_remembered_behind_others() {
    assertRaces(
        "warp 1 read before warps 2 and 3",
        sync(1, 3) + WRITE,
        READ,
        READ + sync(1, 3),
        READ + sync(1, 3));
    assertRight(
        "all have met the writer",
        sync(1, 4) + WRITE,
        READ + sync(1, 4),
        READ + sync(1, 4),
        READ + sync(1, 4));
  }

  @Test
  void a_reader_that_repeats_its_request_is_remembered() {
    assertRaces(
        "warp 2 reads in every round",
        rounds("bar.sync 0;\n") + sync(1, 2) + WRITE,
        rounds("bar.sync 0;\n") + sync(1, 2),
        rounds("bar.sync 0;\n" + READ));
  }

  @Test
  void a_warp_that_meets_others_is_in_order_with_itself() {
    String others = "xor.b32 %r7, %r4, 4;\nld.shared.u32 %r3, [%r7];\n"; // the neighbour's word
    assertRight("", WRITE + sync(1, 2) + others, sync(1, 2));
  }

  @Test
  void what_a_fence_hands_over_is_handed_on() {
    assertRight(
        "0 before 1 by a flag, 1 before 2 by a barrier",
        WRITE + "membar.cta;\natom.global.add.u32 %r3, [%rd1], 1;\n",
        "atom.global.add.u32 %r3, [%rd1], 1;\n" + sync(1, 2),
        sync(1, 2) + READ);
  }

  @Test
  void a_flag_in_shared_memory_orders_where_it_releases_and_acquires() {
    String set = WRITE + "red.or.release.cta.shared.b32 [flag], 1;\n";
    String wait =
        "$L:\nld.acquire.cta.shared.u32 %r3, [flag];\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 bra $L;\n";
    assertRight("both", set, wait + READ);
    assertRaces("no release", set.replace("release", "relaxed"), wait + READ);
    assertRaces("no acquire", set, wait.replace("acquire", "relaxed") + READ);
    assertRight("handed on", set, wait + sync(1, 2), sync(1, 2) + READ);
  }

  @Test
  void an_atomic_of_the_writers_own_hides_no_plain_write() {
    String add = "red.shared.add.u32 [flag], 1;\n";
    String first = "setp.eq.u32 %p2, %r5, 0;\n@%p2 st.shared.u32 [flag], 0;\n";
    assertThat(races(first + add))
        .as("the lane that writes adds first")
        .containsExactly(FaultKind.WARP_RACE);
    assertRight("all lanes have met", first + "bar.warp.sync -1;\n" + add);
    assertRaces("so do all of its warp", first + "bar.warp.sync -1;\n" + add, add);
    assertRight("all warps have met", first + "bar.sync 0;\n" + add, "bar.sync 0;\n" + add);
  }

  private static String meet(String mask) {
    return mask + "bar.warp.sync %r9;\n";
  }

  private static String readOf(int other) {
    return "xor.b32 %%r7, %%r5, %d;\nshl.b32 %%r7, %%r7, 2;\nadd.s32 %%r7, %%r7, s;\nld.shared.u32 %%r3, [%%r7];\n"
        .formatted(other);
  }

  private static final String HALVES =
      meet("setp.lt.u32 %p2, %r5, 16;\nselp.b32 %r9, 0xffff, 0xffff0000, %p2;\n");

  /// Lane i and lane i + 16.
  private static final String PAIRS = meet("and.b32 %r9, %r5, 15;\nshl.b32 %r9, 0x10001, %r9;\n");

  @Test
  void a_barrier_of_some_lanes_does_not_order_the_others() {
    assertRight("a lane of its half", WRITE + HALVES + readOf(1));
    assertThat(races(WRITE + HALVES + readOf(16)))
        .as("a lane of the other half")
        .containsExactly(FaultKind.WARP_RACE);
    assertRight("handed on", WRITE + HALVES + PAIRS + readOf(17));
    assertThat(races(WRITE + PAIRS + readOf(17)))
        .as("a lane that it has not met")
        .containsExactly(FaultKind.WARP_RACE);
    assertRight("all", WRITE + HALVES + "bar.warp.sync -1;\n" + readOf(16));
    assertRight("all in parts that meet", WRITE + PAIRS + HALVES + readOf(16));
  }

  @Test
  void lanes_in_a_branch_meet_only_each_other() {
    String branch =
        "setp.ge.u32 %p2, %r5, 16;\n@%p2 bra $B;\nst.shared.u32 [%r4], %r1;\nbar.warp.sync 0xffff;\n$B:\n";
    assertRight("one of them", branch + "@!%p2 " + "ld.shared.u32 %r3, [%r4];\n");
    assertThat(races(branch + readOf(16))).as("the others").containsExactly(FaultKind.WARP_RACE);
    assertRight(
        "lanes that have left are not waited for",
        WRITE + "setp.ge.u32 %p2, %r5, 16;\n@%p2 ret;\nbar.warp.sync -1;\n" + readOf(16));
  }
}
