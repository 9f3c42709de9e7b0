package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.ptx.PtxException;

/// Rules of cards that a few lines of PTX show: where shared memory lies and how much a kernel has,
/// what orders whom, and what `printf` leaves.
class PtxRulesTest {
  private static String ptx(String... lines) {
    return """
    .version 7.0
    .target sm_80
    .address_size 64
    .extern .shared .align 16 .b8 wide[];
    .extern .shared .align 4 .b8 narrow[];
    .extern .shared .align 4 .b8 more[];
    .extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 values);
    .global .align 1 .b8 format[6] = {37, 100, 37, 100, 10, 0};
    """
        + String.join("\n", lines);
  }

  private static String entry(String name, String body) {
    return """
    .visible .entry %s(.param .u64 x) {
    .reg .b32 %%r<8>; .reg .b64 %%rd<8>; .reg .pred %%p<4>; .local .align 8 .b8 own[16];
    ld.param.u64 %%rd1, [x];
    %s
    ret; }
    """
        .formatted(name, body);
  }

  @Test
  void dynamic_shared_memory_of_a_kernel_begins_at_one_place() {
    String ptx =
        ptx(
            ".shared .align 4 .b8 first[4];",
            entry("one", "st.shared.u32 [first], 5; st.shared.u32 [more+60], 1;"),
            entry(
                "both",
                """
                st.shared.u32 [first], 5;
                st.shared.u32 [wide], 7;
                ld.shared.u32 %r1, [narrow];
                st.global.u32 [%rd1], %r1;
                """));
    var out = Lab.ofPtx(ptx).launch("both", Dim3.of(1), Dim3.of(1), 64, new int[1]);
    assertThat(out.ints(0)).as("both names are of one place").containsExactly(7);
    var device = new EmulatedGpu();
    long module = device.load(ptx);
    assertThat(device.resources(device.kernel(module, "one")).sharedBytes()).isEqualTo(4);
    assertThat(device.resources(device.kernel(module, "both")).sharedBytes()).isEqualTo(16);
  }

  @Test
  void a_variable_that_no_file_defines_is_refused_where_a_kernel_uses_it() {
    String ptx =
        ptx(
            ".extern .global .align 4 .b32 _ZN4mine5callsE[8];",
            entry("uses", "ld.global.u32 %r1, [_ZN4mine5callsE];"),
            entry("leaves", "st.global.u32 [%rd1], 3;"));
    var out = Lab.ofPtx(ptx).launch("leaves", Dim3.of(1), Dim3.of(1), 0, new int[1]);
    assertThat(out.ints(0)).containsExactly(3);
    assertThatThrownBy(() -> Lab.ofPtx(ptx).launch("uses", Dim3.of(1), Dim3.of(1), 0, new int[1]))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("uses uses the variable mine::calls, which is declared here")
        .hasMessageContaining("defined nowhere");
  }

  @ParameterizedTest
  @CsvSource({"_ZN3cub6KernelEv, 0", "_ZN6thrust6KernelEv, 0", "_ZN4mine3cubEv, 1"})
  void threads_of_cub_and_thrust_may_exchange_what_has_no_value(String kernel, int findings) {
    String ptx = ptx(entry(kernel, "add.s32 %r2, %r1, 1; st.shared.u32 [wide], %r2;"));
    var out = Lab.ofPtx(ptx).flawed().launch(kernel, Dim3.of(1), Dim3.of(1), 16, new int[1]);
    assertThat(out.report().findings()).hasSize(findings);
  }

  @Test
  void a_kernel_declares_at_most_48_kib_of_shared_memory() {
    String ptx =
        ptx(
            ".shared .align 4 .b8 large[49156];",
            ".visible .entry k() { .reg .b32 %r<2>; ld.shared.u32 %r1, [large]; ret; }");
    var kernel = Gpu.on(EmulatedGpu.like("a100")).load(ptx).kernel("k");
    assertThatThrownBy(() -> kernel.launch(GpuLaunch.of(1, 1)))
        .hasMessageContaining("at most 49152 bytes of shared memory, and more as extern __shared__")
        .hasMessageContaining("got 49156");
  }

