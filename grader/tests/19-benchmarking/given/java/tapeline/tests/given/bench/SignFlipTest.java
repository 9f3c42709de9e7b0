package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Holm;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
import tapeline.tests.Seeds;

/// The parts that the exercises do not ask for: bounds, many pairs, many tests.
class SignFlipTest {
  private final Random random = Seeds.random("comparing");

  @Test
  void holm_is_Rs_p_adjust() {
    assertThat(Holm.adjusted(0.01, 0.04, 0.03, 0.005))
        .as("p.adjust(c(0.01, 0.04, 0.03, 0.005), \"holm\")")
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-15));
    assertThat(Holm.adjusted(0.9, 0.8)).as("never above 1").containsExactly(1, 1);
    assertThat(Holm.adjusted()).isEmpty();
  }

  @Test
  void a_bound_lies_above_the_differences_that_are_sure() {
    double[] d = {0.01, 0.012, 0.008, 0.011, 0.009, 0.01, 0.012, 0.008};
    double bound = SignFlip.upperBound(0.95, d);
    assertThat(bound)
        .as("the one-sided bound of eight differences around 0.01")
        .isBetween(0.01, 0.012);
    assertThat(SignFlip.below(less(d, bound + 1e-6))).isLessThanOrEqualTo(0.05);
    assertThat(SignFlip.upperBound(0.95, 0.1, 0.1)).as("of two: 1/4 at least").isInfinite();
  }

  @Test
  void among_ties_the_forks_that_differ_say_who_is_faster() {
    var forks = new ArrayList<Fork>();
    for (int i = 0; i < 20; i++) {
      forks.add(new Fork(Sample.of(100), Sample.of(i < 11 ? 100 : 99), 1, 0, 0, i % 2 == 0));
    }
    var comparison = new Comparison("A", "B", forks, 0.05);
    assertThat(comparison.p()).isEqualTo(2.0 / 512);
    assertThat(comparison.speedUp()).as("the median fork is tied").isEqualTo(1);
    assertThat(comparison.verdict())
        .as("11 forks equal, in 9 B takes a step of the clock less")
        .isEqualTo(SpeedVerdict.FASTER);
  }

  @Test
  void an_interval_is_as_wide_as_a_step_of_the_clock() {
    var tied = comparison(50, 50);
    assertThat(tied.hasNoRegression(0.001)).as("all turns take 50 steps of the clock").isFalse();
    var steps = comparison(50, 51);
    double step = Math.log(51.0 / 50);
    assertThat(steps.speedUp()).isEqualTo(1);
    assertThat(Math.log(steps.interval().low())).isCloseTo(-step, within(1e-12));
    assertThat(Math.log(steps.interval().high())).isCloseTo(step, within(1e-12));
    assertThat(steps.hasNoRegression(0.01)).isFalse();
    assertThat(steps.hasNoRegression(0.03)).isTrue();
  }

  /// Ten forks of equal sides with these times of turns.
  private static Comparison comparison(double... turns) {
    var side = Sample.of(turns);
    return new Comparison(
        "A", "B", Collections.nCopies(10, new Fork(side, side, 1, 0, 0, false)), 0.05);
  }

  @Test
  void a_level_that_is_none_is_refused() {
    assertThatThrownBy(() -> SignFlip.upperBound(Double.NaN, 1, 2, 3))
        .hasMessage("a level is between 0 and 1, got NaN");
    assertThatThrownBy(() -> SignFlip.upperBound(0.95, 1, Double.NaN))
        .hasMessage("a sample's values are finite, got NaN at 1");
  }

  @Test
  void above_twenty_pairs_tables_are_drawn() {
    double[] d = random.doubles(24, -1, 1.2).toArray();
    double[] twenty = Arrays.copyOf(d, 20);
    assertThat(SignFlip.p(d)).as("one answer for one input").isEqualTo(SignFlip.p(d));
    assertThat(SignFlip.p(twenty)).isBetween(0.0, 1.0);
  }

  @Test
  void equal_differences_of_any_size_have_a_narrow_interval() {
    var d = new double[10];
    for (double all : new double[] {1e-6, 1, 1e6}) {
      Arrays.fill(d, all);
      var interval = SignFlip.interval(0.95, d);
      assertThat(interval.low()).as("ten of %s", all).isCloseTo(all, withinPercentage(1e-3));
      assertThat(interval.high()).isCloseTo(all, withinPercentage(1e-3));
    }
  }

  private static double[] less(double[] d, double theta) {
    return Arrays.stream(d).map(x -> x - theta).toArray();
  }
}
