package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Normal;
import tapeline.bench.stats.Power;
import tapeline.bench.stats.StudentT;
import tapeline.tests.Seeds;

/// Against closed forms and published digits first: another library has errors of its own.
class DistributionTest {
  private final Random random = Seeds.random("distributions");

  @Test
  void quantiles_of_t_have_thirteen_digits() {
    Right.digits(
        "t(0.975, 1), which is −cot(0.975π)", 13, StudentT.quantile(0.975, 1), 12.7062047361747046);
    Right.digits("t(0.975, 9)", 13, StudentT.quantile(0.975, 9), 2.26215716279820554);
    Right.digits("t(0.995, 9)", 13, StudentT.quantile(0.995, 9), 3.24983554159212628);
    Right.digits("t(0.9995, 4)", 13, StudentT.quantile(0.9995, 4), 8.61030158137927510);
    Right.digits("t(0.95, 6)", 13, StudentT.quantile(0.95, 6), 1.94318028051530321);
  }

  @Test
  void t_of_one_degree_is_cauchys_and_of_two_has_a_closed_form() {
    for (double t : new double[] {-40, -3, -0.5, 0.01, 1, 7, 300}) {
      Right.digits("P(T₁ ≤ " + t + ")", 12, StudentT.cdf(t, 1), 0.5 + Math.atan(t) / Math.PI);
      Right.digits(
          "P(T₂ ≤ " + t + ")", 11, StudentT.cdf(t, 2), 0.5 + t / (2 * Math.sqrt(2 + t * t)));
    }
  }

  @Test
  void t_agrees_with_another_library() {
    for (int k = 0; k < 200; k++) {
      double df = Seeds.uniform(random, 0.5, 200);
      double t = Seeds.uniform(random, -6, 6);
      Right.digits(
          "P(T ≤ %s) at %s degrees".formatted(t, df),
          8,
          StudentT.cdf(t, df),
          new TDistribution(null, df).cumulativeProbability(t));
    }
  }

  @Test
  void a_quantile_undoes_the_distribution() {
    for (int k = 0; k < 100; k++) {
      double p = Seeds.uniform(random, 0.001, 0.999);
      double df = Seeds.uniform(random, 1, 50);
      Right.digits("cdf(quantile(p)) of t", 11, StudentT.cdf(StudentT.quantile(p, df), df), p);
      Right.digits("cdf(quantile(p)) of z", 12, Normal.cdf(Normal.quantile(p)), p);
    }
  }

  @Test
  void the_normal_distribution_agrees_in_the_middle_and_in_the_tail() {
    Right.digits("Φ(−1.96)", 13, Normal.cdf(-1.959963984540054), 0.025);
    Right.digits("z(0.975)", 13, Normal.quantile(0.975), 1.959963984540054);
    for (double z : new double[] {-12, -7, -2.51, -2.49, -1, 0.3, 2.49, 2.51}) {
      Right.digits(
          "Φ(" + z + ")",
          11,
          Normal.cdf(z),
          new NormalDistribution(null, 0, 1).cumulativeProbability(z));
    }
  }

  @Test
  void power_and_sample_size_are_those_of_R() {
    // R counts the far tail only when it is told to be strict: the seventh digit.
    Right.digits("power of n = 20, d = 1", 6, Power.of(20, 1, 0.05), 0.8689528015516763);
    Right.digits(
        "n for a power of 0.9, d = 1", 6, Power.sampleSize(0.9, 1, 0.05), 22.02109549639801);
  }

  @Test
  void what_cannot_be_is_refused() {
    assertThatThrownBy(() -> StudentT.cdf(1, 0))
        .hasMessage("degrees of freedom are above 0, got 0.0");
    assertThatThrownBy(() -> StudentT.quantile(1, 5))
        .hasMessage("a share is between 0 and 1, got 1.0");
    assertThatThrownBy(() -> Normal.quantile(0)).hasMessage("a share is between 0 and 1, got 0.0");
    assertThatThrownBy(() -> Power.sampleSize(0.9, 0, 0.05))
        .hasMessage(
            "a sample size needs d ≠ 0 and 0 < alpha < power < 1, got d = 0.0, alpha = 0.05, power = 0.9");
    assertThat(StudentT.twoSided(0, 3)).as("p of t = 0").isEqualTo(1);
  }
}
