package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.Conditions;
import tapeline.bench.LabelledSet;
import tapeline.bench.Meter;
import tapeline.bench.SuiteMetric;
import tapeline.bench.SuiteModel;
import tapeline.bench.SuiteResults;
import tapeline.bench.stats.Outliers;
import tapeline.bench.stats.Sample;
import tapeline.tests.Locales;

/// Two models on two data sets, on a machine that is told what to count.
class SuiteResultsTest {
  private static final Benchmark.Limits LIMITS = new Benchmark.Limits(200, 10);

  private final Machine machine = new Machine();

  @Test
  void outliers_are_counted_in_digits_that_all_read() {
    var outliers = Outliers.of(Sample.of(1, 1, 1, 1, 1, 1, 1, 9));
    assertThat(Locales.each(() -> outliers.counts() + "; " + outliers).values())
        .as("the words about one outlier, in three locales")
        .containsOnly("1 of 8, 1 severe; 1 of 8: 1 high severe (at 7)");
  }

  @AfterEach
  void forgetWatts() {
    System.clearProperty("tapeline.watts");
  }

  /// A run takes 1000 ns and 32 bytes an example, and 3 J where there is a counter; it holds 5
  /// bytes an example at once.
  private static final class Machine implements Meter {
    boolean counter;
    long now;
    long bytes;
    long held;
    long peak;
    double joules;

    int[] answers(int[] inputs, int wrong) {
      now += 1000L * inputs.length;
      bytes += 32L * inputs.length;
      held += 5L * inputs.length;
      peak = Math.max(peak, held);
      held -= 5L * inputs.length;
      joules += 3;
      return Arrays.stream(inputs).map(x -> x == wrong ? x + 1 : x).toArray();
    }

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public long allocatedBytes() {
      return bytes;
    }

    @Override
    public OptionalDouble joules() {
      return counter ? OptionalDouble.of(joules) : OptionalDouble.empty();
    }

    @Override
    public void resetPeak() {
      peak = 0;
    }

    @Override
    public OptionalLong peakBytes() {
      return OptionalLong.of(peak);
    }
  }

  private BenchmarkSuite suite() {
    return BenchmarkSuite.of(
        "two by two",
        List.of(
            new SuiteModel<int[]>("exact", x -> machine.answers(x, -1)),
            new SuiteModel<int[]>("no twos", x -> machine.answers(x, 2))),
        List.of(
            new LabelledSet<>("few", "int32", new int[] {1, 2}, 1, 2),
            new LabelledSet<>("many", "int32", new int[] {2, 2, 2, 3}, 2, 2, 2, 9)));
  }

  private SuiteResults run() {
    return new SuiteResults(suite().run(2, LIMITS, machine, new Random(1)));
  }

  @Test
  void each_model_runs_on_each_set_and_all_metrics_are_measured() {
    machine.counter = true;
    var results = run();
    assertThat(results.results().stream().map(BenchmarkResult::name))
        .containsExactly("exact on few", "exact on many", "no twos on few", "no twos on many");
    var one = results.named("no twos on many");
    assertThat(Arrays.stream(SuiteMetric.values()).map(m -> m.of(one).getAsDouble()))
        .as("µs, examples a second, share of right answers, bytes, peak, mJ")
        .usingComparatorForType((a, b) -> Math.abs(a - b) <= 1e-6 * b ? 0 : 1, Double.class)
        .containsExactly(4.0, 1e6, 0.0, 128.0, 20.0, 3000.0);
  }

  @Test
  void a_metric_is_a_table_of_models_and_sets() {
    var table = run().by(SuiteMetric.ACCURACY);
    assertThat(table.header()).containsExactly("accuracy", "few", "many");
    assertThat(table.rows())
        .containsExactly(
            List.of("exact", "1.0000", "0.7500"), List.of("no twos", "0.5000", "0.0000"));
  }

  @Test
  void energy_without_a_counter_is_an_estimate_and_marked() {
    var results = run();
    var one = results.named("exact on few");
    assertThat(one.joulesPerRun()).as("what no counter counted").isNull();
    assertThat(one.estimatedJoules()).as("seconds of this process times watts").isPositive();
    assertThat(results.by(SuiteMetric.ENERGY).rows().getFirst().get(1)).startsWith("~");
    assertThat(results.table().notes()).anyMatch(n -> n.contains("10 W of a busy processor"));
    machine.counter = true;
    var counted = run();
    assertThat(counted.named("exact on few").estimatedJoules()).isNull();
    assertThat(counted.by(SuiteMetric.ENERGY).rows().getFirst().get(1)).isEqualTo("3000");
  }

  @Test
  void watts_that_are_no_number_above_0_are_refused() {
    for (var stated : List.of("ten", "0", "-3", "NaN", "Infinity")) {
      System.setProperty("tapeline.watts", stated);
      assertThatThrownBy(this::run)
          .hasMessage(
              "-Dtapeline.watts states the watts of a busy processor, a number above 0, got "
                  + stated);
    }
  }

  @Test
  void a_model_that_leaves_out_an_example_is_refused() {
    var set = new LabelledSet<>("few", "int32", new int[] {1, 2}, 1, 2);
    Function<int[], int[]> first = x -> new int[] {x[0]};
    assertThatThrownBy(
            () -> BenchmarkSuite.of("s", List.of(new SuiteModel<>("half", first)), List.of(set)))
        .hasMessage(
            "a model answers each example once, got 1 answers of half for the 2 examples of few");
    assertThatThrownBy(() -> new LabelledSet<>("none", "int32", new int[0]))
        .hasMessage("a data set of a suite has at least one example, got none in none");
    assertThatThrownBy(() -> run().named("exact on none")).hasMessageContaining("exact on few");
  }

  @Test
  void outliers_are_named_counted_and_kept() {
    double[] times = {100, 101, 99, 100, 102, 98, 100, 101, 99, 106, 250, 60};
    var found = Outliers.of(Sample.of(times));
    assertThat(found)
        .hasToString("3 of 12: 1 low severe, 1 high mild, 1 high severe (at 9, 10, 11)");
    assertThat(found.severe()).isEqualTo(2);
    var result = new BenchmarkResult("r", Conditions.cpu("t", "f", 1), times, 0, true, null, null);
    assertThat(result.sample().size()).as("times that are left").isEqualTo(12);
    assertThat(result.toString()).contains("outliers, kept: 3 of 12");
    assertThat(BenchmarkSuite.table(List.of(result)).rows().getFirst().getLast())
        .endsWith("2 far outliers, kept");
  }

  @Test
  void a_step_of_a_coarse_clock_is_no_outlier() {
    double[] times = new double[40];
    Arrays.fill(times, 1000);
    times[7] = 1010;
    assertThat(Outliers.of(Sample.of(times))).hasToString("none of 40");
    times[7] = 1016;
    assertThat(Outliers.of(Sample.of(times))).hasToString("1 of 40: 1 high mild (at 7)");
  }

  @Test
  void an_older_file_without_estimate_and_peak_is_read() {
    var result =
        new BenchmarkResult(
            "r", Conditions.cpu("t", "f", 3), new double[] {10, 20}, 0, true, 0.5, 2.0);
    var older =
        result.toJson().replaceAll(",\\s*\"estimatedJoules\" : null,\\s*\"peakBytes\" : null", "");
    assertThat(older).doesNotContain("peakBytes");
    assertThat(BenchmarkResult.fromJson(older)).isEqualTo(result);
    assertThat(result.throughput()).isCloseTo(3e9 / Math.sqrt(200), within(1e-3));
  }
}
