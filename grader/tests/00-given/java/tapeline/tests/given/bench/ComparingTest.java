package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Bootstrap;
import tapeline.bench.stats.EffectSize;
import tapeline.bench.stats.Evidence;
import tapeline.bench.stats.Holm;
import tapeline.bench.stats.Levels;
import tapeline.bench.stats.MannWhitney;
import tapeline.bench.stats.RatioOfMeans;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
import tapeline.bench.stats.WelchTest;
import tapeline.tests.Seeds;

/// Against values of R and SciPy, and of the papers.
class ComparingTest {
  private static final Sample DRUG_1 =
      Sample.of(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);
  private static final Sample DRUG_2 = Sample.of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);
  private static final Sample X =
      Sample.of(10.1, 10.4, 9.9, 10.2, 10.0, 10.3, 10.5, 9.8, 10.1, 10.2);
  private static final Sample Y =
      Sample.of(18.2, 18.9, 18.0, 18.4, 18.1, 18.8, 19.0, 17.9, 18.3, 18.5);

  private final Random random = Seeds.random("comparing");

  @Test
  void mann_whitney_on_sleep_is_that_of_R() {
    assertThat(MannWhitney.of(DRUG_2, DRUG_1).u()).as("U").isEqualTo(25.5);
    Right.digits("p with ties", 10, MannWhitney.of(DRUG_1, DRUG_2).p(), 0.06932757543362658);
  }

  @Test
  void mann_whitney_counts_exactly_where_it_can() {
    assertThat(MannWhitney.of(Sample.of(1, 2, 3), Sample.of(4, 5, 6)).p())
        .as("p of three below three others: 2 of 20 orders")
        .isEqualTo(0.1);
    assertThat(MannWhitney.of(Sample.of(1, 2), Sample.of(3, 4, 5, 6)).p())
        .as("p of two below four others: 2 of 15 orders")
        .isCloseTo(2 / 15.0, within(1e-15));
    var a = Sample.of(random.doubles(60).toArray());
    var b = Sample.of(random.doubles(50, 0.1, 1.2).toArray());
    assertThat(MannWhitney.of(a, b).p())
        .as(
            "p of 60 and 50 values, against Commons Math, which leaves out the correction for continuity")
        .isCloseTo(new MannWhitneyUTest().mannWhitneyUTest(a.values(), b.values()), within(3e-3));
  }

  @Test
  void effects_on_sleep_are_those_of_R() {
    Right.digits("Cohen's d", 12, EffectSize.cohen(DRUG_2, DRUG_1), -0.8321810813495395);
    Right.digits(
        "Hedges' g",
        12,
        EffectSize.hedges(DRUG_2, DRUG_1),
        -0.8321810813495395 * 0.957646427023718);
    assertThat(EffectSize.cliff(Sample.of(1, 2), Sample.of(3, 4, 5))).as("Cliff's δ").isEqualTo(1);
  }

  @Test
  void fiellers_interval_has_its_reference_values() {
    var interval = RatioOfMeans.interval(X, Y, 0.95);
    Right.digits("low", 9, interval.low(), 1.77812170062629);
    Right.digits("high", 9, interval.high(), 1.850198647987752);
    assertThatThrownBy(() -> RatioOfMeans.interval(Sample.of(-1, 1), Y, 0.95))
        .hasMessageStartingWith("a ratio needs a divisor that differs from 0, got a mean of 0.0");
  }

  @Test
  void the_bootstrap_comes_near_to_scipys() {
    var bca = new Bootstrap(4000, 1).bca(X, Sample::mean, 0.95);
    assertThat(bca.low()).as("BCa, low").isCloseTo(10.02, within(0.015));
    assertThat(bca.high()).as("BCa, high").isCloseTo(10.28, within(0.015));
    assertThat(new Bootstrap(500, 1).percentile(X, Sample::mean, 0.95))
        .as("one seed, one interval")
        .isEqualTo(new Bootstrap(500, 1).percentile(X, Sample::mean, 0.95));
  }

  @Test
  void holm_is_Rs_p_adjust() {
    assertThat(Holm.adjusted(0.01, 0.04, 0.03, 0.005))
        .as("p.adjust(c(0.01, 0.04, 0.03, 0.005), \"holm\")")
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-15));
    assertThat(Holm.adjusted(0.9, 0.8)).as("never above 1").containsExactly(1, 1);
    assertThat(Holm.adjusted()).isEmpty();
  }

  @Test
  void levels_are_kalibera_and_jones_own() {
    // Their four processes of three values, as one level above the values: T² of the library's test
    var levels = Levels.of(new double[][] {{3, 4, 3}, {1.2, 3.1, 3}, {.2, 1, 1.5}, {1, 2, 3}});
    Right.digits("T₁²", 12, levels.variances()[0], 0.7266666666666668);
    Right.digits(
        "r₁ at costs of 3 and 20",
        4.3,
        new Levels(new double[] {0.7266667, 0.262777778, 0.7747222}).repetitions(3, 20, 100)[0],
        4.2937);
    Right.digits(
        "r₂ at costs of 20 and 100",
        4,
        new Levels(new double[] {0.7266667, 0.262777778, 0.7747222}).repetitions(3, 20, 100)[1],
        1.3023);
    assertThatThrownBy(() -> levels.repetitions(1))
        .hasMessage("each of 2 levels has a cost, got 1");
  }

  @Test
  void evidence_grows_with_a_sign_and_is_fair_without() {
    var sure = new Evidence(0.01);
    for (int i = 0; i < 16; i++) {
      sure.add(0.03);
    }
    assertThat(sure.p()).as("p of sixteen differences of one sign").isLessThan(0.05);
    double mean = 0;
    for (int table = 0; table < 1 << 10; table++) {
      var fair = new Evidence(0.02);
      for (int i = 0; i < 10; i++) {
        fair.add((table >> i & 1) == 0 ? 0.1 * i : -0.1 * i);
      }
      mean += fair.now() / (1 << 10);
    }
    assertThat(mean)
        .as("the mean evidence over all tables of signs: a fair game at most")
        .isBetween(0.1, 1.0);
    assertThatThrownBy(() -> new Evidence(0)).hasMessage("the scale η is above 0, got 0.0");
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
  void above_twenty_pairs_tables_are_drawn() {
    double[] d = random.doubles(24, -1, 1.2).toArray();
    double[] twenty = java.util.Arrays.copyOf(d, 20);
    assertThat(SignFlip.p(d)).as("one answer for one input").isEqualTo(SignFlip.p(d));
    assertThat(SignFlip.p(twenty)).isBetween(0.0, 1.0);
  }

  @Test
  void what_does_not_vary_has_no_welch_test() {
    assertThatThrownBy(() -> WelchTest.of(Sample.of(1), Sample.of(1, 2), 0.95))
        .hasMessage(
            "Welch's test needs two values or more of each, that vary, got 1 and 2, variances NaN and 0.5");
    assertThatThrownBy(() -> WelchTest.of(Sample.of(1, 1), Sample.of(2, 2), 0.95))
        .hasMessageEndingWith("got 2 and 2, variances 0.0 and 0.0");
  }

  private static double[] less(double[] d, double theta) {
    return java.util.Arrays.stream(d).map(x -> x - theta).toArray();
  }
}
