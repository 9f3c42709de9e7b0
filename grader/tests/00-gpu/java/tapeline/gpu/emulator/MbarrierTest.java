package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.gpu.emulator.TwoWarps.WORDS;
import static tapeline.gpu.emulator.TwoWarps.each;
import static tapeline.gpu.emulator.TwoWarps.findings;
import static tapeline.gpu.emulator.TwoWarps.lab;
import static tapeline.gpu.emulator.TwoWarps.launch;
import static tapeline.gpu.emulator.TwoWarps.ptx;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.ptx.Opcode;

/// `mbarrier` and `cp.async.mbarrier.arrive`, by [TwoWarps].
class MbarrierTest {
  private static final String WRITE = "st.shared.u32 [%r4], %r1;\n";
  private static final String READ = "ld.shared.u32 %r3, [%r5];\n";
  private static final String ARRIVE = "mbarrier.arrive.shared.b64 %rd4, [%r6];\n";
  private static final String WAIT = wait("A", "test_wait", "%rd4");
  private static final String PENDING = "mbarrier.pending_count.b64 %r3, %rd4;\n";
  private static final String COPY = "cp.async.cg.shared.global [%r4], [%rd1], 16;\n";
  private static final String ARRIVE_COPIED = "cp.async.mbarrier.arrive.shared.b64 [%r6];\n";

  private static String wait(String label, String test, String phase) {
    return "$%s:\nmbarrier.%s.shared.b64 %%p2, [%%r6], %s;\n@!%%p2 bra $%s;\n"
        .formatted(label, test, phase, label);
  }

  private static String parity(String label, int parity) {
    return wait(label, "test_wait.parity", Integer.toString(parity));
  }

  private static String once(String wait) {
    return wait.replaceAll("@.*\n", "");
  }

  private static String init(int count) {
    return """
    setp.eq.u32 %%p1, %%r1, 0;
    @%%p1 mbarrier.init.shared.b64 [%%r6], %d;
    bar.sync 0;
    """
        .formatted(count);
  }

  /// The words that a right program stores.
  private static int[] run(String body) {
    return launch(lab(body)).ints(1);
  }

  private static List<FaultKind> kinds(String body) {
    return findings(body).stream().map(Finding::kind).distinct().toList();
  }

  /// Each warp of the block does something else.
  private static String warps(String first, String second) {
    return "setp.gt.u32 %p1, %r1, 31;\n@%p1 bra $SECOND;\n"
        + first
        + "bra $END;\n$SECOND:\n"
        + second
        + "$END:\n";
  }

  private static void assertRaces(String why, FaultKind kind, String body) {
    assertThat(kinds(body)).as(why).containsExactly(kind);
  }

  @Test
  void a_phase_ends_with_its_last_arrival() {
    assertThat(run(init(64) + WRITE + ARRIVE + WAIT + READ)).isEqualTo(each(t -> t ^ 32));
    assertThat(
            run(
                (init(64) + WRITE + ARRIVE + WAIT + READ)
                    .replace(".shared.b64", ".b64")
                    .replace("[%r6]", "[%rd6]")
                    .replace("setp.eq", "cvta.shared.u64 %rd6, %rd5;\nsetp.eq")
                    .replace("cvta", "cvt.u64.u32 %rd5, %r6;\ncvta")))
        .as("by a generic address")
        .isEqualTo(each(t -> t ^ 32));
    String early =
        "mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.b32 %r3, 1, 0, %p2;\n";
    assertThat(run(init(65) + ARRIVE + early)).as("one is missing").containsOnly(0);
    assertThat(run(init(64) + ARRIVE + "bar.sync 0;\n" + early)).as("none is").containsOnly(1);
    assertThat(run(init(64) + early.replace("], 0", "], 1")))
        .as("the phase before the first")
        .containsOnly(1);
  }

  @Test
  void a_token_has_the_arrivals_that_were_pending() {
    assertThat(run(init(64) + ARRIVE + PENDING)).isEqualTo(each(t -> 64 - t));
    assertThat(run(init(40) + ARRIVE + PENDING))
        .as("24 threads arrive in the second phase")
        .isEqualTo(each(t -> 40 - t % 40));
    String three = "mbarrier.arrive.noComplete.shared.b64 %rd4, [%r6], 2;\n";
    assertThat(run(init(192) + three + ARRIVE + PENDING))
        .as("a warp arrives 64 times, then 32")
        .isEqualTo(each(t -> 192 - 64 - 96 * (t / 32) - t % 32));
  }

