package tapeline.tests.check;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.check.GradientVerdict.AGREES;
import static tapeline.check.GradientVerdict.DIFFERS;
import static tapeline.check.GradientVerdict.NOT_DIFFERENTIABLE;
import static tapeline.check.GradientVerdict.OUTSIDE_DOMAIN;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.check.GradientCheck;
import tapeline.check.GradientReport;
import tapeline.check.GradientRow;
import tapeline.check.ScalarFunction;
import tapeline.scalar.ScalarOp;
import tapeline.tests.Seeds;

@Tag("02.6")
class GradientReportTest {
  private static final double TOLERANCE = GradientCheck.TOLERANCE;

  @Test
  void a_wrong_derivative_differs() {
    assertThat(GradientReport.judge(Math::sin, 0.5, -Math.cos(0.5), TOLERANCE))
        .as("judge(sin, 0.5, −cos 0.5, …): the sign is wrong")
        .isEqualTo(DIFFERS);
    assertThat(GradientReport.judge(x -> x * x, 3, 6.0001, TOLERANCE))
        .as("judge(x², 3, 6.0001, 1e-6): 1.7e-5 off")
        .isEqualTo(DIFFERS);
  }

  @Test
  void the_tolerance_is_the_callers() {
    assertThat(GradientReport.judge(x -> x * x, 3, 6.0001, 1e-3))
        .as("judge(x², 3, 6.0001, 1e-3): 1.7e-5 off is within 1e-3")
        .isEqualTo(AGREES);
  }

  @Test
  void not_a_number_differs_where_the_function_is_smooth() {
    assertThat(GradientReport.judge(x -> x * x, 3, Double.NaN, TOLERANCE))
        .as("judge(x², 3, NaN, …): is NaN > tolerance? Is it ≤ tolerance? Neither; ask the latter")
        .isEqualTo(DIFFERS);
  }

  @Test
  void a_kink_is_named_even_where_the_two_agree() {
    assertThat(GradientReport.judge(Math::abs, 0, 0, TOLERANCE))
        .as("judge(|x|, 0, 0, …): the central difference is 0 too, and there is no derivative")
        .isEqualTo(NOT_DIFFERENTIABLE);
  }

  @Test
  void a_kink_between_curves_is_named() {
    assertThat(GradientReport.judge(x -> Math.max(x, x * x), 1, 1.5, TOLERANCE))
        .as(
            "judge(max(x, x²), 1, 1.5, …): its bend shrinks a little with the step, and stays above a half")
        .isEqualTo(NOT_DIFFERENTIABLE);
  }

  @Test
  void a_verdict_costs_twelve_evaluations() {
    var evaluations = new AtomicInteger();
    GradientReport.judge(
        x -> {
          evaluations.incrementAndGet();
          return Math.abs(x);
        },
        0,
        0,
        TOLERANCE);
    assertThat(evaluations.get())
        .as("evaluations of f in judge(|x|, 0, 0, …): a bend that is asked for again costs three")
        .isLessThanOrEqualTo(12);
  }

  @Test
  void a_tight_curve_is_no_excuse() {
    assertThat(GradientReport.judge(x -> Math.sin(1000 * x), 0.0012, 3, TOLERANCE))
        .as("judge(sin 1000x, 0.0012, 3, …): it bends, but less and less as the step shrinks")
        .isEqualTo(DIFFERS);
  }

  @Test
  void rounding_is_no_excuse() {
    var random = Seeds.random("rounding");
    for (int i = 0; i < 20; i++) {
      double x = Seeds.uniform(random, -2, 2);
      assertThat(GradientReport.judge(t -> 1e7 + Math.sin(t), x, 3, TOLERANCE))
          .as("judge(1e7 + sin x, %s, 3, …): the bend is round-off; compare it with leastBend", x)
          .isEqualTo(DIFFERS);
    }
  }

  @Test
  void outside_the_domain_is_named() {
    assertThat(GradientReport.judge(Math::log, -1, -1, TOLERANCE))
        .as("judge(log, −1, −1, …): log(−1) is NaN, and 1/x is a number there all the same")
        .isEqualTo(OUTSIDE_DOMAIN);
    assertThat(GradientReport.judge(Math::sqrt, 0, Double.POSITIVE_INFINITY, TOLERANCE))
        .as("judge(sqrt, 0, ∞, …): sqrt(0) is 0, but there is nothing to its left")
        .isEqualTo(OUTSIDE_DOMAIN);
    assertThat(GradientReport.judge(x -> 1 / (x * x), 0, 0, TOLERANCE))
        .as("judge(1/x², 0, 0, …): ∞ at 0, and the central difference is 0 by symmetry")
        .isEqualTo(OUTSIDE_DOMAIN);
  }

  @Test
  void one_call_covers_every_op_of_the_tape() {
    for (long seed = 1; seed <= 3; seed++) {
      var report = GradientReport.ops(seed);
      assertThat(report.rows().stream().map(GradientRow::function))
          .as("functions in ops(%d)", seed)
          .contains(names());
      assertThat(report.with(DIFFERS)).as("rows of ops(%d) that differ", seed).isEmpty();
      assertThat(report.with(NOT_DIFFERENTIABLE).stream().map(GradientRow::function))
          .as("kinks in ops(%d): relu at 0 and no other", seed)
          .containsExactly("RELU");
      assertThat(report.with(OUTSIDE_DOMAIN).stream().map(GradientRow::function).distinct())
          .as("ops with points outside their domain in ops(%d)", seed)
          .containsExactly("DIV", "POW", "LOG");
    }
  }

  @Test
  void the_report_fails_a_planted_error_and_names_the_input() {
    // x₀·x₁ with the second factor's gradient cut off.
    ScalarFunction wrong = (tape, x) -> x[0].mul(tape.constant(x[1].value()));
    var report = GradientReport.of("cut", wrong, new double[] {2, 3}, new double[] {-1, 0.5});
    assertThat(report.passes()).as("passes() of a product with a detached factor").isFalse();
    assertThat(report.with(DIFFERS).stream().map(r -> r.function() + r.point() + r.input()))
        .as("function, point and input of the rows that differ")
        .containsExactly("cut(2, 3)1", "cut(-1, 0.5000)1");
    assertThat(report.toString()).as("the report as a table").contains("DIFFERS", "cut", "(2, 3)");
  }

  private static String[] names() {
    var ops = ScalarOp.values();
    var names = new String[ops.length];
    for (int i = 0; i < ops.length; i++) {
      names[i] = ops[i].name();
    }
    return names;
  }
}
