package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.bench.track.Budget;

@Tag("19.9")
class RegressionTest {
  private static final Budget.Counts COUNTS = new Budget.Counts(0, 0, 0);

  /// A comparison by forks in which B takes so many times as long as A.
  private static Comparison times(double... ratios) {
    var forks =
        Arrays.stream(ratios)
            .mapToObj(
                r -> new Fork(Sample.of(100, 100), Sample.of(100 * r, 100 * r), 1, 0, 0, false))
            .toList();
    return new Comparison("A", "B", forks, 0.05);
  }

  private static boolean isRegression(double allowed, Comparison comparison) {
    return !new Budget(allowed, 0, 0, 0).exceeded(comparison, COUNTS, COUNTS).isEmpty();
  }

  @Test
  void a_sure_and_large_slowdown_is_one() {
    assertThat(isRegression(0.05, times(1.1, 1.11, 1.09, 1.1, 1.12, 1.08)))
        .as("whether about 10 %% slower in six forks of six is over a budget of 5 %%")
        .isTrue();
  }

  @Test
  void a_large_difference_that_may_be_noise_is_none() {
    assertThat(isRegression(0.05, times(1.3, 0.8, 1.25, 1.1, 0.9, 1.2)))
        .as("whether 15 %% slower by the median, in four forks of six, is over a budget of 5 %%")
        .isFalse();
  }

  @Test
  void a_sure_difference_within_the_budget_is_none() {
    assertThat(isRegression(0.05, times(1.02, 1.021, 1.019, 1.02, 1.02, 1.02)))
        .as("whether surely 2 %% slower is over a budget of 5 %%")
        .isFalse();
  }

  @Test
  void a_speed_up_is_none() {
    assertThat(isRegression(0.05, times(0.7, 0.71, 0.69, 0.7, 0.7, 0.7)))
        .as("whether surely 30 %% faster is over a budget of 5 %%")
        .isFalse();
  }

  @Test
  void the_slowdown_is_measured_by_the_baselines_time() {
    var quarter = times(1.25, 1.25, 1.25, 1.25, 1.25, 1.25);
    assertThat(isRegression(0.22, quarter))
        .as(
            "whether 1.25 times as long, 25 %% slower, is over a budget of 22 %%: the speed-up is 0.8")
        .isTrue();
    assertThat(isRegression(0.28, quarter))
        .as("whether 1.25 times as long, 25 %% slower, is over a budget of 28 %%")
        .isFalse();
  }
}
