package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.SpeedUp;
import tapeline.bench.UnfairComparisonException;
import tapeline.bench.stats.NoiseModel;

@Tag("19.5")
class SpeedUpTest {
  private static final int EXPERIMENTS = 1_000;

  /// Student's data (*Biometrika* 6, 1908): hours of sleep gained with two drugs; R's `sleep`.
  private static final double[] DRUG_1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

  private static final double[] DRUG_2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

  private static BenchmarkResult exp(double... logs) {
    return Results.of(Arrays.stream(logs).map(Math::exp).toArray());
  }

  @Test
  void half_the_time_is_twice_as_fast() {
    assertThat(Results.of(50, 50.5, 49.5).speedUp(Results.of(100, 101, 99), 0.95).factor())
        .as("the factor of a result of 50 ns beside a baseline of 100 ns")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void the_factor_is_one_of_mean_logarithms() {
    assertThat(exp(DRUG_1).speedUp(exp(DRUG_2), 0.95).factor())
        .as("the factor where the mean logarithms of ten times each are 0.75 and 2.33: e^1.58")
        .isCloseTo(Math.exp(1.58), within(1e-9));
  }

  @Test
  void the_interval_is_welchs() {
    var interval = exp(DRUG_1).speedUp(exp(DRUG_2), 0.95).interval();
    assertThat(Math.log(interval.low()))
        .as("the logarithm of the 95 % interval's low end, for Student's sleep data, as R says it")
        .isCloseTo(-0.20548323071163632, within(1e-6));
    assertThat(Math.log(interval.high()))
        .as("and of its high end")
        .isCloseTo(3.365483230711636, within(1e-6));
    assertThat(interval.level()).as("its level").isEqualTo(0.95);
  }

  @Test
  void the_less_certain_side_decides_how_far_it_reaches() {
    var narrow = exp(2.3, 2.3001, 2.3002, 2.3001, 2.2999, 2.3);
    var wide = exp(2.2, 2.5, 2.35);
    assertThat(wide.speedUp(narrow, 0.95).interval())
        .as(
            "the interval where three times vary much and six hardly: that of the three, 3 − 1"
                + " degrees of freedom, and no more")
        .satisfies(
            i -> assertThat(Math.log(i.high() / i.low()) / 2).isCloseTo(0.3726, within(0.0005)));
  }

  @Test
  void a_higher_level_reaches_farther() {
    var interval = exp(DRUG_1).speedUp(exp(DRUG_2), 0.99).interval();
    assertThat(Math.log(interval.high()))
        .as("the logarithm of the 99 % interval's high end")
        .isCloseTo(4.02763, within(0.0001));
  }

  @Test
  void what_does_not_vary_is_known_exactly() {
    var speedUp = Results.of(25, 25, 25).speedUp(Results.of(100, 100), 0.95);
    assertThat(speedUp.interval().low())
        .as("low end, of 25 ns beside 100 ns")
        .isCloseTo(4, within(1e-9));
    assertThat(speedUp.interval().high()).as("high end").isCloseTo(4, within(1e-9));
    assertThat(speedUp.factor()).as("the factor").isCloseTo(4, within(1e-9));
  }

  @Test
  void one_side_that_varies_is_enough_for_an_interval() {
    assertThat(Results.of(20, 25, 30).speedUp(Results.of(100, 100), 0.95).interval().halfWidth())
        .as("half the interval of 20, 25 and 30 ns beside 100 ns each time")
        .isGreaterThan(1);
  }

  /// Seconds that differ by 1/1024 ns: three of variance 2⁻²⁰ ns² each side, df 4.
  @Test
  void times_that_differ_by_picoseconds_keep_their_digits() {
    double step = 0x1p-10;
    var slow = Results.of(1e9 + step, 1e9 + 2 * step, 1e9 + 3 * step);
    var speedUp = Results.of(1e9 - step, 1e9, 1e9 + step).speedUp(slow, 0.95);
    double log = 2 * step / 1e9;
    double reach = 2.7764451051977987 * Math.sqrt(2.0 / 3) * step / 1e9;
    var digit = within(4e-16); // a number above 1 is a multiple of 2.2e-16
    var why = ", of seconds that differ by picoseconds: logs(unit) keeps digits that logs() loses";
    assertThat(speedUp.factor() - 1).as("the factor less 1" + why).isCloseTo(log, digit);
    assertThat(speedUp.interval().high() - 1)
        .as("the 95 % interval's high end less 1" + why)
        .isCloseTo(log + reach, digit);
  }

  @Test
  void unlike_results_are_refused() {
    var cold =
        new Conditions(
            "matmul (3,5)·(5,2)",
            "float64",
            1,
            "cpu",
            1,
            "warm",
            Results.CONDITIONS.jdk(),
            List.of());
    assertThatThrownBy(
            () -> Results.under("other", cold, 1, 2).speedUp(Results.of(1, 2), 0.95),
            "the speed-up of float64 beside float32")
        .isInstanceOf(UnfairComparisonException.class)
        .hasMessageContaining("dtype");
  }

  @Test
  void the_number_of_threads_may_differ() {
    var four = Results.under("four threads", Results.CONDITIONS.onThreads(4), 30, 31, 29);
    assertThat(four.speedUp(Results.of(90, 93, 87), 0.95).factor())
        .as("the speed-up of four threads beside one")
        .isCloseTo(3, within(0.01));
  }

  /// How often something is so of the speed-up of results of 200 runs each.
  private static double share(NoiseModel noise, double truth, Predicate<SpeedUp> is) {
    var random = new SplittableRandom(19);
    int count = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      var slow = Arrays.stream(noise.timeline(200, random)).map(x -> x * truth).toArray();
      var fast = noise.timeline(200, random);
      count += is.test(Results.of(fast).speedUp(Results.of(slow), 0.95)) ? 1 : 0;
    }
    return (double) count / EXPERIMENTS;
  }

  @Test
  void equal_programs_are_called_different_once_in_twenty() {
    assertThat(share(NoiseModel.CORRELATED, 1, s -> !s.verdict().equals("not known")))
        .as(
            "how often equal programs are called faster or slower, in 1000 experiments with 200 runs"
                + " each, each with 0.6 of what the one before was too slow")
        .isBetween(0.02, 0.085);
  }
}
