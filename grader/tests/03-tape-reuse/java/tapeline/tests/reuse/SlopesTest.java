package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;
import tapeline.tests.Seeds;

@Tag("03.5")
class SlopesTest {
  private interface Unary {
    int on(FlatTape tape, int a);
  }

  private interface Binary {
    int on(FlatTape tape, int a, int b);
  }

  @Test
  void relu_has_slope_0_up_to_0_and_1_above() {
    slope("relu x", FlatTape::relu, -0.6, 0);
    slope("relu x", FlatTape::relu, 0, 0);
    slope("relu x", FlatTape::relu, 0.6, 1);
  }

  @Test
  void a_flat_relu_hands_on_0() {
    var tape = new FlatTape();
    int v = tape.variable(-0.6);
    tape.backward(tape.exp(tape.relu(tape.shift(v, 0))));
    assertThat(tape.gradient(v))
        .as("gradient of v = -0.6 in exp(relu(v + 0)): relu gives 0, and `last` must say so")
        .isEqualTo(0);
  }

  @Test
  void sub_has_slopes_1_and_minus_1() {
    slopes("a − b", FlatTape::sub, 0.6, 1.7, 1, -1);
  }

  @Test
  void mul_has_the_other_operand_as_slope() {
    slopes("a·b", FlatTape::mul, 0.6, 1.7, 1.7, 0.6);
  }

  @Test
  void fma_has_the_slopes_of_mul() {
    slopes("a·b + 3", (tape, a, b) -> tape.fma(a, b, 3), 0.6, 1.7, 1.7, 0.6);
  }

  @Test
  void div_has_slopes_1_over_b_and_minus_a_over_b_squared() {
    slopes("a / b", FlatTape::div, 0.6, 1.7, 1 / 1.7, -0.6 / (1.7 * 1.7));
  }

  @Test
  void pow_has_slopes_in_base_and_exponent() {
    double a = 0.6;
    double b = 1.7;
    double y = Math.pow(a, b);
    slopes("aᵇ", FlatTape::pow, a, b, b * Math.pow(a, b - 1), y * Math.log(a));
  }

  @Test
  void pow_has_slope_0_where_it_is_flat() {
    slope("x⁰ at 0", (tape, x) -> tape.pow(x, tape.constant(0)), 0, 0);
    slope("0ˣ at 2", (tape, x) -> tape.pow(tape.constant(0), x), 2, 0);
  }

  @Test
  void a_constant_on_the_right_is_read_and_gets_no_gradient() {
    slope("x − 1.7", (tape, x) -> tape.sub(x, tape.constant(1.7)), 0.6, 1);
    slope("1.7·x", (tape, x) -> tape.scale(x, 1.7), 0.6, 1.7);
    slope("x / 1.7", (tape, x) -> tape.div(x, tape.constant(1.7)), 0.6, 1 / 1.7);
    slope("x² at −0.6", (tape, x) -> tape.pow(x, tape.constant(2)), -0.6, -1.2);
  }

  @Test
  void a_constant_on_the_left_is_read_and_gets_no_gradient() {
    slope("1.7 − x", (tape, x) -> tape.sub(tape.constant(1.7), x), 0.6, -1);
    slope("1.7·x", (tape, x) -> tape.mul(tape.constant(1.7), x), 0.6, 1.7);
    slope("1.7 / x", (tape, x) -> tape.div(tape.constant(1.7), x), 0.6, -1.7 / (0.6 * 0.6));
    double y = Math.pow(1.7, 0.6);
    slope("1.7ˣ", (tape, x) -> tape.pow(tape.constant(1.7), x), 0.6, y * Math.log(1.7));
  }

  @Test
  void the_node_before_hands_on_what_it_was_given_as_the_right_operand() {
    handsOn("x − before", (tape, x, before) -> tape.sub(x, before));
    handsOn("x·before", (tape, x, before) -> tape.mul(x, before));
    handsOn("x / before", (tape, x, before) -> tape.div(x, before));
    handsOn("xᵇᵉᶠᵒʳᵉ", (tape, x, before) -> tape.pow(x, before));
  }

  /// `before` is the node before the op, made of a variable with slope 1.
  private static void handsOn(String name, Binary f) {
    var tape = new FlatTape();
    int x = tape.variable(1.7);
    int variable = tape.variable(0.6);
    int before = tape.shift(variable, 0);
    tape.backward(tape.exp(f.on(tape, x, before)));
    assertThat(tape.gradient(variable))
        .as("gradient of v in exp(%s), where before = v + 0 has the gradient given here", name)
        .isEqualTo(tape.gradient(before));
  }

  /// The slope is carried along, from x on, by the rules of calculus: no tape, another direction.
  @Test
  void a_random_expression_agrees_with_slopes_carried_forward() {
    var random = Seeds.random("random expressions");
    for (int trial = 0; trial < 20; trial++) {
      var tape = new FlatTape();
      double at = Seeds.uniform(random, 0.2, 1.5);
      int x = tape.variable(at);
      int slot = x;
      double y = at;
      double dy = 1;
      for (int k = 0; k < 30; k++) {
        double c = Seeds.uniform(random, 0.5, 1.5);
        switch (random.nextInt(6)) {
          case 0 -> {
            slot = tape.tanh(tape.sub(slot, x));
            y = Math.tanh(y - at);
            dy = (1 - y * y) * (dy - 1);
          }
          case 1 -> {
            slot = tape.fma(slot, x, c);
            dy = dy * at + y;
            y = Math.fma(y, at, c);
          }
          case 2 -> {
            slot = tape.sin(tape.mul(slot, slot));
            dy = Math.cos(y * y) * 2 * y * dy;
            y = Math.sin(y * y);
          }
          case 3 -> {
            slot = tape.div(slot, tape.exp(x));
            dy = (dy - y) / Math.exp(at);
            y = y / Math.exp(at);
          }
          case 4 -> {
            slot = tape.softplus(tape.scale(slot, c));
            dy = c * dy / (1 + Math.exp(-c * y));
            y = Math.log1p(Math.exp(c * y));
          }
          case 5 -> {
            slot = tape.neg(tape.cos(tape.add(slot, x)));
            dy = Math.sin(y + at) * (dy + 1);
            y = -Math.cos(y + at);
          }
        }
      }
      tape.backward(slot);
      assertThat(tape.gradient(x))
          .as("gradient of random expression %d of 30 steps at x = %s", trial, at)
          .isCloseTo(dy, within(1e-12 * (1 + Math.abs(dy))));
    }
  }

  /// The upstream gradient is that of exp, so that a row which forgets it is noticed.
  private static void slope(String name, Unary f, double at, double expected) {
    var tape = new FlatTape();
    int x = tape.variable(at);
    int y = f.on(tape, x);
    tape.backward(tape.exp(y));
    double whole = Math.exp(tape.value(y)) * expected;
    assertThat(tape.gradient(x))
        .as("d exp(%s)/dx at x = %s: upstream gradient %s", name, at, Math.exp(tape.value(y)))
        .isCloseTo(whole, within(4 * Math.ulp(whole)));
  }

  private static void slopes(String name, Binary f, double a, double b, double byA, double byB) {
    slope(name + " as a function of a", (tape, x) -> f.on(tape, x, tape.variable(b)), a, byA);
    slope(name + " as a function of b", (tape, x) -> f.on(tape, tape.variable(a), x), b, byB);
  }
}
