package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.gpu.emulator.TwoWarps.THREADS;
import static tapeline.gpu.emulator.TwoWarps.each;
import static tapeline.gpu.emulator.TwoWarps.findings;
import static tapeline.gpu.emulator.TwoWarps.lab;
import static tapeline.gpu.emulator.TwoWarps.launch;
import static tapeline.gpu.emulator.TwoWarps.ptx;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// `cp.async` and its waits, by [TwoWarps].
class AsyncCopiesTest {
  private static final String COPY = "cp.async.cg.shared.global [%r4], [%rd1], 16;\n";
  private static final String WAIT = "cp.async.wait_all;\n";
  private static final String BARRIER = "bar.sync 0;\n";

  private static Lab.Outcome run(String body) {
    return launch(lab(body));
  }

  private static Finding finding(String body) {
    var findings = findings(body);
    assertThat(findings).as("findings of %s", body).hasSize(1);
    return findings.getFirst();
  }

  /// The race at a line, of perhaps several lines: the warps run one after another.
  private static Finding race(int line, String body) {
    return findings(body).stream()
        .filter(f -> f.source().line() == line && f.kind() == FaultKind.SHARED_RACE)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no race at line " + line + " of " + body));
  }

  @Test
  void a_copy_that_is_waited_for_is_there() {
    var ran = run(COPY + WAIT + BARRIER + "ld.shared.u32 %r3, [%r5+8];");
    assertThat(ran.ints(1)).isEqualTo(each(t -> 1000 + 4 * (t ^ 32) + 2));
    var line = ran.report().line(1).orElseThrow();
    assertThat(line.requests()).as("a request of two warps each").isEqualTo(2);
    assertThat(line.sectors()).as("512 bytes a warp").isEqualTo(32);
    assertThat(line.sharedRequests()).isEqualTo(2);
    assertThat(line.wavefronts()).isEqualTo(8);
    assertThat(ran.report().loads().sectors()).isEqualTo(32);
  }

  @Test
  void a_wait_may_leave_the_last_groups_open() {
    var ran =
        run(
            """
            cp.async.ca.shared.global [%r4], [%rd1], 4;
            cp.async.commit_group;
            cp.async.ca.shared.global [%r4+8], [%rd1+8], 8;
            cp.async.commit_group;
            cp.async.wait_group 1;
            ld.shared.u32 %r3, [%r4];
            cp.async.wait_group 0;
            ld.shared.u32 %r6, [%r4+12];
            mad.lo.s32 %r3, %r6, 10000, %r3;
            """);
    assertThat(ran.ints(1)).isEqualTo(each(t -> 10000 * (1000 + 4 * t + 3) + 1000 + 4 * t));
    assertThat(
            finding(
                    """
                    cp.async.ca.shared.global [%r4], [%rd1], 4;
                    cp.async.commit_group;
                    cp.async.ca.shared.global [%r4+8], [%rd1+8], 8;
                    cp.async.commit_group;
                    cp.async.wait_group 1;
                    ld.shared.u32 %r3, [%r4+8];
                    """)
                .source()
                .line())
        .as("the second group is still open")
        .isEqualTo(6);
    assertThat(finding(COPY + "cp.async.wait_group 0;\nld.shared.u32 %r3, [%r4];").source().line())
        .as("a copy that was not committed is in no group")
        .isEqualTo(3);
  }

