package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.scalar.ScalarOp.*;
import static tapeline.tests.Seeds.uniform;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Seeds;

@Tag("01.2")
class SmoothRowsTest {
  @Test
  void a_logarithm_flattens_as_its_operand_grows() {
    var random = Seeds.random("log");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, 0.1, 9);
      RowCheck.check(LOG, a, Math::log, u -> 1 / u);
    }
  }

  @Test
  void the_slope_of_the_sine_is_the_cosine() {
    var random = Seeds.random("sin");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -7, 7);
      RowCheck.check(SIN, a, Math::sin, u -> Math.sin(u + Math.PI / 2));
    }
  }

  @Test
  void the_slope_of_the_cosine_is_minus_the_sine() {
    var random = Seeds.random("cos");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -7, 7);
      RowCheck.check(COS, a, Math::cos, u -> Math.cos(u + Math.PI / 2));
    }
  }

  @Test
  void the_hyperbolic_tangent_is_steepest_at_0() {
    var random = Seeds.random("tanh");
    for (int i = 0; i < 20; i++) {
      double a = uniform(random, -3, 3);
      RowCheck.check(
          TANH, a, u -> Math.sinh(u) / Math.cosh(u), u -> 1 / (Math.cosh(u) * Math.cosh(u)));
    }
  }

  @Test
  void the_hyperbolic_tangent_is_finite_far_out() {
    for (double a : new double[] {-10_000, 10_000}) {
      double y = TANH.value(a, Double.NaN);
      assertThat(y)
          .as("TANH.value(%s): e¹⁰⁰⁰⁰ is ∞ and ∞/∞ is NaN; Math has a tanh of its own", a)
          .isEqualTo(Math.signum(a));
      assertThat(TANH.da(a, Double.NaN, y))
          .as("TANH.da(a = %s, y = %s): flat; use y, which is finite", a, y)
          .isEqualTo(0);
    }
  }
}
