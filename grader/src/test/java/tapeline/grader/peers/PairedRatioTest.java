package tapeline.grader.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  private static double[] ratios(Random random, int n, double spread) {
    var ratios = new double[n];
    Arrays.setAll(ratios, _ -> 2 * Math.exp(spread * random.nextGaussian()));
    return ratios;
  }

  @Test
  void the_median_is_the_middle_or_the_mean_of_the_two() {
    assertThat(PairedRatio.of(List.of(new double[] {3, 1, 9})).value()).isEqualTo(3);
    assertThat(PairedRatio.of(List.of(new double[] {3, 1, 9, 4})).value()).isEqualTo(3.5);
  }

  /// The table of the sign test: for n = 6, P(no heads) = 1/64; for n = 10, P(≤ 1) = 11/1024 and
  /// P(≤ 2) = 56/1024.
  @Test
  void the_interval_leaves_out_what_the_sign_test_allows() {
    assertThat(PairedRatio.outside(5)).isZero();
    assertThat(PairedRatio.outside(6)).isEqualTo(1);
    assertThat(PairedRatio.outside(9)).isEqualTo(2);
    assertThat(PairedRatio.outside(10)).isEqualTo(2);
    assertThat(PairedRatio.outside(20)).isEqualTo(6);
    assertThat(PairedRatio.outside(60)).isEqualTo(22);
  }

  @Test
  void one_fork_of_ten_pairs_gives_the_second_and_the_ninth() {
    var ratio = PairedRatio.of(List.of(new double[] {9, 1, 8, 2, 7, 3, 6, 4, 5, 10}));
    assertThat(ratio).isEqualTo(new PairedRatio(5.5, 2, 9));
  }

  @Test
  void forks_that_differ_widen_the_interval_to_reach_both() {
    var low = new double[] {1, 1.01, 1.02, 1.03, 1.04, 1.05};
    var high = new double[] {2, 2.01, 2.02, 2.03, 2.04, 2.05};
    var ratio = PairedRatio.of(List.of(low, high));
    assertThat(ratio.low()).isEqualTo(1);
    assertThat(ratio.high()).isEqualTo(2.05);
    assertThat(ratio.value()).isCloseTo((1.05 + 2) / 2, within(1e-12));
  }

  @Test
  void has_no_interval_when_a_fork_has_too_few_pairs() {
    var ratio = PairedRatio.of(List.of(new double[] {1, 2, 3}, new double[] {1, 2, 3, 4, 5, 6, 7}));
    assertThat(ratio.value()).isEqualTo(3);
    assertThat(ratio.low()).isNaN();
    assertThat(ratio.high()).isNaN();
  }

  @Test
  void the_other_way_round_it_is_the_inverse() {
    var there = ratios(new Random(1), 41, 0.2);
    var back = Arrays.stream(there).map(r -> 1 / r).toArray();
    var ratio = PairedRatio.of(List.of(there));
    var inverse = PairedRatio.of(List.of(back));
    assertThat(inverse.value()).isCloseTo(1 / ratio.value(), within(1e-12));
    assertThat(inverse.low()).isCloseTo(1 / ratio.high(), within(1e-12));
    assertThat(inverse.high()).isCloseTo(1 / ratio.low(), within(1e-12));
  }

  /// Neighbours that slow a third of the blocks down tenfold, on one side: the median stays inside.
  @Test
  void covers_the_true_ratio_of_noisy_pairs_in_95_of_100() {
    var random = new Random(2);
    int covered = 0;
    int trials = 2_000;
    for (int i = 0; i < trials; i++) {
      var ratios = ratios(random, 25, 0.1);
      for (int k = 0; k < ratios.length; k++) {
        double burst = random.nextInt(3) == 0 ? 10 : 1;
        ratios[k] *= random.nextBoolean() ? burst : 1 / burst;
      }
      var ratio = PairedRatio.of(List.of(ratios));
      covered += ratio.low() <= 2 && 2 <= ratio.high() ? 1 : 0;
    }
    assertThat((double) covered / trials).isBetween(0.945, 0.975);
  }
}
