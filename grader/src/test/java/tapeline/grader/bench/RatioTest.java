package tapeline.grader.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  /// Two samples of equal spread: Welch's degrees of freedom are 3 + 3 − 2.
  @Test
  void agrees_with_welchs_interval_on_the_logarithms() {
    var ratio = Ratio.of(List.of(20.0, 22.0, 21.0), List.of(10.0, 11.0, 10.5));
    assertThat(ratio.value()).isCloseTo(2, within(1e-12));
    double sd = Math.sqrt(2 * variance(Math.log(10), Math.log(11), Math.log(10.5)) / 3);
    assertThat(Math.log(ratio.high() / ratio.value()))
        .as("t(0.975, 4 degrees of freedom) = 2.776445")
        .isCloseTo(2.776445 * sd, within(1e-6));
    assertThat(ratio.low() * ratio.high()).isCloseTo(4, within(1e-12));
  }

  @Test
  void keeps_the_digits_in_which_a_second_differs_from_a_second() {
    var ratio = Ratio.of(List.of(1e9 + 2e-3, 1e9 + 3e-3, 1e9 + 4e-3), List.of(1e9, 1e9 + 1e-3));
    assertThat(ratio.value() - 1)
        .as("the difference of the means, 2.5 in 10¹²; times there are multiples of 1.2e-7")
        .isCloseTo(2.5e-12, within(4e-16));
    assertThat(ratio.high() - ratio.low())
        .as("t(0.975, 2.882 degrees of freedom) = 3.257208")
        .isCloseTo(2 * 3.257208 * Math.sqrt(1 / 3.0 + 1 / 4.0) * 1e-12, within(2e-15));
  }

  @Test
  void has_no_interval_from_one_fork() {
    var ratio = Ratio.of(List.of(20.0), List.of(10.0, 11.0));
    assertThat(ratio.low()).isNaN();
    assertThat(ratio.high()).isNaN();
  }

  private static double variance(double... values) {
    double mean = java.util.Arrays.stream(values).average().orElseThrow();
    double sum = 0;
    for (double v : values) sum += (v - mean) * (v - mean);
    return sum / (values.length - 1);
  }
}
