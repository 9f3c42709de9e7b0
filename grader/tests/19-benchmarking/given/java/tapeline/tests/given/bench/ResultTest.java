package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.bench.Pareto;
import tapeline.bench.UnfairComparisonException;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;

class ResultTest {
  private static final Conditions CONDITIONS =
      new Conditions(
          "matmul (3,5)·(5,2)", "float32", 4, "cpu", 1, "warm", "25.0.1", List.of("-Xbatch"));

  private static BenchmarkResult result(@Nullable Double accuracy, double... nanos) {
    return new BenchmarkResult("mlp", CONDITIONS, nanos, 48, true, accuracy, null);
  }

  @Test
  void what_is_written_is_read_again() {
    for (var r : List.of(result(0.93, 100.25, 99, 1.0 / 3), result(null, 5, 6))) {
      var again = BenchmarkResult.fromJson(r.toJson());
      assertThat(again).isEqualTo(r).hasSameHashCodeAs(r);
      assertThat(again.nanos()).containsExactly(r.nanos());
      assertThat(again.conditions()).isEqualTo(CONDITIONS);
    }
  }

  @Test
  void the_file_holds_the_times_and_nothing_that_follows_from_them() {
    assertThat(result(null, 5, 6).toJson())
        .contains("\"nanos\" : [ 5.0, 6.0 ]", "\"joulesPerRun\" : null", "\"dtype\" : \"float32\"")
        .doesNotContain("mean", "noisy", "median");
  }

  @Test
  void what_is_no_result_is_refused_with_its_place() {
    assertThatThrownBy(() -> BenchmarkResult.fromJson("{\n  \"name\": tru"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("this is no benchmark result: ")
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> BenchmarkResult.fromJson("{\"name\": \"a\"}"))
        .hasMessageStartingWith("this is no benchmark result: ");
    assertThatThrownBy(() ->
            BenchmarkResult.fromJson(result(null, 5, 6).toJson().replace("\"name\"", "\"nam\"")))
        .hasMessageStartingWith("this is no benchmark result: ")
        .hasMessageContaining("nam");
    assertThatThrownBy(() ->
            BenchmarkResult.fromJson(result(null, 5, 6).toJson().replace("[ 5.0, 6.0 ]", "[ ]")))
        .hasMessageContaining("a sample has at least one value, got none");
    assertThatThrownBy(
            () -> BenchmarkResult.fromJson(result(null, 5, 6).toJson().replace("\"mlp\"", "null")))
        .hasMessageContaining("name");
  }

  @Test
  void times_of_which_nothing_follows_are_refused_where_they_come_in() {
    assertThatThrownBy(() -> result(null, 5))
        .hasMessage(
            "a result has two times or more, as one says nothing of their spread, got 1 of 5.0 ns");
    for (double time : new double[] {0, -5}) {
      assertThatThrownBy(() -> result(null, 7, time))
          .hasMessage(
              "a run takes more than 0 ns, got %s at 1: if the clock is too coarse, let a run do more",
              time);
    }
    for (double time : new double[] {0, -5}) {
      assertThatThrownBy(() -> new Fork(Sample.of(3, 2), Sample.of(7, time), 1, 0, 0, false))
          .hasMessage(
              "a unit of a turn takes more than 0 ns, got %s: if the clock is too coarse, let a turn do more",
              time);
    }
    assertThatThrownBy(() -> Sample.of(3, -5).logs())
        .hasMessage("a logarithm is of a value above 0, got -5.0");
  }

  @Test
  void a_wide_spread_is_said_to_be_noisy() {
    assertThat(result(null, 100, 101, 99).isNoisy()).as("a CV of 1 %").isFalse();
    assertThat(result(null, 100, 120, 80).isNoisy()).as("a CV of 20 %").isTrue();
    assertThat(result(null, 100_000, 120_000, 80_000))
        .hasToString(
            "mlp: median 100.0 µs, p99 119.6 µs, CV 20.0 %, 48 bytes, noisy:"
                + " look for the reason");
  }

  @Test
  void unlike_conditions_are_refused_each_by_name() {
    var other =
        new Conditions("matmul (3,5)·(5,2)", "float64", 8, "cpu", 2, "cold", "25.0.1", List.of());
    assertThat(CONDITIONS.differences(CONDITIONS)).isEmpty();
    assertThatThrownBy(() -> CONDITIONS.requireSame(other))
        .isInstanceOf(UnfairComparisonException.class)
        .hasMessage(
            "a comparison needs the same conditions on both sides, and these differ: dtype: float32 and"
                + " float64; batch: 4 and 8; threads: 1 and 2; cache: warm and cold; flags: [-Xbatch] and []");
  }

  @Test
  void a_suite_has_names_of_its_own() {
    var one = new Benchmark("one", CONDITIONS, () -> 1, null);
    assertThatThrownBy(() -> new BenchmarkSuite("s", List.of(one, one)))
        .hasMessage("the benchmarks of a suite have names of their own, got \"one\" twice");
    assertThatThrownBy(() -> new BenchmarkSuite("s", List.of()))
        .hasMessage("a suite has at least one benchmark, got none");
    assertThatThrownBy(() -> new Benchmark.Limits(10, 5))
        .hasMessage(
            "a benchmark needs at least 200 runs of warm-up and 2 that count, got 10 and 5");
  }

  @Test
  void the_machines_meters_count() {
    var meter = Meter.ofMachine();
    long bytes = meter.allocatedBytes();
    double sum = 0;
    for (double x : new double[1000]) {
      sum += x;
    }
    assertThat(meter.allocatedBytes() - bytes)
        .as("bytes of 1000 doubles, at least")
        .isGreaterThan(8000);
    assertThat(sum).isZero();
    assertThat(meter.nanos()).isLessThanOrEqualTo(meter.nanos());
    meter.resetPeak();
    var held = new long[1000];
    assertThat(meter.peakBytes().orElseThrow())
        .as("the peak with %d longs", held.length)
        .isBetween(8000L, 8_000_000L);
  }

  @Test
  void choices_without_a_common_measure_are_refused() {
    assertThatThrownBy(
            () -> Pareto.front(List.of(new Pareto.Choice("a", 1, 2), new Pareto.Choice("b", 1))))
        .hasMessage("choices are compared by the same costs, got 2 of a and 1 of b");
    assertThatThrownBy(() -> Pareto.front(List.of(new Pareto.Choice("a", Double.NaN))))
        .hasMessage("an interval goes from low to high, got NaN to NaN");
    assertThat(Pareto.front(List.of())).isEmpty();
  }
}
