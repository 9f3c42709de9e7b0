package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("07.2")
class AdamTest {
  private final Random random = Seeds.random("adam");

  @Test
  void the_first_step_is_the_rate_for_every_size_of_gradient() {
    for (float gradient : new float[] {1e-3f, -5, 1e4f}) {
      var p = Steps.number(0, gradient);
      new Adam(Schedule.constant(0.25)).step(List.of(p));
      Steps.close(
          -0.25 * Math.signum(gradient),
          p.value().at(0),
          "0 after one step of rate 0.25 with the gradient %s: m̂/√v̂ is g/|g|"
              .formatted(gradient));
    }
  }

  @Test
  void two_steps_by_hand() {
    var p = Steps.number(10, 2);
    var adam = new Adam(Schedule.constant(1), 0.5, 0.75, 1, 0);
    adam.step(List.of(p));
    Steps.close(
        10 - 2 / (2 + 1.0),
        p.value().at(0),
        "10 after a step with g = 2, rate 1, β₁ = 0.5, β₂ = 0.75, ε = 1: m = 1, m̂ = 2, v = 1, v̂ = 4");
    p.setGradient(Tensor.vector(4));
    adam.step(List.of(p));
    Steps.close(
        10 - 2 / (2 + 1.0) - 2.5 / 0.75 / (Math.sqrt(4.75 / 0.4375) + 1),
        p.value().at(0),
        "and after a second step with g = 4: m = 2.5, v = 4.75, m̂ = m/(1 − 0.5²), v̂ = v/(1 − 0.75²)");
    assertThat(Thrown.by(() -> new Adam(Schedule.constant(1), 1, 0.5, 1, 0)))
        .as("what β₁ = 1 throws")
        .isEqualTo(
            "IllegalArgumentException: Adam needs 0 ≤ β < 1, ε > 0 and decay ≥ 0,"
                + " got β₁ = 1.0, β₂ = 0.5, ε = 1.0, decay = 0.0");
    assertThat(Thrown.by(() -> new Adam(Schedule.constant(1), 0.5, 0.5, 1e-50, 0)))
        .as("what an ε throws that is 0 as a float")
        .endsWith("ε = 1.0E-50, decay = 0.0");
  }

  @Test
  void twenty_steps_are_those_of_float64() {
    Steps.twenty(new Adam(Steps.STAIRCASE), () -> rule(0), random);
  }

  /// Kingma and Ba, algorithm 1, and the decay of Loshchilov and Hutter, algorithm 2.
  static Steps.Rule rule(double decay) {
    double[] m = {0};
    double[] v = {0};
    return (p, g, rate, step) -> {
      m[0] = 0.9 * m[0] + 0.1 * g;
      v[0] = 0.999 * v[0] + 0.001 * g * g;
      double mean = m[0] / (1 - Math.pow(0.9, step));
      double square = v[0] / (1 - Math.pow(0.999, step));
      return p - rate * mean / (Math.sqrt(square) + 1e-8) - rate * decay * p;
    };
  }

  @Test
  void what_has_no_gradient_stays() {
    var p = new Parameter("idle", Tensor.vector(3, -4));
    new Adam(Schedule.constant(0.5)).step(List.of(p));
    assertThat(p.value().toArray())
        .as("a parameter with gradient 0, after a step: 0/(√0 + ε)")
        .containsExactly(3, -4);
  }

  @Test
  void gradients_and_values_may_be_views() {
    var rows = Tensor.normal(random, 4, 5);
    var untouched = rows.select(0, 0).toArray();
    var value = rows.slice(0, 1, 4);
    var gradient = Tensor.normal(random, 6, 5).slice(0, 2, 5);
    var expected = InFloat64.of(value.toArray());
    for (int i = 0; i < expected.length; i++) {
      expected[i] -= 0.5 * Math.signum(gradient.toArray()[i]);
    }
    new Adam(Schedule.constant(0.5)).step(List.of(Steps.parameter("rows", value, gradient)));
    Steps.close(
        expected, value, "rows 1 to 3 of a tensor, by the gradients in rows 2 to 4 of another");
    assertThat(rows.select(0, 0).toArray())
        .as("row 0, which is no part of the parameter")
        .isEqualTo(untouched);
  }

  @Test
  void the_gradient_stays() {
    var p = Steps.parameter("p", Tensor.vector(3, 4), Tensor.vector(1, -2));
    new Adam(Schedule.constant(0.5)).step(List.of(p));
    assertThat(p.gradient().toArray())
        .as("the gradient after a step: its caller clears it")
        .containsExactly(1, -2);
  }

  @Test
  void a_step_allocates_nothing() {
    var parameters =
        List.of(
            Steps.parameter("w", Tensor.zeros(30, 50), Tensor.normal(random, 30, 50)),
            Steps.parameter("b", Tensor.zeros(50), Tensor.normal(random, 50)));
    var adam = new Adam(Schedule.constant(0.01));
    adam.step(parameters);
    assertThat(AllocatedBytes.perRun(20, () -> adam.step(parameters)))
        .as("bytes that a step over 1550 numbers allocates, after the first")
        .isZero();
    assertThat(adam.stateBytes()).as("bytes kept from step to step: 8·1550").isEqualTo(12_400);
  }
}