  @Test
  void blocks_have_reserved_shared_memory_since_compute_capability_8() {
    String ptx =
        ptx(".visible .entry k() .maxntid 128, 1, 1 { ret; }", ".visible .entry all() { ret; }");
    for (var want : List.of(tuple("a100", 18), tuple("h100", 25), tuple("t4", 8))) {
      var device = EmulatedGpu.like((String) want.toList().getFirst());
      long module = device.load(ptx);
      assertThat(device.blocksPerMultiprocessor(device.kernel(module, "all"), 32, 8 << 10))
          .as("blocks of 8 KiB on %s", want)
          .isEqualTo(want.toList().getLast());
      assertThat(device.blocksPerMultiprocessor(device.kernel(module, "k"), 256, 0))
          .as("more threads than __launch_bounds__")
          .isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_misaligned_access_of_an_own_array_is_named(Engine engine) {
    var gpu =
        new Emulator()
            .engine(engine)
            .load(ptx(entry("k", "mov.u64 %rd2, 7; st.local.u64 [own+4], %rd2;")));
    var fault =
        catchThrowableOfType(KernelFault.class, () -> gpu.launch("k", GpuLaunch.of(1, 1), 0L));
    assertThat(fault.finding().kind()).isEqualTo(FaultKind.MISALIGNED);
    assertThat(fault.finding().message())
        .startsWith("the 8-byte access must be at a multiple of 8");
  }

  private static List<String> findings(String body, int blocks) {
    var gpu = new Emulator().mode(Mode.RACES).load(ptx(entry("k", body)));
    long x = gpu.filled("x", 4);
    return gpu.launch("k", GpuLaunch.of(blocks, 1), x).findings().stream()
        .map(f -> f.kind() + ": " + f.message())
        .toList();
  }

  @Test
  void what_orders_one_block_does_not_order_two() {
    String handOver =
        """
        mov.u32 %%r1, %%ctaid.x;
        setp.ne.u32 %%p1, %%r1, 0;
        @%%p1 bra SECOND;
        st.global.u32 [%%rd1], 5;
        %s;
        atom.global.add.u32 %%r2, [%%rd1+4], 1;
        ret;
        SECOND: atom.global.add.u32 %%r2, [%%rd1+4], 1;
        ld.global.u32 %%r3, [%%rd1];
        """;
    assertThat(findings(handOver.formatted("membar.gl"), 2)).isEmpty();
    assertThat(findings(handOver.formatted("fence.acq_rel.gpu"), 2)).isEmpty();
    assertThat(findings(handOver.formatted("membar.cta"), 2))
        .anyMatch(f -> f.contains("race in global memory"));
    String sum = "%s.global.add.u32 %%r1, [%%rd1], 1;";
    assertThat(findings(sum.formatted("atom"), 2)).isEmpty();
    assertThat(findings(sum.formatted("atom.cta"), 1)).isEmpty();
    assertThat(findings(sum.formatted("atom.cta"), 2))
        .anyMatch(f -> f.contains("race in global memory"));
  }

  @Test
  void a_sum_into_memory_without_a_value_is_named() {
    for (String sum :
        List.of("atom.global.add.u32 %r1, [%rd1], 1;", "red.global.add.u32 [%rd1], 1;")) {
      var gpu = new Emulator().mode(Mode.RACES).load(ptx(entry("k", sum)));
      long x = gpu.allocate("x", 4);
      assertThat(gpu.launch("k", GpuLaunch.of(1, 1), x).findings())
          .as(sum)
          .extracting(Finding::kind)
          .containsExactly(FaultKind.UNINITIALISED);
    }
  }

  @Test
  void printf_returns_how_many_values_it_had() {
    String body =
        """
        st.local.u32 [own], 3;
        st.local.u32 [own+4], 4;
        { .param .b64 p0; .param .b64 p1; .param .b32 r;
        mov.u64 %rd2, format; cvta.global.u64 %rd3, %rd2; st.param.b64 [p0], %rd3;
        mov.u64 %rd4, own; cvta.local.u64 %rd5, %rd4; st.param.b64 [p1], %rd5;
        call.uni (r), vprintf, (p0, p1);
        ld.param.b32 %r1, [r]; }
        st.global.u32 [%rd1], %r1;
        """;
    var out = Lab.ofPtx(ptx(entry("k", body))).launch("k", Dim3.of(1), Dim3.of(1), 0, new int[1]);
    assertThat(out.report().output()).isEqualTo("34\n");
    assertThat(out.ints(0)).containsExactly(2);
  }

  @Test
  void the_text_of_many_blocks_is_cut_off_behind_the_first_ones() {
    String body =
        """
        mov.u32 %r2, 0;
        mov.u32 %r3, %ctaid.x;
        AGAIN: st.local.u32 [own], %r3;
        st.local.u32 [own+4], %r3;
        { .param .b64 p0; .param .b64 p1; .param .b32 r;
        mov.u64 %rd2, format; cvta.global.u64 %rd3, %rd2; st.param.b64 [p0], %rd3;
        mov.u64 %rd4, own; cvta.local.u64 %rd5, %rd4; st.param.b64 [p1], %rd5;
        call.uni (r), vprintf, (p0, p1); }
        add.u32 %r2, %r2, 1;
        setp.lt.u32 %p1, %r2, 200000;
        @%p1 bra AGAIN;
        """;
    var gpu = new Emulator().load(ptx(entry("k", body)));
    var lines = gpu.launch("k", GpuLaunch.of(4, 1), 0L).output().lines().distinct().toList();
    assertThat(lines.subList(0, 2)).containsExactly("00", "11");
    assertThat(lines.getLast()).startsWith("… a launch prints at most");
  }

  private static Lab.Outcome constants(String variables) {
    return Lab.ofPtx(ptx(variables, entry("k", "st.global.u32 [%rd1], 1;")))
        .launch("k", Dim3.of(1), Dim3.of(1), 0, new int[1]);
  }

  @Test
  void constants_of_more_than_64_kib_are_refused() {
    String most = ".visible .const .align 4 .b8 most[65536];";
    assertThat(constants(most).ints(0)).containsExactly(1);
    assertThatThrownBy(() -> constants(most + " .visible .const .b8 left[4];"))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("__constant__ variables have 65,536 bytes at most: got 65,540");
    var own = ".const .b8 own_table[81920]; .const .align 4 .b8 two[4];";
    assertThat(constants(most + own).ints(0)).as("only this file can name them").containsExactly(1);
    var names = ".visible .entry n() { .reg .b32 %r<2>; ld.const.u32 %r1, [two]; ret; }";
    assertThatThrownBy(() -> constants(most + own + names))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("65,536 bytes at most: got 65,540");
  }

  @Test
  void clocks_run_ahead_of_what_counts_as_an_endless_loop() {
    var out =
        Lab.ofPtx(
                ptx(
                    entry(
                        "k",
                        """
                        mov.u64 %rd2, %clock64;
                        again: mov.u64 %rd3, %clock64;
                        sub.s64 %rd3, %rd3, %rd2;
                        setp.lt.s64 %p1, %rd3, 50000000;
                        @%p1 bra again;
                        st.global.u32 [%rd1], 1;
                        """)))
            .launch("k", Dim3.of(1), Dim3.of(1), 0, new int[1]);
    assertThat(out.ints(0)).containsExactly(1);
  }

  @Test
  void a_call_gives_results_to_the_lanes_that_made_it() {
    String ptx =
        ptx(
            ".func (.param .b32 y) seven() { st.param.b32 [y], 7; ret; }",
            entry(
                "k",
                """
                mov.u32 %r1, %tid.x;
                setp.lt.u32 %p1, %r1, 3;
                { .param .b32 r;
                st.param.b32 [r], 5;
                @%p1 call (r), seven;
                ld.param.b32 %r2, [r]; }
                red.global.add.u32 [%rd1], %r2;
                """));
    var out = Lab.ofPtx(ptx).launch("k", Dim3.of(1), Dim3.of(5), 0, new int[1]);
    assertThat(out.ints(0)).as("3 lanes have 7, 2 still have 5").containsExactly(31);
  }

  @Test
  void a_register_without_a_value_is_0_in_each_block() {
    String ptx = ptx(entry("k", "add.u32 %r1, %r1, 1; red.global.max.u32 [%rd1], %r1;"));
    var out = Lab.ofPtx(ptx).flawed().launch("k", Dim3.of(64), Dim3.of(1), 0, new int[1]);
    assertThat(out.ints(0)).containsExactly(1);
  }
}
