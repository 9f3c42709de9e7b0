package tapeline.tests.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.check.GradientError;

@Tag("02.2")
class GradientErrorTest {
  @Test
  void is_a_fraction_of_large_numbers() {
    assertThat(new GradientError(3e9, 3e9 + 6).scaled(1))
        .as("(3e9, 3e9 + 6).scaled(1): 6 in three thousand million is 2e-9")
        .isCloseTo(2e-9, within(1e-15));
  }

  @Test
  void is_absolute_over_the_floor_for_small_numbers() {
    assertThat(new GradientError(3e-9, 1e-9).scaled(1))
        .as("(3e-9, 1e-9).scaled(1): both are far below the floor of 1, so 2e-9")
        .isCloseTo(2e-9, within(1e-18));
    assertThat(new GradientError(0.5, 0.25).scaled(4))
        .as("(0.5, 0.25).scaled(4): a quarter of 0.25; the floor divides, it is no threshold")
        .isCloseTo(0.0625, within(1e-15));
  }

  @Test
  void takes_the_largest_of_the_three_not_their_sum() {
    assertThat(new GradientError(2, 3).scaled(1))
        .as("(2, 3).scaled(1): 1 / max(1, 2, 3)")
        .isCloseTo(1 / 3.0, within(1e-15));
  }

  @Test
  void sees_a_wrong_sign() {
    assertThat(new GradientError(-4, 4).scaled(0))
        .as("(−4, 4).scaled(0): 8 apart, of size 4")
        .isEqualTo(2);
  }

  @Test
  void negative_numbers_have_a_size() {
    assertThat(new GradientError(-2, -4).scaled(1)).as("(−2, −4).scaled(1): 2 of 4").isEqualTo(0.5);
    assertThat(new GradientError(-4, -2).scaled(1)).as("(−4, −2).scaled(1): 2 of 4").isEqualTo(0.5);
  }

  @Test
  void is_zero_for_equal_numbers_even_where_the_formula_is_not_a_number() {
    assertThat(new GradientError(0, 0).scaled(0))
        .as("(0, 0).scaled(0): the formula says 0/0")
        .isEqualTo(0);
    assertThat(new GradientError(0.0, -0.0).scaled(0))
        .as("(0, −0).scaled(0): equal numbers too, as cos has slope −0 at 0")
        .isEqualTo(0);
    double infinity = Double.POSITIVE_INFINITY;
    assertThat(new GradientError(infinity, infinity).scaled(1))
        .as("(∞, ∞).scaled(1): the formula says ∞/∞")
        .isEqualTo(0);
  }

  @Test
  void a_gradient_that_is_not_a_number_is_never_close() {
    assertThat(new GradientError(Double.NaN, 2).scaled(1))
        .as("(NaN, 2).scaled(1): every comparison with NaN is false; which way did yours fall?")
        .isNaN();
    assertThat(new GradientError(Double.NaN, 2).agrees(1e-6)).as("(NaN, 2).agrees(1e-6)").isFalse();
  }
}
