package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.GradientDescent;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.precision.MasterWeights;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("15.6")
class MasterWeightsTest {
  @Test
  void a_step_by_hand() {
    var p = new Parameter("w", Tensor.vector(1, -2));
    var optimizer = new MasterWeights(List.of(p), new GradientDescent(0.5f), BFLOAT16);
    p.setGradient(Tensor.vector(1, 2));
    optimizer.step(List.of(p));
    assertThat(p.value().toArray())
        .as("the weights (1, −2) after a step of −0.5·(1, 2)")
        .containsExactly(0.5f, -3);
  }

  /// A unit of 1 is 2⁻⁷, and one below 1 is 2⁻⁸.
  @Test
  void steps_of_less_than_half_a_unit_add_up() {
    var p = new Parameter("w", Tensor.vector(1));
    var optimizer = new MasterWeights(List.of(p), new GradientDescent(0x1p-11f), BFLOAT16);
    for (int i = 0; i < 8; i++) {
      p.setGradient(Tensor.vector(1));
      optimizer.step(List.of(p));
    }
    assertThat(p.value().item())
        .as("the weight 1 in bfloat16 after 8 steps of −2⁻¹¹, each an eighth of a unit")
        .isEqualTo(1 - 0x1p-8f);
    assertThat(optimizer.masters().getFirst().value().item())
        .as("its master after 8 steps of −2⁻¹¹")
        .isEqualTo(1 - 0x1p-8f);
  }

  @Test
  void the_model_has_the_masters_rounded() {
    var random = Seeds.random("masters");
    var w = new Parameter("w", Tensor.normal(random, 3, 5));
    var b = new Parameter("b", Tensor.normal(random, 5));
    var free = new Parameter("free", w.value().copy());
    var all = List.of(w, b);
    var optimizer = new MasterWeights(all, new GradientDescent(0.01f), FLOAT16);
    for (int i = 0; i < 5; i++) {
      w.setGradient(Tensor.normal(random, 3, 5));
      b.setGradient(Tensor.normal(random, 5));
      free.setGradient(w.gradient());
      optimizer.step(all);
      new GradientDescent(0.01f).step(List.of(free));
    }
    assertThat(optimizer.masters().getFirst().value().toArray())
        .as("a master after five steps, against a weight that was in float32 all the time")
        .isEqualTo(free.value().toArray());
    assertThat(w.value().toArray())
        .as("the weight in the model: the master, rounded to float16")
        .isEqualTo(FLOAT16.round(free.value()).toArray());
    assertThat(optimizer.masters().getLast().value().shape().toArray())
        .as("the shape of the last master")
        .containsExactly(5);
  }

  @Test
  void the_optimizer_steps_once_with_all_masters() {
    var calls = new int[2];
    IntFunction<Parameter> named = i -> new Parameter("p" + i, Tensor.vector(i));
    var all = List.of(named.apply(0), named.apply(1), named.apply(2));
    Optimizer counts =
        parameters -> {
          calls[0]++;
          calls[1] += parameters.size();
        };
    new MasterWeights(all, counts, BFLOAT16).step(all);
    assertThat(calls).as("steps of the optimizer, and parameters in them").containsExactly(1, 3);
  }
}
