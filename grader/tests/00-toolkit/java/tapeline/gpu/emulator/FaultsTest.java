package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;

/// Every kind of planted mistake is found, and named with its line, block and thread.
class FaultsTest {
  private static final String SOURCE = Lab.text("faults.cu");

  private static int bugLine(String kernel) {
    var lines = SOURCE.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("// BUG " + kernel)) {
        return i + 1;
      }
    }
    throw new IllegalArgumentException(kernel);
  }

  private static Emulator gpu(Engine engine, Mode mode) {
    return new Emulator().engine(engine).mode(mode).load(Lab.text("faults.ptx"));
  }

  private static long filled(Emulator gpu, String name, int n) {
    long at = gpu.allocate(name, 4L * n);
    gpu.write(at, new int[n]);
    return at;
  }

  private static Finding fault(
      Emulator gpu, String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    var fault =
        catchThrowableOfType(
            KernelFault.class, () -> gpu.launch(kernel, grid, block, 0, arguments));
    assertThat(fault).as(kernel + " should fault").isNotNull();
    assertThat(fault.finding().source().line()).as(fault.getMessage()).isEqualTo(bugLine(kernel));
    return fault.finding();
  }

  private static Finding finding(
      Emulator gpu, String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    var findings = gpu.launch(kernel, grid, block, 0, arguments).findings();
    var onLine = findings.stream().filter(f -> f.source().line() == bugLine(kernel)).toList();
    assertThat(onLine)
        .as("%s should report line %d: %s", kernel, bugLine(kernel), findings)
        .isNotEmpty();
    return onLine.getFirst();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_missing_bounds_check_writes_past_the_end(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "no_bounds_check", Dim3.of(4), Dim3.of(256), filled(gpu, "x", 1000));
    assertThat(found)
        .hasToString(
            "faults.cu:"
                + bugLine("no_bounds_check")
                + ": out of bounds in no_bounds_check, block (3, 0, 0), thread (232, 0, 0):"
                + " element 1000 of x, which has 1000 elements of 4 bytes."
                + " Which index does this thread compute, and what sends it home?");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_negative_index_reads_before_the_start(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found =
        fault(
            gpu,
            "negative_index",
            Dim3.of(1),
            Dim3.of(32),
            filled(gpu, "x", 32),
            filled(gpu, "y", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
    assertThat(found.message()).contains("element -1 of x");
    assertThat(found.thread()).isEqualTo(new Dim3(0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void shared_memory_has_an_end(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "shared_overrun", Dim3.of(1), Dim3.of(64), filled(gpu, "y", 64));
    assertThat(found.kind()).isEqualTo(FaultKind.SHARED_OUT_OF_BOUNDS);
    assertThat(found.thread()).isEqualTo(new Dim3(63, 0, 0));
    assertThat(found.message()).contains("element 64", "64 elements");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_host_pointer_is_no_device_memory(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long y = filled(gpu, "y", 32);
    var found = fault(gpu, "host_pointer", Dim3.of(1), Dim3.of(32), 0x5581_2345_6780L, y);
    assertThat(found.kind()).isEqualTo(FaultKind.NOT_DEVICE_MEMORY);
    assertThat(fault(gpu, "host_pointer", Dim3.of(1), Dim3.of(32), 0L, y).message())
        .contains("a null pointer");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void vectors_must_be_aligned(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found =
        fault(
            gpu,
            "misaligned_vector",
            Dim3.of(1),
            Dim3.of(2),
            filled(gpu, "x", 64),
            filled(gpu, "y", 8));
    assertThat(found.kind()).isEqualTo(FaultKind.MISALIGNED);
    assertThat(found.message()).contains("16-byte", "byte 4 of x");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void freed_memory_is_gone(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long x = filled(gpu, "x", 32);
    long y = filled(gpu, "y", 32);
    gpu.free(x);
    var found = fault(gpu, "reads_all", Dim3.of(1), Dim3.of(32), x, y, 32);
    assertThat(found.kind()).isEqualTo(FaultKind.USE_AFTER_FREE);
    assertThat(found.message()).contains("the freed x");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void global_memory_begins_uninitialised(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    long x = gpu.allocate("x", 128);
    gpu.write(x, new float[30]);
    var found = finding(gpu, "reads_all", Dim3.of(1), Dim3.of(32), x, filled(gpu, "y", 32), 32);
    assertThat(found.kind()).isEqualTo(FaultKind.UNINITIALISED);
    assertThat(found.thread()).isEqualTo(new Dim3(30, 0, 0));
    long sum = gpu.allocate("sum", 4);
    assertThat(
            finding(
                    gpu,
                    "accumulates_into_garbage",
                    Dim3.of(1),
                    Dim3.of(32),
                    filled(gpu, "z", 32),
                    sum)
                .kind())
        .isEqualTo(FaultKind.UNINITIALISED);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void shared_memory_begins_uninitialised(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(gpu, "shared_never_filled", Dim3.of(2), Dim3.of(64), filled(gpu, "y", 64), 40);
    assertThat(found.kind()).isEqualTo(FaultKind.SHARED_UNINITIALISED);
    assertThat(found.thread()).isEqualTo(new Dim3(40, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_forgotten_barrier_is_a_race(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(
            gpu,
            "barrier_forgotten",
            Dim3.of(1),
            Dim3.of(128),
            filled(gpu, "x", 128),
            filled(gpu, "y", 128));
    assertThat(
            gpu.launch(
                    "barrier_forgotten",
                    Dim3.of(1),
                    Dim3.of(128),
                    0,
                    filled(gpu, "x", 128),
                    filled(gpu, "y", 128))
                .findings())
        .extracting(Finding::kind)
        .contains(FaultKind.SHARED_RACE);
    assertThat(found.message()).isNotBlank();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_forgotten_second_barrier_is_a_race(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(
            gpu,
            "second_barrier_forgotten",
            Dim3.of(1),
            Dim3.of(64),
            filled(gpu, "x", 256),
            filled(gpu, "y", 64),
            4);
    assertThat(found.kind()).isEqualTo(FaultKind.SHARED_RACE);
    assertThat(found.message()).contains("writes what the other reads", "__syncthreads()");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void lanes_of_a_warp_need_syncwarp(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(
            gpu,
            "syncwarp_forgotten",
            Dim3.of(1),
            Dim3.of(32),
            filled(gpu, "x", 32),
            filled(gpu, "y", 1));
    assertThat(found.kind()).isEqualTo(FaultKind.WARP_RACE);
    assertThat(found.message()).contains("__syncwarp()");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void blocks_that_add_to_one_place_race(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(
            gpu,
            "sum_without_atomic",
            Dim3.of(4),
            Dim3.of(32),
            filled(gpu, "x", 4),
            filled(gpu, "sum", 1));
    assertThat(found.kind()).isEqualTo(FaultKind.GLOBAL_RACE);
    assertThat(found.block()).isEqualTo(new Dim3(1, 0, 0));
    assertThat(found.message()).contains("of block (0, 0, 0)", "element 0 of sum");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_stencil_in_place_races(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    long x = filled(gpu, "x", 512);
    var findings = gpu.launch("neighbours_in_place", Dim3.of(4), Dim3.of(128), 0, x, 512).findings();
    assertThat(findings)
        .isNotEmpty()
        .allMatch(f -> f.kind() == FaultKind.GLOBAL_RACE || f.kind() == FaultKind.WARP_RACE);
    assertThat(findings)
        .extracting(f -> f.source().line())
        .contains(bugLine("neighbours_in_place") + 2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_barrier_is_for_all_threads(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "barrier_in_branch", Dim3.of(1), Dim3.of(32), filled(gpu, "x", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.DIVERGENT_BARRIER);
    assertThat(found.message()).contains("only 16 of the 32 threads");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void warps_that_wait_at_different_barriers_never_go_on(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "partners_never_meet", Dim3.of(1), Dim3.of(64), filled(gpu, "x", 64));
    assertThat(found.kind()).isEqualTo(FaultKind.DEADLOCK);
    assertThat(found.message()).contains("warp 0 waits at barrier 1", "warp 1 waits at barrier 2");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_lock_inside_a_warp_spins_for_ever(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN).budget(10_000);
    var found =
        fault(
            gpu,
            "lock_inside_a_warp",
            Dim3.of(1),
            Dim3.of(32),
            filled(gpu, "lock", 1),
            filled(gpu, "count", 1));
    assertThat(found.kind()).isEqualTo(FaultKind.ENDLESS);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void integers_are_not_divided_by_zero(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long x = filled(gpu, "x", 32);
    int[] ones = new int[32];
    Arrays.fill(ones, 1);
    ones[7] = 0;
    gpu.write(x, ones);
    var found = fault(gpu, "divides_by_zero", Dim3.of(1), Dim3.of(32), x, filled(gpu, "y", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.DIVISION_BY_ZERO);
    assertThat(found.thread()).isEqualTo(new Dim3(7, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void assertions_say_what_does_not_hold(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "asserts", Dim3.of(1), Dim3.of(32), filled(gpu, "x", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.ASSERTION);
    assertThat(found.message()).startsWith("x[threadIdx.x] > 0 does not hold");
    assertThat(fault(gpu, "traps", Dim3.of(1), Dim3.of(32), filled(gpu, "x", 32)).kind())
        .isEqualTo(FaultKind.TRAP);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_shuffle_needs_all_the_lanes_it_names(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(
            gpu,
            "shuffle_in_branch",
            Dim3.of(1),
            Dim3.of(32),
            filled(gpu, "x", 32),
            filled(gpu, "y", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.ABSENT_LANE);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_recursion_without_end_is_stopped(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "recursion", Dim3.of(1), Dim3.of(1), filled(gpu, "x", 8));
    assertThat(found.kind()).isEqualTo(FaultKind.CALL);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_fence_and_an_atomic_order_blocks(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    long sum = filled(gpu, "sum", 1);
    var report =
        gpu.launch(
            "last_block_sums",
            Dim3.of(8),
            Dim3.of(32),
            0,
            filled(gpu, "x", 32),
            filled(gpu, "p", 8),
            sum,
            4);
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void prints_in_the_order_of_blocks_and_threads() {
    var gpu = gpu(Engine.INTERPRETED, Mode.PLAIN);
    long x = filled(gpu, "x", 2);
    gpu.write(x, 1.5f, -2f);
    assertThat(gpu.launch("prints", Dim3.of(2), Dim3.of(32), 0, x, -1L).output().lines())
        .containsExactly(
            "block 0 thread  0: 1.500 0.5 text c ff 18446744073709551615 100%",
            "block 0 thread  1: -2.000 0.5 text c ff 18446744073709551615 100%",
            "block 1 thread  0: 1.500 0.5 text c ff 18446744073709551615 100%",
            "block 1 thread  1: -2.000 0.5 text c ff 18446744073709551615 100%");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_variable_begins_without_a_value(Engine engine) {
    String ptx =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .file 1 "sum.cu"
        .visible .entry sum(.param .u64 x, .param .u64 y)
        {
          .reg .pred %p<2>; .reg .b32 %r<3>; .reg .f32 %f<3>; .reg .b64 %rd<5>;
          ld.param.u64 %rd1, [x];
          ld.param.u64 %rd2, [y];
          mov.u32 %r1, %tid.x;
          mul.wide.u32 %rd3, %r1, 4;
          add.s64 %rd1, %rd1, %rd3;
          add.s64 %rd2, %rd2, %rd3;
          .loc 1 4 3
          setp.lt.u32 %p1, %r1, 20;
          @%p1 mov.f32 %f2, 0f00000000;
          .loc 1 5 3
          ld.global.f32 %f1, [%rd1];
          add.f32 %f2, %f2, %f1;
          st.global.f32 [%rd2], %f2;
          ret;
        }
        """;
    var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
    var found =
        gpu.launch(
                "sum", Dim3.of(1), Dim3.of(32), 0, filled(gpu, "x", 32), filled(gpu, "y", 32))
            .findings();
    assertThat(found).as("only threads below 20 give the sum a value").hasSize(1);
    assertThat(found.getFirst().kind()).isEqualTo(FaultKind.UNDEFINED_VARIABLE);
    assertThat(found.getFirst().source()).hasToString("sum.cu:5");
    assertThat(found.getFirst().thread()).isEqualTo(new Dim3(20, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_kernels_own_line_is_on_top_of_the_stack_trace(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long x = filled(gpu, "x", 1000);
    var fault =
        catchThrowableOfType(
            KernelFault.class,
            () -> gpu.launch("no_bounds_check", Dim3.of(4), Dim3.of(256), 0, x));
    assertThat(fault.getStackTrace()[0])
        .as("an IDE shows the first line of a stack trace")
        .hasToString("cuda.no_bounds_check(faults.cu:" + bugLine("no_bounds_check") + ")");
  }

  @Test
  void a_report_with_findings_can_be_refused() {
    var gpu = gpu(Engine.COMPILED, Mode.RACES);
    var report =
        gpu.launch(
            "sum_without_atomic",
            Dim3.of(4),
            Dim3.of(32),
            0,
            filled(gpu, "x", 4),
            filled(gpu, "sum", 1));
    var fault = catchThrowableOfType(KernelFault.class, report::requireClean);
    assertThat(fault).hasMessageContaining("race in global memory");
    assertThat(fault.getStackTrace()[0].getLineNumber()).isEqualTo(bugLine("sum_without_atomic"));
  }
}