  @Test
  void those_who_drop_are_no_longer_expected() {
    String rest =
        "setp.lt.u32 %p1, %r1, 20;\n@%p1 mbarrier.arrive_drop.shared.b64 _, [%r6];\n@%p1 bra $OUT;\n";
    assertThat(run(init(64) + rest + ARRIVE + WAIT + ARRIVE + PENDING + "$OUT:\n"))
        .isEqualTo(each(t -> t < 20 ? 0 : t < 32 ? 32 - t : 76 - t));
  }

  @Test
  void requests_are_counted_as_those_of_atomics() {
    String atomic = "atom.shared.add.u64 %rd5, [%r6+8], %rd4;\n";
    String zero = "setp.eq.u32 %p3, %r1, 1;\n@%p3 st.shared.u64 [%r6+8], %rd4;\n";
    var lines = launch(lab(zero + init(64) + ARRIVE + atomic)).report();
    var arrival = lines.line(6).orElseThrow();
    var other = lines.line(7).orElseThrow();
    assertThat(arrival.sharedRequests()).isEqualTo(other.sharedRequests()).isEqualTo(2);
    assertThat(arrival.wavefronts()).isEqualTo(other.wavefronts()).isEqualTo(64);
    assertThat(lines.kinds()).containsEntry(Opcode.Kind.ATOMIC, 6L);
  }

