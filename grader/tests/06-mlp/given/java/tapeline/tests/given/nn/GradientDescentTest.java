package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.nn.GradientDescent;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.nn.CloseTensors;
import tapeline.tests.nn.ExactLayers;

class GradientDescentTest {
  @Test
  void one_number_by_hand() {
    var p = parameter(Tensor.vector(1), Tensor.vector(2));
    new GradientDescent(0.25f).step(List.of(p));
    assertThat(p.value().at(0))
        .as("1 with the gradient 2 after a step of rate 0.25: 1 − 0.25·2")
        .isEqualTo(0.5f);
  }

  @Test
  void every_number_of_every_parameter_moves() {
    var random = Seeds.random("step");
    var parameters =
        List.of(
            parameter(Tensor.normal(random, 3, 5), Tensor.normal(random, 3, 5)),
            parameter(Tensor.normal(random, 5), Tensor.normal(random, 5)),
            parameter(Tensor.normal(random, 5, 2), Tensor.normal(random, 5, 2)));
    var expected =
        parameters.stream()
            .map(p -> ExactLayers.rows(p.value().minus(p.gradient().times(0.5f)).reshape(1, -1)))
            .toList();
    new GradientDescent(0.5f).step(parameters);
    for (int k = 0; k < parameters.size(); k++) {
      CloseTensors.to(
          expected.get(k),
          parameters.get(k).value().reshape(1, -1),
          "p − 0.5·gradient for parameter %d of 3".formatted(k));
    }
  }

  @Test
  void the_value_is_written_in_place() {
    var p = parameter(Tensor.vector(3, 4), Tensor.vector(1, 1));
    var held = p.value();
    int before = held.version();
    new GradientDescent(1).step(List.of(p));
    assertThat(held.toArray())
        .as("a tensor that was the parameter's value before the step sees it, too")
        .containsExactly(2, 3);
    assertThat(held.version())
        .as("the version of the value: assign counts the write, so a tape notices it")
        .isGreaterThan(before);
  }

  @Test
  void the_gradients_stay() {
    var p = parameter(Tensor.vector(3, 4), Tensor.vector(1, 2));
    new GradientDescent(0.5f).step(List.of(p));
    assertThat(p.gradient().toArray())
        .as("the gradient after a step: its caller clears it")
        .containsExactly(1, 2);
  }

  private static Parameter parameter(Tensor value, Tensor gradient) {
    var p = new Parameter("p", value);
    p.setGradient(gradient);
    return p;
  }
}
