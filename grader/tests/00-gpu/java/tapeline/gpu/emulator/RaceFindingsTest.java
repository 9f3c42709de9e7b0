package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Planted.bugLine;
import static tapeline.gpu.emulator.Planted.filled;
import static tapeline.gpu.emulator.Planted.finding;
import static tapeline.gpu.emulator.Planted.gpu;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Every planted mistake that a launch survives, race or missing value, is found, and named with
/// its line, block and thread.
class RaceFindingsTest {
  @ParameterizedTest
  @EnumSource(Engine.class)
  void global_memory_begins_uninitialised(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    long x = gpu.allocate("x", 128);
    gpu.write(x, new float[30]);
    var found = finding(gpu, "reads_all", 1, 32, x, filled(gpu, "y", 32), 32);
    assertThat(found.kind()).isEqualTo(FaultKind.UNINITIALISED);
    assertThat(found.thread()).isEqualTo(new Dim3(30, 0, 0));
    long sum = gpu.allocate("sum", 4);
    assertThat(finding(gpu, "accumulates_into_garbage", 1, 32, filled(gpu, "z", 32), sum).kind())
        .isEqualTo(FaultKind.UNINITIALISED);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void shared_memory_begins_uninitialised(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found = finding(gpu, "shared_never_filled", 2, 64, filled(gpu, "y", 64), 40);
    assertThat(found.kind()).isEqualTo(FaultKind.SHARED_UNINITIALISED);
    assertThat(found.thread()).isEqualTo(new Dim3(40, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_forgotten_barrier_is_a_race(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(gpu, "barrier_forgotten", 1, 128, filled(gpu, "x", 128), filled(gpu, "y", 128));
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
            gpu, "second_barrier_forgotten", 1, 64, filled(gpu, "x", 256), filled(gpu, "y", 64), 4);
    assertThat(found.kind()).isEqualTo(FaultKind.SHARED_RACE);
    assertThat(found.message()).contains("writes what the other reads", "__syncthreads()");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void lanes_of_a_warp_need_syncwarp(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(gpu, "syncwarp_forgotten", 1, 32, filled(gpu, "x", 32), filled(gpu, "y", 1));
    assertThat(found.kind()).isEqualTo(FaultKind.WARP_RACE);
    assertThat(found.message()).contains("__syncwarp()");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void blocks_that_add_to_one_place_race(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(gpu, "sum_without_atomic", 4, 32, filled(gpu, "x", 4), filled(gpu, "sum", 1));
    assertThat(found.kind()).isEqualTo(FaultKind.GLOBAL_RACE);
    assertThat(found.block()).isEqualTo(new Dim3(1, 0, 0));
    assertThat(found.message()).contains("of block (0, 0, 0)", "element 0 of sum");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_stencil_in_place_races(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    long x = filled(gpu, "x", 512);
    var findings =
        gpu.launch("neighbours_in_place", Dim3.of(4), Dim3.of(128), 0, x, 512).findings();
    assertThat(findings)
        .isNotEmpty()
        .allMatch(f -> f.kind() == FaultKind.GLOBAL_RACE || f.kind() == FaultKind.WARP_RACE);
    assertThat(findings)
        .extracting(f -> f.source().line())
        .contains(bugLine("neighbours_in_place") + 2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_shuffle_needs_all_the_lanes_it_names(Engine engine) {
    var gpu = gpu(engine, Mode.RACES);
    var found =
        finding(gpu, "shuffle_in_branch", 1, 32, filled(gpu, "x", 32), filled(gpu, "y", 32));
    assertThat(found.kind()).isEqualTo(FaultKind.ABSENT_LANE);
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

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_variable_begins_without_a_value(Engine engine) {
    String ptx =
        """
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
        gpu.launch("sum", Dim3.of(1), Dim3.of(32), 0, filled(gpu, "x", 32), filled(gpu, "y", 32))
            .findings();
    assertThat(found).as("only threads below 20 give the sum a value").hasSize(1);
    assertThat(found.getFirst().kind()).isEqualTo(FaultKind.UNDEFINED_VARIABLE);
    assertThat(found.getFirst().source()).hasToString("sum.cu:5");
    assertThat(found.getFirst().thread()).isEqualTo(new Dim3(20, 0, 0));
  }
}