  /// Lanes from 16 on go another way: they branch, or they fall through.
  private static String halves(boolean branch, String lower, String upper) {
    return "and.b32 %%r7, %%r1, 16;\nsetp.ne.u32 %%p3, %%r7, 0;\n@%s%%p3 bra $OTHER;\n"
            .formatted(branch ? "" : "!")
        + (branch ? lower : upper)
        + "bra $MET;\n$OTHER:\n"
        + (branch ? upper : lower)
        + "$MET:\n";
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lanes_that_wait_let_the_others_of_their_warp_arrive(boolean branch) {
    String meet = WRITE + "bar.sync 0;\n";
    assertThat(run(init(32) + meet + halves(branch, parity("A", 0) + READ, ARRIVE)))
        .isEqualTo(each(t -> t % 32 < 16 ? t ^ 32 : 0));
    String parts =
        """
        and.b32 %r7, %r1, 8;
        setp.eq.u32 %p1, %r7, 0;
        @%p1 bra $EIGHT;
        """
            + parity("A", 0)
            + "bra $READ;\n$EIGHT:\n"
            + parity("B", 0)
            + "$READ:\n"
            + READ;
    assertThat(run(init(32) + meet + halves(branch, parts, ARRIVE)))
        .as("those that wait have parted, too")
        .isEqualTo(each(t -> t % 32 < 16 ? t ^ 32 : 0));
    String reply = ARRIVE + parity("C", 1);
    assertThat(run(init(32) + meet + halves(branch, parts + ARRIVE, reply)))
        .as("those that arrive wait for the others, too")
        .isEqualTo(each(t -> t % 32 < 16 ? t ^ 32 : 0));
  }

  @Test
  void an_arrival_orders_what_was_before_it_for_those_who_wait() {
    String hand = init(32) + warps(WRITE + ARRIVE, parity("A", 0) + READ);
    assertThat(run(hand)).isEqualTo(each(t -> t < 32 ? 0 : t - 32));
    assertRaces(
        "written behind the arrival",
        FaultKind.SHARED_RACE,
        init(32) + warps(ARRIVE + WRITE, parity("A", 0) + READ));
    assertRaces("no wait", FaultKind.SHARED_RACE, init(32) + warps(WRITE + ARRIVE, READ));
    String fails = init(33) + warps(WRITE + ARRIVE, once(parity("A", 0)) + READ);
    assertRaces("a test that fails", FaultKind.SHARED_RACE, fails);
    assertRaces(
        "the same with its order in words",
        FaultKind.SHARED_RACE,
        fails.replace("arrive.", "arrive.release.cta.").replace("parity.", "acquire.cta.parity."));
    assertRaces(
        "a test that fails behind the phase that the writer ended",
        FaultKind.SHARED_RACE,
        init(32) + warps(WRITE + ARRIVE, once(parity("A", 1)) + READ));
    assertThat(kinds(init(64).replace("bar.sync 0;\n", "") + ARRIVE))
        .as("not all have met behind the initialisation")
        .containsExactly(FaultKind.WARP_RACE, FaultKind.SHARED_RACE);
  }

  @Test
  void a_wait_orders_what_was_before_its_phase_ended() {
    String next = ARRIVE + parity("A", 0) + READ;
    String ahead = ARRIVE.replace("%rd4", "%rd5");
    assertRaces(
        "the other warp has arrived in the next phase, too",
        FaultKind.SHARED_RACE,
        init(64) + WRITE + "bar.sync 0;\n" + warps(next, ahead + parity("B", 0) + WRITE + ahead));
    String handedOn =
        init(64) + warps(WRITE + ARRIVE + ARRIVE, ARRIVE + ARRIVE + parity("A", 1) + READ);
    assertThat(run(handedOn)).as("an earlier phase").isEqualTo(each(t -> t < 32 ? 0 : t - 32));
  }

  @Test
  void a_replay_shows_that_a_barrier_is_used_before_it_is_there() {
    var gpu = new Emulator().mode(Mode.RACES);
    gpu.load(ptx(init(64).replace("bar.sync 0;\n", "") + ARRIVE));
    gpu.replay(found -> found.kind() == FaultKind.SHARED_RACE, 1 << 20);
    long x = gpu.allocate("x", 4);
    long y = gpu.allocate("y", 256);
    var replay = gpu.launch("k", Dim3.of(1), Dim3.of(64), 0, x, y).replays().getFirst();
    assertThat(replay.sentence())
        .startsWith("as written: no fault; with warp 0 held at line 2 (writes) until warp 1 has")
        .endsWith("misuse of a barrier in shared memory at warps.cu:3");
    assertThat(replay.asWritten().touches())
        .extracting(touch -> touch.access().warp() + " " + touch.verb() + touch.value())
        .containsExactly("0 writes", "0 updates", "1 updates");
  }

  @Test
  void lanes_are_in_order_by_their_arrivals_too() {
    String next = "xor.b32 %r5, %r2, 16;\nadd.s32 %r5, %r5, s;\n" + READ;
    String first = "setp.ne.u32 %p3, %r1, 0;\n@%p3 bra $END;\n";
    assertThat(run(init(64) + WRITE + ARRIVE + first + WAIT + next + "$END:\n")[0]).isEqualTo(1);
    assertRaces(
        "a lane that does not wait",
        FaultKind.WARP_RACE,
        init(64) + WRITE + ARRIVE + first + next + "$END:\n");
    assertRaces("none waits", FaultKind.WARP_RACE, init(64) + WRITE + ARRIVE + next);
    assertThat(kinds("mbarrier.init.shared.b64 [%r6], 64;\n"))
        .as("all lanes initialise")
        .contains(FaultKind.WARP_RACE);
  }

  @Test
  void a_phase_waits_for_copies() {
    String copied = COPY + ARRIVE_COPIED + ARRIVE + WAIT;
    String read = "ld.shared.u32 %r3, [%r5+8];\n";
    assertThat(run(init(64) + copied + read)).isEqualTo(each(t -> 1002 + 4 * (t ^ 32)));
    String last = COPY + ARRIVE_COPIED.replace("arrive", "arrive.noinc") + parity("A", 0);
    assertThat(run(init(64) + last + read)).isEqualTo(each(t -> 1002 + 4 * (t ^ 32)));
    assertRaces(
        "no wait",
        FaultKind.PENDING_COPY,
        init(65) + COPY + ARRIVE_COPIED + ARRIVE + "bar.sync 0;\n" + READ);
    assertRaces(
        "one's own",
        FaultKind.PENDING_COPY,
        init(65) + COPY + ARRIVE_COPIED + ARRIVE + "ld.shared.u32 %r3, [%r4];\n");
    assertRaces(
        "a copy behind the arrival",
        FaultKind.PENDING_COPY,
        init(64) + ARRIVE_COPIED + COPY + ARRIVE + WAIT + read);
    String even = "and.b32 %r7, %r1, 1;\nsetp.eq.u32 %p3, %r7, 0;\n@%p3 ";
    assertRaces(
        "a copy by a lane that does not say so",
        FaultKind.PENDING_COPY,
        init(64) + COPY + even + ARRIVE_COPIED + ARRIVE + WAIT + "ld.shared.u32 %r3, [%r4];\n");
    assertThat(run(init(65) + COPY + ARRIVE_COPIED + "cp.async.wait_all;\nbar.sync 0;\n" + read))
        .as("awaited otherwise")
        .isEqualTo(each(t -> 1002 + 4 * (t ^ 32)));
  }

  @Test
  void a_block_knows_nothing_of_the_copies_of_the_one_before() {
    String body = init(65) + COPY + ARRIVE_COPIED + ARRIVE + once(parity("A", 0));
    var gpu = new Emulator().cores(1).load(ptx(body + "selp.b32 %r3, 1, 0, %p2;\n"));
    long x = gpu.allocate("x", 4L * WORDS.length);
    long y = gpu.allocate("y", 256);
    gpu.launch("k", Dim3.of(2), Dim3.of(64), 0, x, y);
    assertThat(gpu.readInts(y, 64)).as("the last block's phase has not ended").containsOnly(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | mbarrier.arrive.shared.b64 %rd4, [%r6+8] | no barrier has been initialised at byte 2056",
        "0 | mbarrier.test_wait.parity.shared.b64 %p2, [%r6+8], 0 | no barrier has been initialised at byte 2056",
        "0 | mbarrier.inval.shared.b64 [%r6+8] | no barrier has been initialised at byte 2056",
        "4 | mbarrier.arrive.shared.b64 %rd4, [%r6] | no barrier has been initialised at byte 2048",
        "0 | mbarrier.arrive.noComplete.shared.b64 %rd4, [%r6], 65 | 65 more arrive, and this phase waits for 64, of which .noComplete must leave one",
        "0 | mbarrier.arrive.noComplete.shared.b64 %rd4, [%r6], 64 | 64 more arrive, and this phase waits for 64",
        "0 | mbarrier.arrive_drop.noComplete.shared.b64 %rd4, [%r6], 64 | 64 more arrive, and this phase waits for 64",
        "0 | mbarrier.arrive.noComplete.shared.b64 %rd4, [%r6], 0 | 0 more arrive",
        "0 | mbarrier.init.shared.b64 [%r6], 0 | a phase expects 1 to 1048575 arrivals, got 0",
        "0 | mbarrier.init.shared.b64 [%r6], 1048576 | a phase expects 1 to 1048575 arrivals, got 1048576",
      })
  void misuse_is_named_at_its_line(int invalid, String instruction, String message) {
    String before = init(64) + (invalid == 0 ? "" : "@%p1 mbarrier.inval.shared.b64 [%r6];\n");
    for (var engine : Engine.values()) {
      for (var mode : Mode.values()) {
        var lab = lab(before + instruction + ";\n");
        assertThatThrownBy(
                () -> lab.run(engine, mode, "k", Dim3.of(1), Dim3.of(64), 0, WORDS, new int[64]))
            .isInstanceOf(KernelFault.class)
            .hasMessageStartingWith(
                "warps.cu:%d: misuse of a barrier in shared memory".formatted(invalid == 0 ? 4 : 5))
            .hasMessageContaining(message);
      }
    }
  }

  @Test
  void all_may_drop_and_none_may_arrive_then() {
    String drop = init(64) + "mbarrier.arrive_drop.shared.b64 _, [%r6];\nbar.sync 0;\n";
    assertThat(run(drop + parity("A", 0))).containsOnly(0);
    assertThatThrownBy(() -> run(drop + ARRIVE))
        .hasMessageStartingWith("warps.cu:6:")
        .hasMessageContaining("1 more arrive, and this phase waits for 0");
  }
}
