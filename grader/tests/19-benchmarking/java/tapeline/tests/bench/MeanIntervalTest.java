package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.Sample;
import tapeline.tests.Seeds;

@Tag("19.2")
class MeanIntervalTest {
  private static final int EXPERIMENTS = 4_000;

  private final Random random = Seeds.random("mean interval");

  private void assertReach(int n, double level, double t) {
    var sample = Sample.of(random.doubles(n, 3, 5).toArray());
    Digits.assertRight(
        "half the %.0f %% interval of %d values, in standard errors: the t of %d degrees of freedom"
            .formatted(100 * level, n, n - 1),
        7,
        sample.meanInterval(level).halfWidth() / sample.standardError(),
        t);
  }

  @Test
  void two_values_reach_far() {
    assertReach(2, 0.95, 12.7062047361747);
  }

  @Test
  void a_higher_level_reaches_farther() {
    assertReach(10, 0.99, 3.24983554159213);
    assertReach(5, 0.999, 8.61030158137928);
  }

  @Test
  void the_mean_is_in_the_middle() {
    var sample = Sample.of(random.doubles(7, 3, 5).toArray());
    var interval = sample.meanInterval(0.9);
    assertThat((interval.low() + interval.high()) / 2)
        .as("the middle of the interval %s, against the mean", interval)
        .isCloseTo(sample.mean(), org.assertj.core.data.Offset.offset(1e-12));
    assertThat(interval.level()).as("its level").isEqualTo(0.9);
  }

  @Test
  void nineteen_of_twenty_hold_the_truth() {
    for (int n : new int[] {5, 10}) {
      assertThat(coverage(n))
          .as(
              "the share of 95 %% intervals that hold the true mean, in %d experiments with %d"
                  + " independent values each, ± 0.7 %%. With 1.96 instead of t it is %.1f %%",
              EXPERIMENTS, n, 100 * (2 * new TDistribution(n - 1).cumulativeProbability(1.96) - 1))
          .isBetween(0.943, 0.957);
    }
  }

  /// Returns the share of intervals of n times under independent noise that hold their true mean,
  /// 1.
  private static double coverage(int n) {
    var random = new SplittableRandom(n);
    int holds = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      var times = Sample.of(NoiseModel.NORMAL.timeline(n, random));
      holds += times.meanInterval(0.95).contains(1) ? 1 : 0;
    }
    return (double) holds / EXPERIMENTS;
  }
}