  @Test
  void what_is_beyond_the_source_bytes_is_zero() {
    var ran =
        run(
            """
            and.b32 %r6, %r1, 7;
            shl.b32 %r6, %r6, 1;
            cp.async.cg.shared.global [%r4], [%rd1], 16, %r6;
            setp.gt.u32 %p1, %r1, 40;
            cp.async.ca.shared.global [%r4+1024], [%rd1], 4, %p1;
            cp.async.wait_all;
            ld.shared.u32 %r3, [%r4+4];
            ld.shared.u32 %r7, [%r4+1024];
            mad.lo.s32 %r3, %r7, 10000, %r3;
            """);
    assertThat(ran.ints(1))
        .isEqualTo(
            each(t -> {
              int n = 2 * (t & 7);
              int word = 1000 + 4 * t + 1;
              int second = n <= 4 ? 0 : n == 6 ? word & 0xffff : word;
              return second + 10000 * (t > 40 ? 0 : word - 1);
            }));
    var beyond = "add.s64 %rd1, %rd1, 1040;\n";
    run(beyond + "mov.u32 %r6, 0;\ncp.async.cg.shared.global [%r4], [%rd1], 16, %r6;");
    assertThatThrownBy(() -> run(beyond + COPY))
        .isInstanceOf(KernelFault.class)
        .hasMessageContaining("warps.cu:2: out of bounds");
    assertThatThrownBy(() -> run("cp.async.ca.shared.global [%r4], [%rd1], 4, 5;"))
        .hasMessageContaining("a copy of 4 bytes cannot read 5");
    assertThatThrownBy(() -> run("cp.async.cg.shared.global [%r4], [%rd1+8], 16;"))
        .hasMessageContaining("misaligned");
    assertThatThrownBy(() -> run("cp.async.cg.shared.global [%r4+2048], [%rd1], 16;"))
        .hasMessageContaining("out of bounds in shared memory");
  }

  @Test
  void what_is_still_being_copied_to_may_not_be_touched() {
    var read = finding(COPY + BARRIER + "ld.shared.u32 %r3, [%r5];\n");
    assertThat(read.kind()).isEqualTo(FaultKind.PENDING_COPY);
    assertThat(read.source().line()).isEqualTo(3);
    assertThat(read.message())
        .isEqualTo(
            "reads byte 512 of shared memory, which the copy at warps.cu:1 by thread (32, 0, 0)"
                + " may still write");
    assertThat(finding(COPY + "st.shared.u32 [%r4+12], %r1;\n").message())
        .startsWith("writes byte 12 of shared memory");
    assertThat(finding(COPY + COPY).message()).startsWith("writes byte 0");
    assertThat(finding(COPY + "st.shared.u8 [%r4+3], %r1;\n").kind())
        .isEqualTo(FaultKind.PENDING_COPY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"u32", "u16", "u8"})
  void others_meet_at_a_barrier_after_the_wait(String type) {
    var found = race(3, COPY + WAIT + "ld.shared." + type + " %r3, [%r5];\n");
    assertThat(found.message()).contains("reads what the other writes", "no __syncthreads()");
  }

  @Test
  void a_copy_must_not_overtake_those_who_read() {
    var fill = "st.shared.u32 [%r4], %r1;\n" + BARRIER + "ld.shared.u32 %r3, [%r5];\n";
    assertThat(race(4, fill + COPY + WAIT).message()).contains("writes what the other reads");
    run(fill + BARRIER + COPY + WAIT);
  }

  @Test
  void source_bytes_that_were_not_written_are_named() {
    var gpu = new Emulator().mode(Mode.RACES).load(ptx(COPY + WAIT));
    long x = gpu.allocate("x", 16 * THREADS);
    long y = gpu.allocate("y", 4 * THREADS);
    assertThat(gpu.launch("k", Dim3.of(1), Dim3.of(THREADS), 0, x, y).findings())
        .singleElement()
        .matches(f -> f.kind() == FaultKind.UNINITIALISED && f.source().line() == 1);
  }

  @Test
  void words_and_their_bytes_are_compared() {
    var zeros = "st.shared.u32 [%r4], 0;\n" + BARRIER;
    race(4, zeros + "st.shared.u16 [%r4], %r1;\nld.shared.u32 %r3, [%r5];");
    race(4, zeros + "st.shared.u32 [%r4], %r1;\nld.shared.u8 %r3, [%r5+1];");
    race(4, zeros + "ld.shared.u8 %r3, [%r5+3];\nst.shared.u32 [%r4], %r1;");
    race(4, zeros + "ld.shared.u32 %r3, [%r5];\nst.shared.u8 [%r4+3], %r1;");
    race(4, zeros + "st.shared.u32 [%r5], %r1;\nst.shared.u16 [%r4+2], %r1;");
    run(zeros + "st.shared.u16 [%r4], %r1;\nld.shared.u16 %r3, [%r5+2];");
  }
}
