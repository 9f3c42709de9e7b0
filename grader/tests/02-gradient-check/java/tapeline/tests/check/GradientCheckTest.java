package tapeline.tests.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.check.GradientCheck;
import tapeline.check.ScalarFunction;
import tapeline.tests.Seeds;

@Tag("02.3")
class GradientCheckTest {
  /// `x₀·x₁ + x₀·sin x₂`.
  private static final ScalarFunction MIXED = (_, x) -> x[0].mul(x[1]).add(x[0].mul(x[2].sin()));

  @Test
  void both_are_the_derivative_by_hand() {
    var random = Seeds.random("by hand");
    for (int i = 0; i < 10; i++) {
      double a = Seeds.uniform(random, 1, 3);
      double b = Seeds.uniform(random, -3, 3);
      double c = Seeds.uniform(random, 0.5, 1.2);
      var partials = GradientCheck.of(MIXED, a, b, c).partials();
      double[] hand = {b + Math.sin(c), a, a * Math.cos(c)};
      for (int k = 0; k < 3; k++) {
        var where = "∂/∂x[%d] of x₀·x₁ + x₀·sin x₂ at (%s, %s, %s)".formatted(k, a, b, c);
        assertThat(partials.get(k).tape())
            .as("%s by the tape: the gradient of variable %d after one backward", where, k)
            .isCloseTo(hand[k], within(1e-12));
        assertThat(partials.get(k).difference())
            .as("%s by a difference: central, or the error is 1e-6 and not 1e-10", where)
            .isCloseTo(hand[k], within(1e-8));
      }
    }
  }

  @Test
  void fails_a_gradient_with_one_wrong_input_of_five() {
    ScalarFunction wrong =
        (tape, x) -> {
          var sum = tape.constant(0);
          for (int i = 0; i < x.length; i++) {
            var right = i == 3 ? tape.constant(x[i].value()) : x[i];
            sum = sum.add(x[i].mul(right));
          }
          return sum;
        };
    var check = GradientCheck.of(wrong, 1, 2, 3, 4, 5);
    assertThat(check.passes()).as("passes() when input 3 of 5 is detached").isFalse();
    assertThat(check.partials().stream().map(p -> p.agrees(GradientCheck.TOLERANCE)))
        .as("which of the five partials of Σ xᵢ² agree; only x₃ was detached")
        .containsExactly(true, true, true, false, true);
    assertThat(check.worst().difference())
        .as("the difference of the worst partial, 2·x₃")
        .isCloseTo(8, within(1e-6));
  }

  @Test
  void the_step_grows_with_the_input() {
    var partial = GradientCheck.of((_, x) -> x[0].mul(x[0]), 1e6).partials().getFirst();
    assertThat(partial.relative())
        .as(
            "relative error of x² at 1e6, %s: beside 1e6 a step of 6e-6 drowns in round-off;"
                + " Differences.step(x) grows with x",
            partial)
        .isLessThan(1e-9);
  }

  @Test
  void each_input_has_a_step_of_its_own() {
    ScalarFunction f = (_, x) -> x[0].add(x[1].mul(x[1]).mul(x[1]));
    var partial = GradientCheck.of(f, 1e6, 1).partials().getLast();
    assertThat(partial.difference())
        .as(
            "∂/∂x₁ of x₀ + x₁³ at (1e6, 1), by a difference: a step of 6, for x₀, is too long for x₁")
        .isCloseTo(3, within(1e-3));
  }

  @Test
  void records_f_once_and_differentiates_it_with_two_values_an_input() {
    var recorded = new AtomicInteger();
    ScalarFunction counted =
        (tape, x) -> {
          recorded.incrementAndGet();
          return MIXED.apply(tape, x);
        };
    GradientCheck.of(counted, 1, 2, 3);
    assertThat(recorded.get())
        .as("evaluations of f for 3 inputs: one backward gives all of the tape's; 2·3 + 1")
        .isEqualTo(7);
  }
}
