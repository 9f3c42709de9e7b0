package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.competition.ForkPlan;
import tapeline.competition.ManifestCheck;
import tapeline.tests.Thrown;

@Tag("20.10")
class ForkPlanTest {
  private static final double TWO_PERCENT = 0.02;

  /// A bell of this scatter around `middle`: a thousand of its quantiles.
  private static double[] bell(double sd, double middle) {
    var normal = new NormalDistribution(middle, sd);
    var noise = new double[1000];
    Arrays.setAll(noise, i -> normal.inverseCumulativeProbability((i + 0.5) / noise.length));
    return noise;
  }

  @Test
  void a_bell_as_wide_as_the_difference_is_shown_by_ten_forks_in_four_of_five() {
    assertThat(ForkPlan.power(bell(TWO_PERCENT, 0), Math.exp(TWO_PERCENT), 10))
        .as("the power of 10 forks for a difference of one standard deviation: 0.80 in the tables")
        .isCloseTo(0.8, within(0.08));
  }

  @Test
  void a_speed_up_is_a_difference_of_logarithms() {
    assertThat(ForkPlan.power(bell(Math.log(2), 0), 2, 10))
        .as("the power of 10 forks for twice the speed, where the forks vary by ln 2: 0.80 again")
        .isCloseTo(0.8, within(0.08));
  }

  @Test
  void where_the_noise_lies_does_not_matter() {
    for (double middle : new double[] {-0.3, 0.3}) {
      assertThat(ForkPlan.power(bell(TWO_PERCENT, middle), Math.exp(TWO_PERCENT), 10))
          .as("the power where the measured log ratios lie around %s, not around 0", middle)
          .isCloseTo(0.8, within(0.08));
    }
  }

  @Test
  void what_is_not_faster_is_hardly_ever_shown_to_be() {
    assertThat(ForkPlan.power(bell(TWO_PERCENT, 0), 1, 10))
        .as("how often 10 forks show a speed-up of 1, so none: half of 5 %")
        .isBetween(0.002, 0.06);
    assertThat(ForkPlan.power(bell(TWO_PERCENT, 0), 0.9, 10))
        .as("how often 10 forks show that an entry is faster which is slower")
        .isEqualTo(0);
  }

  @Test
  void the_plan_has_the_fewest_forks_that_will_do() {
    var noise = bell(TWO_PERCENT, 0);
    int forks = ForkPlan.forks(noise, 1.015, 0.8);
    assertThat(forks)
        .as("the forks that show a speed-up of 1.015 in 80 % of the comparisons")
        .isBetween(14, 19);
    assertThat(ForkPlan.power(noise, 1.015, forks))
        .as("the power of %d forks, which is wished to be 0.8", forks)
        .isGreaterThanOrEqualTo(0.8);
    assertThat(ForkPlan.power(noise, 1.015, forks - 1))
        .as("the power of %d forks: if it is 0.8, one less will do", forks - 1)
        .isLessThan(0.8);
  }

  @Test
  void a_manifest_has_six_forks_whatever_they_show() {
    assertThat(ForkPlan.forks(bell(TWO_PERCENT, 0), 3, 0.8))
        .as("the forks that show three times the speed")
        .isEqualTo(ManifestCheck.FEWEST_FORKS);
  }

  @Test
  void what_no_plan_shows_is_said() {
    assertThat(Thrown.by(() -> ForkPlan.forks(bell(TWO_PERCENT, 0), 1.001, 0.8)))
        .as("what is said of a speed-up of 1.001, a twentieth of the noise")
        .startsWith("IllegalArgumentException")
        .contains("100", "1.001", "0.8");
  }
}
