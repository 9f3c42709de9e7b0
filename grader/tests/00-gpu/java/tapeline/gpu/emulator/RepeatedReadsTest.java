package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Reads that are listed or noted as a whole stand for those of their lanes, each at its address.
class RepeatedReadsTest {
  /// The rounds of a loop, whose number is `%r8`.
  private static final String ROUNDS =
      """
      $L:
      BODY
      add.s32 %r8, %r8, 1;
      setp.lt.s32 %p2, %r8, 3;
      @%p2 bra $L;
      """;

  /// A word on either side of the 1024 words that the shadow of a memory has in a page.
  private static final List<Integer> BESIDE_THE_PAGES_END = List.of(12, -12);

  private static List<Finding> found(Engine engine, String body) {
    var gpu =
        new Emulator().mode(Mode.RACES).engine(engine).load(RepeatedRequestsTest.kernel(body));
    long x = gpu.filled("x", 1);
    long y = gpu.filled("y", 4096);
    return gpu.launch("k", Dim3.of(1), Dim3.of(64), 0, x, y).findings();
  }

  private static String rounds(String body) {
    return ROUNDS.replace("BODY", body);
  }

  /// Begins with what only the second warp does.
  private static String warps(String second, String first) {
    return """
    setp.lt.s32 %p1, %r2, 32;
    @%p1 bra $FIRST;
    SECOND
    ret;
    $FIRST:
    """
            .replace("SECOND", second)
        + first;
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void each_address_of_a_segment_has_places_of_its_own(Engine engine) {
    String reads =
        """
        shl.b32 %r5, %r2, 2;
        shl.b32 %r6, %r2, 3;
        add.s32 %r6, %r6, 768;
        """
            + rounds(
                """
                add.s32 %r6, %r6, 256;
                ld.shared.u32 %r3, [%r5];
                ld.shared.u32 %r4, [%r6];
                """);
    String write =
        """
        mov.u32 %r10, 1592;
        setp.eq.s32 %p3, %r2, 39;
        .loc 1 1 1
        @%p3 st.shared.u32 [%r10], %r0;
        """;
    assertThat(found(engine, warps(write, reads)))
        .as("lane 7 has read it in the last round")
        .hasSize(1)
        .allMatch(finding -> finding.toString().startsWith("random.cu:1: race in shared memory"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_last_of_several_words_at_an_address_may_be_unwritten(Engine engine) {
    String reads =
        "mov.u32 %r6, 1736;\n"
            + rounds(
                """
                add.s32 %r6, %r6, 16;
                .loc 1 1 1
                ld.shared.u32 %r3, [%r6];
                .loc 1 2 1
                ld.shared.u32 %r4, [%r6+8];
                """);
    assertThat(found(engine, reads))
        .as("behind the 1792 bytes that are written, in the last round")
        .hasSize(1)
        .allMatch(finding -> finding.toString().startsWith("random.cu:2: "));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void words_one_after_another_lie_in_two_pages_of_the_shadow(Engine engine) {
    for (int written : BESIDE_THE_PAGES_END) {
      String end = "add.s64 %rd2, %rd2, 8192; and.b64 %rd2, %rd2, -4096;\n";
      String write =
          "setp.eq.s32 %%p3, %%r2, 0; @%%p3 st.global.u32 [%%rd2+%d], %%r0;".formatted(written);
      String reads =
          """
          mul.wide.u32 %rd3, %r2, 4;
          add.s64 %rd2, %rd2, %rd3;
          sub.s64 %rd2, %rd2, 1216;
          """
              + rounds("add.s64 %rd2, %rd2, 1024; ld.global.u32 %r3, [%rd2+-1024];");
      assertThat(found(engine, end + warps(reads, write)))
          .as("%d bytes behind the end of the page", written)
          .extracting(Finding::kind)
          .containsExactly(FaultKind.GLOBAL_RACE);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_word_is_read_by_the_lane_that_asks_for_it(Engine engine) {
    String reads =
        """
        and.b32 %r6, %r2, 1;
        setp.eq.s32 %p3, %r6, 0;
        shr.u32 %r5, %r2, 1;
        shl.b32 %r5, %r5, 2;
        """
            + rounds("@%p3 ld.shared.u32 %r3, [%r5];")
            + "setp.eq.s32 %p3, %r2, 2; @%p3 st.shared.u32 [%r5], %r0;";
    assertThat(found(engine, warps("", reads)))
        .as("lane 2 alone reads it, and writes it")
        .isEmpty();
  }
}
