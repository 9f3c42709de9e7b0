package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tapeline.gpu.emulator.Planted.bugLine;
import static tapeline.gpu.emulator.Planted.fault;
import static tapeline.gpu.emulator.Planted.filled;
import static tapeline.gpu.emulator.Planted.gpu;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;

/// Every planted mistake that ends a launch is found, and named with its line, block and thread.
class FaultsTest {
  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_missing_bounds_check_writes_past_the_end(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "no_bounds_check", 4, 256, filled(gpu, "x", 1000));
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
    var found = fault(gpu, "negative_index", 1, 32, filled(gpu, "x", 32), filled(gpu, "y", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
    assertThat(found.message()).contains("element -1 of x");
    assertThat(found.thread()).isEqualTo(new Dim3(0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void shared_memory_has_an_end(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "shared_overrun", 1, 64, filled(gpu, "y", 64));
    assertThat(found.kind()).isEqualTo(FaultKind.SHARED_OUT_OF_BOUNDS);
    assertThat(found.thread()).isEqualTo(new Dim3(63, 0, 0));
    assertThat(found.message()).contains("element 64", "64 elements");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_host_pointer_is_no_device_memory(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long y = filled(gpu, "y", 32);
    var found = fault(gpu, "host_pointer", 1, 32, 0x5581_2345_6780L, y);
    assertThat(found.kind()).isEqualTo(FaultKind.NOT_DEVICE_MEMORY);
    assertThat(fault(gpu, "host_pointer", 1, 32, 0L, y).message()).contains("a null pointer");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void vectors_must_be_aligned(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "misaligned_vector", 1, 2, filled(gpu, "x", 64), filled(gpu, "y", 8));
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
    var found = fault(gpu, "reads_all", 1, 32, x, y, 32);
    assertThat(found.kind()).isEqualTo(FaultKind.USE_AFTER_FREE);
    assertThat(found.message()).contains("the freed x");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_barrier_is_for_all_threads(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "barrier_in_branch", 1, 32, filled(gpu, "x", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.DIVERGENT_BARRIER);
    assertThat(found.message()).contains("only 16 of the 32 threads");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void warps_that_wait_at_different_barriers_never_go_on(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "partners_never_meet", 1, 64, filled(gpu, "x", 64));
    assertThat(found.kind()).isEqualTo(FaultKind.DEADLOCK);
    assertThat(found.message()).contains("warp 0 waits at barrier 1", "warp 1 waits at barrier 2");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_lock_inside_a_warp_spins_for_ever(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN).budget(10_000);
    var found =
        fault(gpu, "lock_inside_a_warp", 1, 32, filled(gpu, "lock", 1), filled(gpu, "count", 1));
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
    var found = fault(gpu, "divides_by_zero", 1, 32, x, filled(gpu, "y", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.DIVISION_BY_ZERO);
    assertThat(found.thread()).isEqualTo(new Dim3(7, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void assertions_say_what_does_not_hold(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "asserts", 1, 32, filled(gpu, "x", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.ASSERTION);
    assertThat(found.message()).startsWith("x[threadIdx.x] > 0 does not hold");
    assertThat(fault(gpu, "traps", 1, 32, filled(gpu, "x", 32)).kind()).isEqualTo(FaultKind.TRAP);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_recursion_without_end_is_stopped(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    var found = fault(gpu, "recursion", 1, 1, filled(gpu, "x", 8));
    assertThat(found.kind()).isEqualTo(FaultKind.CALL);
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
  void the_kernels_own_line_is_on_top_of_the_stack_trace(Engine engine) {
    var gpu = gpu(engine, Mode.PLAIN);
    long x = filled(gpu, "x", 1000);
    var fault =
        catchThrowableOfType(
            KernelFault.class, () -> gpu.launch("no_bounds_check", Dim3.of(4), Dim3.of(256), 0, x));
    assertThat(fault.getStackTrace()[0])
        .as("an IDE shows the first line of a stack trace")
        .hasToString("cuda.no_bounds_check(faults.cu:" + bugLine("no_bounds_check") + ")");
  }
}
