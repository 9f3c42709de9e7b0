package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.emulator.replay.Touch;

/// A race is run again in other orders, and the least change that gives another result is shown.
class RaceReplayTest {
  private static final String SOURCE = Lab.text("orders.cu");
  private static final long MANY = EmulatedGpu.REPLAY_JUMPS;

  private final Emulator gpu = new Emulator().mode(Mode.RACES).load(Lab.text("orders.ptx"));

  private long ints(String name, int... values) {
    long at = gpu.allocate(name, 4L * values.length);
    gpu.write(at, values);
    return at;
  }

  /// The replay of the race at the line that is marked with the kernel's name.
  private RaceReplay replay(String kernel, long jumps, int blocks, Object... arguments) {
    int line = Lab.bugLine(SOURCE, kernel);
    gpu.replay(f -> f.source().line() == line, jumps);
    var replays = gpu.launch(kernel, Dim3.of(blocks), Dim3.of(64), 0, arguments).replays();
    assertThat(replays).as("replays of races in line %d", line).hasSize(1);
    return replays.getFirst();
  }

  private static String line(String kernel) {
    return "line " + Lab.bugLine(SOURCE, kernel);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_least_change_that_gives_another_result_is_found(Engine engine) {
    gpu.engine(engine);
    long y = ints("y", 0);
    var replay = replay("add_in_shared", MANY, 1, ints("x", 64, 32), y);
    assertThat(replay.differs()).isTrue();
    assertThat(replay.sentence())
        .isEqualTo(
            "as written: y[0] = 96; with warp 0 held at %1$s (writes) until warp 1 has passed %1$s (reads): y[0] = 32"
                .formatted(line("add_in_shared")));
    assertThat(replay.asWritten().touches())
        .extracting(Touch::verb)
        .containsExactly("reads", "writes", "reads", "writes");
    assertThat(replay.other().orElseThrow().touches())
        .extracting(touch -> touch.access().warp() + " " + touch.verb() + " " + touch.value())
        .containsExactly("0 reads 0", "1 reads 0", "0 writes 64", "1 writes 32");
    assertThat(gpu.readInts(y, 1)).as("the memory is as the launch itself left it").contains(96);
  }

  @Test
  void blocks_are_held_too() {
    var faults = new Emulator().mode(Mode.RACES).load(Lab.text("faults.ptx"));
    long x = faults.allocate("x", 12);
    faults.write(x, 1f, 2.5f, 3f);
    long sum = faults.allocate("sum", 4);
    faults.write(sum, 0f);
    faults.replay(_ -> true, MANY);
    var replays = faults.launch("sum_without_atomic", Dim3.of(3), Dim3.of(32), 0, x, sum).replays();
    assertThat(replays.getFirst().sentence())
        .contains("sum[0] = 6.5; with warp 0 of block 0 held", "until warp 0 of block 1 has passed")
        .endsWith("sum[0] = 5.5");
  }

  @Test
  void a_lane_is_held_beyond_the_branch_that_it_is_in() {
    var faults = new Emulator().mode(Mode.RACES).load(Lab.text("faults.ptx"));
    long x = faults.allocate("x", 128);
    var ones = new float[32];
    Arrays.fill(ones, 1);
    faults.write(x, ones);
    faults.replay(_ -> true, MANY);
    var replays =
        faults
            .launch("syncwarp_forgotten", Dim3.of(1), Dim3.of(32), 0, x, faults.allocate("y", 4))
            .replays();
    var replay = replays.getFirst();
    assertThat(replay.missing()).isEqualTo("no __syncwarp() between them");
    assertThat(replay.sentence())
        .startsWith("as written: y[0] = 32; with lane 8 of warp 0 held at line ")
        .endsWith(" (writes) while the others go on: y[0] = 31");
    assertThat(replay.other().orElseThrow().touches())
        .extracting(touch -> touch.access().lane() + " " + touch.verb() + " " + touch.value())
        .containsExactly("8 reads 1", "0 reads 1", "8 writes 2");
  }

  @Test
  void lanes_meet_at_the_next_exchange_at_the_latest() {
    var replay = replay("exchange_behind", MANY, 1, ints("x", 5, 6), ints("y", 0));
    assertThat(replay.sentence())
        .startsWith("as written: y[0] = 13; with lane 1 of warp 0 held at ")
        .endsWith("y[0] = 7");
  }

  @Test
  void a_lane_is_held_alone_where_its_branch_ends_at_a_barrier() {
    String ptx =
        """
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<2>; .reg .b32 %r<3>; .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [x];
          mov.u32 %r1, %tid.x;
          mul.wide.u32 %rd2, %r1, 4;
          add.s64 %rd3, %rd1, %rd2;
          setp.ge.u32 %p1, %r1, 16;
          @%p1 bra $MEET;
          ld.global.u32 %r2, [%rd3+4];
          st.global.u32 [%rd3], %r2;
        $MEET:
          bar.sync 0;
          ret;
        }
        """;
    var shift = new Emulator().mode(Mode.RACES).load(ptx);
    long x = shift.allocate("x", 128);
    shift.write(x, IntStream.range(0, 32).toArray());
    shift.replay(_ -> true, MANY);
    var replays = shift.launch("k", Dim3.of(1), Dim3.of(32), 0, x).replays();
    assertThat(replays.getFirst().differs()).as(replays.getFirst().sentence()).isTrue();
  }

  @Test
  void a_barrier_of_other_warps_does_not_part_two_accesses() {
    String ptx =
        """
        .visible .entry k(.param .u64 y)
        {
          .reg .pred %p<4>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
          .shared .align 4 .u32 s;
          ld.param.u64 %rd1, [y];
          mov.u32 %r1, %tid.x;
          setp.eq.u32 %p1, %r1, 0;
          @%p1 st.shared.u32 [s], 5;
          bar.sync 0;
          @%p1 st.shared.u32 [s], 7;
          setp.ge.u32 %p2, %r1, 64;
          @%p2 bra $LAST;
          bar.sync 1, 64;
          ret;
        $LAST:
          mov.u32 %r2, 0;
        $L: // longer than a turn, in which the others meet
          add.u32 %r2, %r2, 1;
          setp.lt.u32 %p3, %r2, 5000;
          @%p3 bra $L;
          setp.ne.u32 %p2, %r1, 64;
          @%p2 bra $END;
          ld.shared.u32 %r3, [s];
          st.global.u32 [%rd1], %r3;
        $END:
          ret;
        }
        """;
    var parts = new Emulator().mode(Mode.RACES).load(ptx).replay(_ -> true, MANY);
    long y = parts.allocate("y", 4);
    var replays = parts.launch("k", Dim3.of(1), Dim3.of(96), 0, y).replays();
    assertThat(replays).hasSize(1);
    assertThat(replays.getFirst().sentence())
        .startsWith("as written: y[0] = 7; with warp 0 held at ")
        .endsWith("y[0] = 5");
  }

  @Test
  void a_race_may_change_nothing() {
    var replay = replay("say_the_same", MANY, 1, ints("y", 0));
    assertThat(replay.differs()).isFalse();
    assertThat(replay.sentence())
        .isEqualTo("no order that was tried gives another result (1 order)");
  }

  @Test
  void an_order_that_cannot_be_is_given_up() {
    var replay = replay("wait_for_flag", MANY, 1, ints("y", 0));
    assertThat(replay.sentence()).isEqualTo("the accesses cannot come in another order");
  }

  @Test
  void a_budget_ends_the_search() {
    long y = ints("y", 0);
    var replay = replay("add_in_shared", 8, 1, ints("x", 64, 32), y);
    assertThat(replay.differs()).isFalse();
    assertThat(replay.sentence())
        .startsWith(
            "no order that was tried gives another result: the budget of 8 jumps was spent");
    assertThat(gpu.readInts(y, 1)).contains(96);
  }

  @Test
  void nothing_is_run_again_where_it_was_not_asked_for() {
    var report =
        gpu.launch("add_in_shared", Dim3.of(1), Dim3.of(64), 0, ints("x", 64, 32), ints("y", 0));
    assertThat(report.findings()).isNotEmpty();
    assertThat(report.replays()).isEmpty();
  }
}
