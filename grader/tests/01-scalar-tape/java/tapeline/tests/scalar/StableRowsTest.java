package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static tapeline.scalar.ScalarOp.*;
import static tapeline.tests.Seeds.uniform;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Seeds;

@Tag("01.3")
class StableRowsTest {
  @Test
  void a_sigmoid_is_half_a_hyperbolic_tangent() {
    var random = Seeds.random("sigmoid");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -4, 4);
      RowCheck.check(
          SIGMOID,
          a,
          u -> (1 + Math.tanh(u / 2)) / 2,
          u -> 1 / (4 * Math.cosh(u / 2) * Math.cosh(u / 2)));
    }
  }

  @Test
  void a_sigmoid_is_finite_far_out() {
    for (double a : new double[] {-10_000, 10_000}) {
      double y = SIGMOID.value(a, Double.NaN);
      assertThat(y)
          .as("SIGMOID.value(%s): write it so that an e^… that overflows ends as 1/∞, not ∞/∞", a)
          .isEqualTo(a > 0 ? 1 : 0);
      assertThat(SIGMOID.da(a, Double.NaN, y))
          .as("SIGMOID.da(a = %s, y = %s): flat this far out", a, y)
          .isEqualTo(0);
    }
  }

  @Test
  void a_sigmoid_is_as_steep_at_40_as_at_minus_40() {
    double slope = Math.exp(-40); // σ′(a) = e⁻ᵃ/(1 + e⁻ᵃ)², and 1 + e⁻⁴⁰ rounds to 1
    assertThat(SIGMOID.da(-40, Double.NaN, Math.exp(-40)))
        .as("SIGMOID.da(a = -40, y = e⁻⁴⁰)")
        .isCloseTo(slope, withinPercentage(1e-10));
    assertThat(SIGMOID.da(40, Double.NaN, 1))
        .as("SIGMOID.da(a = 40, y = 1): 1 − y has lost all digits; 1 − σ(a) = σ(−a) has them")
        .isCloseTo(slope, withinPercentage(1e-10));
  }

  @Test
  void a_sigmoid_keeps_its_digits_where_it_is_tiny() {
    assertThat(SIGMOID.value(-40, Double.NaN))
        .as("SIGMOID.value(-40): e⁻⁴⁰, of which a difference or a sum with 1 has lost all digits")
        .isCloseTo(Math.exp(-40), withinPercentage(1e-10));
  }

  @Test
  void a_relu_passes_the_positive_side_only() {
    var random = Seeds.random("relu");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, 0.1, 5) * (i % 2 == 0 ? 1 : -1);
      RowCheck.check(RELU, a, u -> (u + Math.abs(u)) / 2, u -> (1 + Math.signum(u)) / 2);
    }
  }

  @Test
  void a_relu_has_slope_0_at_0() {
    assertThat(RELU.value(0, Double.NaN)).as("RELU.value(0)").isEqualTo(0);
    assertThat(RELU.da(0, Double.NaN, 0))
        .as("RELU.da(a = 0, y = 0): the corner; this course's choice is 0")
        .isEqualTo(0);
  }

  @Test
  void a_softplus_is_a_smooth_relu() {
    var random = Seeds.random("softplus");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -4, 4);
      RowCheck.check(SOFTPLUS, a, u -> Math.log(1 + Math.exp(u)), u -> (1 + Math.tanh(u / 2)) / 2);
    }
  }

  @Test
  void a_softplus_is_finite_far_out() {
    for (double a : new double[] {-10_000, 10_000}) {
      double y = SOFTPLUS.value(a, Double.NaN);
      assertThat(y)
          .as("SOFTPLUS.value(%s): ln(1 + eᵃ) = a + ln(1 + e⁻ᵃ); which form suits which side?", a)
          .isEqualTo(Math.max(a, 0));
      assertThat(SOFTPLUS.da(a, Double.NaN, y))
          .as("SOFTPLUS.da(a = %s, y = %s): 0 on the far left, 1 on the far right", a, y)
          .isEqualTo(a > 0 ? 1 : 0);
    }
  }

  @Test
  void a_softplus_is_no_straight_line_yet() {
    for (double a : new double[] {6, 25}) {
      double y = a + Math.log1p(Math.exp(-a));
      assertThat(SOFTPLUS.value(a, Double.NaN))
          .as("SOFTPLUS.value(%s): a + ln(1 + e⁻ᵃ), which a alone is only from 37 on", a)
          .isCloseTo(y, within(4 * Math.ulp(y)));
      double slope = 1 / (1 + Math.exp(-a));
      assertThat(SOFTPLUS.da(a, Double.NaN, y))
          .as("SOFTPLUS.da(a = %s, y = %s): 1/(1 + e⁻ᵃ), which is not 1 yet", a, y)
          .isCloseTo(slope, within(4 * Math.ulp(slope)));
    }
  }

  @Test
  void a_softplus_keeps_its_digits_where_it_is_tiny() {
    assertThat(SOFTPLUS.value(-40, Double.NaN))
        .as("SOFTPLUS.value(-40): ln(1 + x) ≈ x, but 1 + e⁻⁴⁰ rounds to 1; Math.log1p does not")
        .isCloseTo(Math.exp(-40), withinPercentage(1e-10));
    assertThat(SOFTPLUS.da(-40, Double.NaN, Math.exp(-40)))
        .as("SOFTPLUS.da(a = -40, y = e⁻⁴⁰): e⁻⁴⁰ too; e^(-y) rounds to 1, and 1 less that is 0")
        .isCloseTo(Math.exp(-40), withinPercentage(1e-10));
  }
}
