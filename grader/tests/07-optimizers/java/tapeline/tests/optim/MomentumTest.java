package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("07.1")
class MomentumTest {
  private final Random random = Seeds.random("momentum");

  @Test
  void two_steps_by_hand() {
    var p = Steps.number(1, 2);
    var sgd = new Sgd(Schedule.constant(0.25), 0.5);
    sgd.step(List.of(p));
    assertThat(p.value().at(0))
        .as("1 after a step with the gradient 2, rate 0.25, µ 0.5: v = 2, and 1 − 0.25·2")
        .isEqualTo(0.5f);
    sgd.step(List.of(p));
    assertThat(p.value().at(0))
        .as("and after a second step with the gradient 2: v = 0.5·2 + 2 = 3, and 0.5 − 0.25·3")
        .isEqualTo(-0.25f);
    assertThat(Thrown.by(() -> new Sgd(Schedule.constant(1), 1)))
        .as("what a momentum of 1 throws")
        .isEqualTo("IllegalArgumentException: momentum is from 0 to below 1, got 1.0");
    assertThat(Thrown.by(() -> new Sgd(Schedule.constant(1), 1 - 1e-9)))
        .as("what a momentum throws that is 1 as a float")
        .isEqualTo("IllegalArgumentException: momentum is from 0 to below 1, got 0.999999999");
  }

  @Test
  void twenty_steps_are_those_of_float64() {
    Steps.twenty(
        new Sgd(Steps.STAIRCASE, 0.9),
        () -> {
          double[] v = {0};
          return (p, g, rate, _) -> {
            v[0] = 0.9 * v[0] + g;
            return p - rate * v[0];
          };
        },
        random);
  }

  @Test
  void gradients_and_values_may_be_views() {
    var rows = Tensor.normal(random, 4, 5);
    var untouched = rows.select(0, 0).toArray();
    var value = rows.slice(0, 1, 4);
    var cut = Tensor.normal(random, 6, 5).slice(0, 2, 5);
    var turned = Tensor.normal(random, 5, 3).transpose();
    var expected = value.minus(cut.times(0.5f)).minus(turned.times(0.5f));
    var p = new Parameter("rows", value);
    for (var gradient : List.of(cut, turned)) {
      p.setGradient(gradient);
      new Sgd(Schedule.constant(0.5), 0.9).step(List.of(p));
    }
    Steps.close(
        InFloat64.of(expected.toArray()),
        p.value(),
        "rows 1 to 3 of a tensor, by the gradients in rows 2 to 4 of another, and by a transpose");
    assertThat(rows.select(0, 0).toArray())
        .as("row 0, which is no part of the parameter")
        .isEqualTo(untouched);
  }

  @Test
  void the_value_is_written_in_place_and_the_gradient_stays() {
    var p = Steps.parameter("p", Tensor.vector(3, 4), Tensor.vector(1, 2));
    var held = p.value();
    int before = held.version();
    new Sgd(Schedule.constant(1), 0.9).step(List.of(p));
    assertThat(held.toArray())
        .as("a tensor that was the parameter's value before the step sees it, too")
        .containsExactly(2, 2);
    assertThat(held.version()).as("the version of the value").isGreaterThan(before);
    assertThat(p.gradient().toArray())
        .as("the gradient after a step: its caller clears it")
        .containsExactly(1, 2);
  }

  @Test
  void the_schedule_is_asked_for_each_step_once() {
    var asked = new ArrayList<Integer>();
    var sgd =
        new Sgd(
            step -> {
              asked.add(step);
              return step + 1;
            },
            0);
    var parameters = List.of(Steps.number(0, 1), Steps.number(0, 10));
    for (int step = 0; step < 3; step++) {
      sgd.step(parameters);
    }
    assertThat(parameters.stream().map(p -> p.value().at(0)).toList())
        .as("two parameters from 0, by the gradients 1 and 10 with the rates 1, 2 and 3")
        .containsExactly(-6f, -60f);
    assertThat(asked).as("the steps for which a rate was asked").containsExactly(0, 1, 2);
  }

  @Test
  void a_step_allocates_nothing() {
    var parameters =
        List.of(
            Steps.parameter("w", Tensor.zeros(30, 50), Tensor.normal(random, 30, 50)),
            Steps.parameter("b", Tensor.zeros(50), Tensor.normal(random, 50)));
    var sgd = new Sgd(Schedule.constant(0.01), 0.9);
    sgd.step(parameters);
    assertThat(AllocatedBytes.perRun(20, () -> sgd.step(parameters)))
        .as("bytes that a step over 1550 numbers allocates, after the first")
        .isZero();
    assertThat(sgd.stateBytes()).as("bytes kept from step to step: 4·1550").isEqualTo(6200);
  }
}
