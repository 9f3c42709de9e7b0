package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.Benchmark;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.instruments.machine.EnergyCounter;

/// On a machine whose clock does what it is told, but for one test.
@Tag("19.6")
class BenchmarkTest {
  private static final Benchmark.Limits LIMITS = new Benchmark.Limits(1000, 100);

  /// Faster by 10 ns with each run up to run 273, and then 1270 ns, more or less.
  private final FakeMeter warmsUp =
      new FakeMeter(true, k -> k < 273 ? 4000 - 10 * k : 1270 + k % 7);

  /// Slower by 1 ns with each run.
  private final FakeMeter drifts = new FakeMeter(true, k -> 1000 + k);

  /// Keeps one speed from the first run on.
  private final FakeMeter flat = new FakeMeter(false, k -> 500 + k % 5);

  @Test
  void the_warm_up_ends_when_the_times_are_steady() {
    warmsUp.benchmark().run(LIMITS, warmsUp);
    assertThat(warmsUp.runs())
        .as(
            "runs of a benchmark that becomes faster up to run 273: after 600 runs of warm-up the later"
                + " half has one speed, and 100 runs count")
        .isEqualTo(700);
  }

  @Test
  void the_runs_that_count_come_after_the_warm_up() {
    var result = warmsUp.benchmark().run(LIMITS, warmsUp);
    assertThat(result.nanos())
        .as("the times that count: those of runs 600 to 699, in their order")
        .containsExactly(LongStream.range(600, 700).mapToDouble(k -> 1270 + k % 7).toArray());
    assertThat(result.steady()).as("whether it was steady").isTrue();
  }

  @Test
  void times_that_never_become_steady_are_said_to_be_so() {
    var result = drifts.benchmark().run(LIMITS, drifts);
    assertThat(drifts.runs())
        .as("runs of a benchmark that becomes slower for ever: the most, 1000, and 100 that count")
        .isEqualTo(1100);
    assertThat(result.steady()).as("whether it was steady").isFalse();
  }

  @Test
  void the_warm_up_ends_between_two_looks_too() {
    var result = drifts.benchmark().run(new Benchmark.Limits(300, 100), drifts);
    assertThat(drifts.runs())
        .as("runs of a benchmark that becomes slower for ever: the most, 300, and 100 that count")
        .isEqualTo(400);
    assertThat(result.steady()).as("whether it was steady").isFalse();
  }

  @Test
  void bytes_are_those_of_the_runs_that_count() {
    assertThat(flat.benchmark().run(LIMITS, flat).bytesPerRun())
        .as(
            "bytes a run, where each run allocates 48, the warm-up allocates, and joules() allocates"
                + " 1000 whenever it is read")
        .isEqualTo(48);
  }

  /// The fewest of three: the first use of a class allocates once.
  @Test
  void room_for_the_times_is_not_the_programs() {
    var one = new Benchmark("one", Conditions.cpu("1", "float64", 1), () -> 1, null);
    var meter =
        new Meter.Machine(
            (ThreadMXBean) ManagementFactory.getThreadMXBean(), new EnergyCounter(List.of()));
    long fewest =
        LongStream.range(0, 3).map(_ -> one.run(LIMITS, meter).bytesPerRun()).min().orElseThrow();
    assertThat(fewest == 0)
        .as(
            "whether a run of `() -> 1`, which allocates nothing, has 0 bytes by the JVM's counter:"
                + " room for the times comes before the first reading")
        .isTrue();
  }

  @Test
  void energy_is_that_of_the_runs_that_count() {
    assertThat(warmsUp.benchmark().run(LIMITS, warmsUp).joulesPerRun())
        .as("joules a run, where each run uses 3, those of the warm-up too")
        .isEqualTo(3.0);
  }

  @Test
  void energy_without_a_counter_is_not_measured() {
    assertThat(flat.benchmark().run(LIMITS, flat).joulesPerRun())
        .as("joules a run on a machine without a counter: null, and no guess")
        .isNull();
  }

  @Test
  void energy_of_a_counter_that_began_anew_is_not_measured() {
    // 900 joules, 600 more in the warm-up, 300 in the runs that count: 700 before them, 200 after.
    var wraps = new FakeMeter(true, 800, k -> 500 + k % 5);
    assertThat(wraps.benchmark().run(LIMITS, wraps).joulesPerRun())
        .as("joules a run, where the counter began anew meanwhile and is lower after than before")
        .isNull();
  }
}
