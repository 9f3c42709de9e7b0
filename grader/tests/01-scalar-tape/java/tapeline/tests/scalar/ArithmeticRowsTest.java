package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.scalar.ScalarOp.*;
import static tapeline.tests.Seeds.uniform;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Seeds;

@Tag("01.1")
class ArithmeticRowsTest {
  @Test
  void a_difference_falls_as_its_second_operand_grows() {
    var random = Seeds.random("sub");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -5, 5);
      double b = uniform(random, -5, 5);
      RowCheck.check(SUB, a, b, (u, v) -> -(v - u), (_, _) -> 1, (_, _) -> -1);
    }
  }

  @Test
  void each_factor_is_the_slope_of_the_other() {
    var random = Seeds.random("mul");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -5, 5);
      double b = uniform(random, -5, 5);
      RowCheck.check(MUL, a, b, (u, v) -> v * u, (_, v) -> v, (u, _) -> u);
    }
  }

  @Test
  void a_quotient_falls_with_the_square_of_its_divisor() {
    var random = Seeds.random("div");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -5, 5);
      double b = uniform(random, 0.5, 5) * (i % 2 == 0 ? 1 : -1);
      RowCheck.check(DIV, a, b, (u, v) -> u / v, (_, v) -> 1 / v, (u, v) -> -u / (v * v));
    }
  }

  @Test
  void negation_turns_the_slope_round() {
    RowCheck.check(NEG, 2.5, a -> 0 - a, _ -> -1);
    RowCheck.check(NEG, -0.75, a -> 0 - a, _ -> -1);
  }

  /// The power rule `b·aᵇ⁻¹` in the base, and as `aᵇ` is `e^(b·ln a)`, `aᵇ·ln a` in the exponent.
  @Test
  void a_power_moves_with_its_base_and_with_its_exponent() {
    var random = Seeds.random("pow");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, 0.2, 3);
      double b = uniform(random, -3, 3);
      RowCheck.check(
          POW,
          a,
          b,
          (u, v) -> Math.exp(v * Math.log(u)),
          (u, v) -> v * Math.exp((v - 1) * Math.log(u)),
          (u, v) -> Math.exp(v * Math.log(u)) * Math.log(u));
    }
  }

  @Test
  void a_power_of_a_negative_base_has_a_slope_in_the_base_only() {
    assertThat(POW.value(-2, 3)).as("POW.value(-2, 3): (−2)³").isEqualTo(-8);
    assertThat(POW.da(-2, 3, -8))
        .as("POW.da(a = -2, b = 3, y = -8): 3·(−2)²; this derivative needs no logarithm")
        .isCloseTo(12, within(12));
    assertThat(POW.db(-2, 3, -8))
        .as("POW.db(a = -2, b = 3, y = -8): (−2)^b is no real number beside b = 3, so NaN")
        .isNaN();
  }

  @Test
  void the_power_0_is_flat_at_0_too() {
    assertThat(POW.da(0, 0, 1))
        .as("POW.da(a = 0, b = 0, y = 1): a⁰ is 1 for every a, so 0; 0·0⁻¹ is 0·∞ = NaN")
        .isEqualTo(0);
    assertThat(POW.da(0, 1, 0)).as("POW.da(a = 0, b = 1, y = 0): a¹ = a, so 1").isEqualTo(1);
    assertThat(POW.da(0, 0.5, 0))
        .as("POW.da(a = 0, b = 0.5, y = 0): a root is steep at 0, 0.5·0^−0.5 = ∞")
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void a_power_of_0_stays_0_when_its_exponent_moves() {
    assertThat(POW.db(0, 2, 0))
        .as("POW.db(a = 0, b = 2, y = 0): 0ᵇ is 0 for every b > 0, so 0; 0·ln 0 is NaN")
        .isEqualTo(0);
  }

  @Test
  void the_power_0_of_0_is_1_and_falls_to_0_at_once() {
    assertThat(POW.db(0, 0, 1))
        .as("POW.db(a = 0, b = 0, y = 1): 0 where the power is 0, but 0⁰ is 1, so 1·ln 0 = -∞")
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  private static Offset<Double> within(double scale) {
    return Offset.offset(1e-12 * (1 + Math.abs(scale)));
  }
}
