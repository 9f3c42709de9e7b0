package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.SteadyState;
import tapeline.tests.Seeds;

/// On series in which the change was planted.
class SteadyStateTest {
  private final Random random = Seeds.random("steady state");

  private double[] series(int n, IntToDoubleFunction level) {
    return IntStream.range(0, n)
        .mapToDouble(i -> level.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian()))
        .toArray();
  }

  private boolean isSteady(int n, IntToDoubleFunction level) {
    return SteadyState.isSteady(series(n, level));
  }

  @Test
  void one_speed_is_steady() {
    assertThat(isSteady(600, _ -> 100)).isTrue();
    assertThat(SteadyState.isSteady(new double[50])).as("all zero").isTrue();
  }

  @Test
  void what_was_before_the_later_half_does_not_count() {
    assertThat(isSteady(600, i -> i < 120 ? 300 : i < 250 ? 150 : 100)).isTrue();
    assertThat(isSteady(600, i -> i < 350 ? 110 : 100)).as("a change after the half").isFalse();
  }

  @Test
  void a_change_near_the_end_is_not_steady() {
    assertThat(isSteady(600, i -> i < 520 ? 100 : 130)).isFalse();
  }

  @Test
  void a_slow_drift_is_not_steady() {
    assertThat(isSteady(600, i -> 100 + i / 20.0)).isFalse();
  }

  @Test
  void interruptions_change_no_speed() {
    assertThat(isSteady(600, i -> i % 37 == 0 ? 900 : 100)).isTrue();
  }

  @Test
  void chance_is_no_change() {
    int steady = 0;
    for (int k = 0; k < 200; k++) {
      steady += SteadyState.isSteady(random.doubles(80, 90, 110).toArray()) ? 1 : 0;
    }
    assertThat(steady)
        .as("of 200 series of 80 values that vary by 6 %, those said to be steady")
        .isGreaterThan(190);
  }
}
