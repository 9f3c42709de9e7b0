package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.nn.GradientDescent;
import tapeline.nn.Linear;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.quant.FakeQuantize;
import tapeline.quant.FakeQuantizedLinear;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("17.8")
class FakeQuantizeTest {
  private static final Tensor SCALE = Tensor.of(new float[][] {{0.5f, 2}});

  /// The gradient at x when each number of the result has one of its own.
  private static float[] gradient(int largest, float[][] at) {
    var tape = new TensorTape();
    var x = tape.variable(Tensor.of(at));
    var y = tape.apply(new FakeQuantize(SCALE, largest), x);
    tape.backward(y, Tensor.range(at.length, 2).plus(10));
    return x.gradient().toArray();
  }

  @Test
  void within_the_range_it_passes() {
    assertThat(gradient(7, new float[][] {{0.3f, 0.3f}, {-3.4f, -13}, {0, 5}}))
        .as("dX at 0.3, 0.3; −3.4, −13; 0, 5, codes up to ±7 of scales 0.5 and 2: dY")
        .containsExactly(10, 11, 12, 13, 14, 15);
  }

  @Test
  void beyond_it_nothing_passes() {
    assertThat(gradient(7, new float[][] {{3.6f, 3.6f}, {-4, -14.5f}, {100, 100}}))
        .as(
            "dX at 3.6, 3.6; −4, −14.5; 100, 100: with scale 0.5 the range ends at 3.5, with 2 at 14")
        .containsExactly(0, 11, 0, 0, 0, 0);
  }

  @Test
  void its_ends_belong_to_it() {
    assertThat(gradient(7, new float[][] {{3.5f, 14}, {-3.5f, -14}}))
        .as("dX at both ends of both ranges")
        .containsExactly(10, 11, 12, 13);
  }

  /// Weights of three values that no rounding of a trained layer gives: the layer behind learns.
  @Test
  void a_layer_of_three_values_learns() {
    var random = Seeds.random("straight");
    var x = Tensor.normal(random, 60, 4);
    var target = Tensor.of(new float[][] {{1, 0}, {0, -1}, {-1, 1}, {0, 1}}).times(0.8f);
    var layer =
        new FakeQuantizedLinear(
            new Linear("0", Tensor.normal(Seeds.random("start"), 4, 2).times(0.3f)), 1);
    double first = 0;
    double last = 0;
    for (int step = 0; step < 150; step++) {
      layer.parameters().forEach(Parameter::clearGradient);
      var tape = new TensorTape();
      var loss = Losses.mse(layer.forward(tape.constant(x)), x.matmul(target));
      tape.backward(loss);
      new GradientDescent(0.05f).step(layer.parameters());
      last = loss.value().item();
      first = step == 0 ? last : first;
    }
    assertThat(last)
        .as("the loss of a layer whose weights have three values after 150 steps: below a fifth")
        .isLessThan(first / 5);
  }
}
