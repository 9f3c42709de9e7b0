package tapeline.tests.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.check.Differences;
import tapeline.check.StepSweep;
import tapeline.check.SweepRow;

@Tag("02.4")
class StepSweepTest {
  private static final double U = StepSweep.UNIT_ROUND_OFF;

  @Test
  void has_a_row_for_each_step_from_large_to_small() {
    var sweep = StepSweep.of(Math::exp, -30, Math.exp(-30), Math.exp(-30));
    assertThat(sweep.rows().stream().mapToDouble(SweepRow::step).toArray())
        .as("steps of a sweep at x = −30: steps(x), from 30 down to 3e-13")
        .containsExactly(StepSweep.steps(-30));
  }

  @Test
  void it_says_where_it_was_and_what_is_exact() {
    var sweep = StepSweep.of(Math::sin, 1.2, Math.cos(1.2), -Math.cos(1.2));
    assertThat(sweep.x()).as("x of a sweep of sin at 1.2").isEqualTo(1.2);
    assertThat(sweep.exact()).as("its exact derivative").isEqualTo(Math.cos(1.2));
  }

  @Test
  void the_error_is_the_distance_from_the_exact_derivative() {
    var sweep = StepSweep.of(Math::sin, 1.2, Math.cos(1.2), -Math.cos(1.2));
    for (var row : sweep.rows()) {
      double difference = Differences.central(Math::sin, 1.2, row.step());
      assertThat(row.difference())
          .as("difference of sin at 1.2 with step %s: central", row.step())
          .isEqualTo(difference);
      assertThat(row.error())
          .as("error at step %s: |difference − exact|, never negative", row.step())
          .isEqualTo(Math.abs(difference - Math.cos(1.2)));
    }
  }

  @Test
  void a_step_costs_two_evaluations() {
    var evaluations = new AtomicInteger();
    var sweep =
        StepSweep.of(
            x -> {
              evaluations.incrementAndGet();
              return Math.sin(x);
            },
            1.2,
            Math.cos(1.2),
            -Math.cos(1.2));
    assertThat(evaluations.get())
        .as("evaluations of f: two for each of %d steps, and one at x for all", sweep.rows().size())
        .isEqualTo(2 * sweep.rows().size() + 1);
  }

  @Test
  void truncation_is_h_squared_over_6_by_the_third_derivative() {
    for (var row : StepSweep.of(Math::sin, 1.2, Math.cos(1.2), -Math.cos(1.2)).rows()) {
      double expected = row.step() * row.step() / 6 * Math.cos(1.2);
      assertThat(row.truncation())
          .as("truncation at step %s: h²/6·|f‴|, and f‴ is negative here", row.step())
          .isCloseTo(expected, within(1e-12 * expected));
    }
  }

  @Test
  void round_off_is_u_by_the_value_over_h() {
    for (var row : StepSweep.of(Math::sin, -1.2, Math.cos(1.2), -Math.cos(1.2)).rows()) {
      double expected = U * Math.sin(1.2) / row.step();
      assertThat(row.roundOff())
          .as("round-off at step %s: u·|f|/h with u = 2⁻⁵³, and f is negative here", row.step())
          .isCloseTo(expected, within(1e-12 * expected));
    }
  }

  @Test
  void the_predicted_step_balances_the_two_errors() {
    assertThat(StepSweep.of(Math::exp, 1, Math.E, Math.E).predictedStep())
        .as("predicted step of exp at 1: E(h) = h²/6·f‴ + u·f/h is least at ∛(3u·f/f‴) = ∛(3u)")
        .isCloseTo(Math.cbrt(3 * U), within(1e-12));
    assertThat(StepSweep.of(x -> 8 + Math.sin(x), 0, 1, -1).predictedStep())
        .as("predicted step of 8 + sin x at 0, f‴ = −1: ∛(3u·8/1), positive")
        .isCloseTo(2 * Math.cbrt(3 * U), within(1e-12));
  }

  @Test
  void a_parabola_has_no_step_that_is_too_large() {
    assertThat(StepSweep.of(x -> x * x, 2, 4, 0).predictedStep())
        .as("predicted step of x² at 2, where f‴ = 0: nothing is cut off, so infinity")
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void a_parabola_that_is_0_has_no_best_step() {
    assertThat(StepSweep.of(x -> x * x, 0, 0, 0).predictedStep())
        .as("predicted step of x² at 0, where f and f‴ are 0: E(h) is 0 for every h, so NaN")
        .isNaN();
  }

  @Test
  void measured_errors_form_the_u_that_was_predicted() {
    var sweep = StepSweep.of(Math::exp, 1, Math.E, Math.E);
    for (var row : sweep.rows()) {
      assertThat(row.error())
          .as("%s: measured is above four times the sum of both predictions", row)
          .isLessThan(4 * (row.truncation() + row.roundOff()));
      if (row.truncation() > 1000 * row.roundOff()) {
        assertThat(row.error())
            .as("%s: on the right side of the U truncation is all the error", row)
            .isGreaterThan(row.truncation() / 2);
      }
    }
    double least = sweep.best().error();
    assertThat(sweep.rows().getFirst().error()).as("error at step 1").isGreaterThan(1e6 * least);
    assertThat(sweep.rows().getLast().error()).as("error at 1e-14").isGreaterThan(1e6 * least);
  }
}
