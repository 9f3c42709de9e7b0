package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Mistakes that are easy to miss, by a reader and by a race detector: each is named at its line.
class SubtleMistakesTest {
  private static final String SOURCE = Lab.text("subtle.cu");

  private static int line(String kernel) {
    return Lab.bugLine(SOURCE, kernel);
  }

  /// The first finding at the kernel's marked line. Arrays among the arguments become buffers.
  private static Finding found(
      Engine engine, String kernel, int blocks, int threads, Object... arguments) {
    var gpu = new Emulator().engine(engine).mode(Mode.RACES).budget(100_000);
    gpu.load(Lab.text("subtle.ptx"));
    var passed = new Object[arguments.length];
    for (int i = 0; i < passed.length; i++) {
      passed[i] = arguments[i];
      if (arguments[i] instanceof int[] values) {
        long at = gpu.allocate("argument " + i, 4L * values.length);
        gpu.write(at, values);
        passed[i] = at;
      }
    }
    List<Finding> all;
    try {
      all = gpu.launch(kernel, Dim3.of(blocks), Dim3.of(threads), 128, passed).findings();
    } catch (KernelFault fault) {
      all = List.of(fault.finding());
    }
    var here = all.stream().filter(f -> f.source().line() == line(kernel)).toList();
    assertThat(here).as("%s, line %d: %s", kernel, line(kernel), all).isNotEmpty();
    return here.getFirst();
  }

  private static FaultKind kind(
      Engine engine, String kernel, int blocks, int threads, Object... arguments) {
    return found(engine, kernel, blocks, threads, arguments).kind();
  }

  private static int[] zeros(int n) {
    return new int[n];
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void races_that_most_accesses_hide(Engine engine) {
    assertThat(kind(engine, "last_round_races", 1, 128, zeros(128), zeros(1)))
        .isEqualTo(FaultKind.WARP_RACE);
    assertThat(kind(engine, "broadcast_then_clear", 1, 64, zeros(64), zeros(64)))
        .as("the last to read it was the writer's own warp")
        .isEqualTo(FaultKind.SHARED_RACE);
    assertThat(kind(engine, "halo_in_place", 2, 64, zeros(128), 128))
        .as("the last to read it was the writer's own block")
        .isEqualTo(FaultKind.GLOBAL_RACE);
    assertThat(kind(engine, "atomic_beside_store", 1, 64, zeros(1))).isEqualTo(FaultKind.WARP_RACE);
    assertThat(kind(engine, "syncwarp_missing_in_scan", 1, 64, zeros(64), zeros(64)))
        .isEqualTo(FaultKind.WARP_RACE);
    assertThat(kind(engine, "flag_without_fence", 2, 1, zeros(1), zeros(2), zeros(1)))
        .isEqualTo(FaultKind.GLOBAL_RACE);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void indices_that_are_nearly_right(Engine engine) {
    assertThat(kind(engine, "last_block_overruns", 4, 32, zeros(100), zeros(100), 100))
        .isEqualTo(FaultKind.OUT_OF_BOUNDS);
    assertThat(kind(engine, "into_the_padding", 1, 32, zeros(1024), zeros(32)))
        .isEqualTo(FaultKind.SHARED_UNINITIALISED);
    assertThat(kind(engine, "vector_off_by_one", 1, 32, zeros(256), zeros(32)))
        .isEqualTo(FaultKind.MISALIGNED);
    assertThat(kind(engine, "shared_vector_off", 1, 64, zeros(64), zeros(64)))
        .isEqualTo(FaultKind.MISALIGNED);
    assertThat(kind(engine, "index_overflows", 1, 32, zeros(64), zeros(32), 200_000_000))
        .isEqualTo(FaultKind.OUT_OF_BOUNDS);
    assertThat(kind(engine, "dynamic_too_small", 1, 64, zeros(64), zeros(64)))
        .isEqualTo(FaultKind.SHARED_OUT_OF_BOUNDS);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void values_that_nobody_gave(Engine engine) {
    assertThat(kind(engine, "local_array_hole", 1, 32, zeros(256), zeros(32), 8))
        .isEqualTo(FaultKind.UNDEFINED_VARIABLE);
    assertThat(kind(engine, "stale_between_blocks", 2, 32, zeros(1), zeros(64)))
        .isEqualTo(FaultKind.SHARED_UNINITIALISED);
    assertThat(kind(engine, "bytes_race", 1, 256, zeros(64), zeros(64)))
        .as("another warp's bytes, of which none is there yet")
        .isEqualTo(FaultKind.SHARED_UNINITIALISED);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void threads_that_are_not_all_there(Engine engine) {
    int[] trips = IntStream.range(0, 32).map(i -> 1 + i % 3).toArray();
    assertThat(kind(engine, "trips_differ", 1, 32, trips, zeros(32)))
        .isEqualTo(FaultKind.DIVERGENT_BARRIER);
    var mixed = found(engine, "trips_differ_by_warp", 1, 64, trips, zeros(64));
    assertThat(mixed.kind()).isEqualTo(FaultKind.MIXED_BARRIERS);
    assertThat(mixed.message()).contains("warp 1 waits here", "subtle.cu:");
    assertThat(kind(engine, "partial_mask", 1, 32, zeros(32), zeros(32)))
        .isEqualTo(FaultKind.ABSENT_LANE);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_fault_in_a_header_is_shown_where_the_kernel_called_it(Engine engine) {
    String ptx =
        """
        .func header(.param .b64 at)
        {
          .reg .b32 %r<2>; .reg .b64 %rd<2>;
          .loc 2 440 1
          ld.param.u64 %rd1, [at];
          st.global.u32 [%rd1], 7;
          ret;
        }
        .visible .entry k(.param .u64 x)
        {
          .reg .b64 %rd<2>;
          .loc 1 12 1
          ld.param.u64 %rd1, [x];
          .loc 1 13 1
          {
            .param .b64 param0;
            st.param.b64 [param0], %rd1;
            call.uni header, (param0);
          }
          .loc 1 14 1
          ret;
        }
        .file 1 "k.cu"
        .file 2 "intrinsics.hpp"
        """;
    var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
    try {
      gpu.launch("k", Dim3.of(1), Dim3.of(1), 0, 0L);
      throw new AssertionError("a null pointer is no address");
    } catch (KernelFault fault) {
      assertThat(fault.finding().source()).hasToString("k.cu:13");
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_gap_in_a_struct_may_be_read_along(Engine engine) {
    String ptx =
        """
        .visible .entry k(.param .u64 y)
        {
          .reg .b32 %r<6>; .reg .b64 %rd<2>;
          .local .align 16 .b8 pair[16];
          ld.param.u64 %rd1, [y];
          mov.u32 %r1, 1;
          st.local.v2.u32 [pair], {%r1, %r1};
          st.local.u32 [pair+8], %r1;
          ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [pair];
          st.global.u32 [%rd1], %rLAST;
          ret;
        }
        """;
    for (int last = 3; last <= 4; last++) {
      var gpu = new Emulator().engine(engine).mode(Mode.RACES);
      long y = gpu.load(ptx.replace("LAST", "" + last)).allocate("y", 4);
      assertThat(gpu.launch("k", Dim3.of(1), Dim3.of(1), 0, y).findings())
          .as("only the fourth word has no value, and only in the second kernel is it used")
          .hasSize(last - 3);
    }
  }
}
