package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.nn.CloseTensors;
import tapeline.tests.nn.ExactLayers;

class LinearTest {
  private final Random random = Seeds.random("linear");
  private final Linear layer = new Linear("test", Tensor.normal(random, 3, 4));
  private final Parameter weight = layer.parameters().get(0);
  private final Parameter bias = layer.parameters().get(1);
  private final TensorTape tape = new TensorTape();

  LinearTest() {
    bias.value().assign(Tensor.normal(random, 4));
  }

  @Test
  void one_row_by_hand() {
    var small = new Linear("small", Tensor.of(new float[][] {{1, 2, 3}, {4, 5, 6}}));
    small.parameters().get(1).value().assign(Tensor.vector(0.5f, 0.25f, 0));
    var y = small.forward(tape.constant(Tensor.of(new float[][] {{10, 1}})));
    assertThat(y.value().toArray())
        .as("[10, 1]·[[1, 2, 3], [4, 5, 6]] + [0.5, 0.25, 0]: a product, then the bias")
        .containsExactly(14.5f, 25.25f, 36);
  }

  @Test
  void every_row_gets_the_product_and_the_bias() {
    var x = Tensor.normal(random, 5, 3);
    var y = layer.forward(tape.constant(x)).value();
    var expected =
        InFloat64.linear(ExactLayers.rows(x), ExactLayers.rows(weight.value()), row(bias.value()));
    CloseTensors.to(expected, y, "X·W + b for X (5,3), W (3,4), b (4)");
  }

  @Test
  void inputs_may_have_more_axes() {
    var x = Tensor.normal(random, 2, 5, 3);
    var y = layer.forward(tape.constant(x)).value();
    assertThat(y.shape().toArray())
        .as("the shape of X·W + b for X (2,5,3)")
        .containsExactly(2, 5, 4);
    var flat = layer.forward(tape.constant(x.reshape(10, 3))).value();
    CloseTensors.to(
        ExactLayers.rows(flat), y.reshape(10, 4), "X·W + b for X (2,5,3), against X as (10,3)");
  }

  @Test
  void the_gradient_gathers_in_the_weight() {
    var x = Tensor.normal(random, 5, 3);
    var up = Tensor.normal(random, 5, 4);
    tape.backward(layer.forward(tape.constant(x)), up);
    CloseTensors.to(
        ExactLayers.transposedProduct(ExactLayers.rows(x), ExactLayers.rows(up)),
        weight.gradient(),
        "gradient() of the weight, Xᵀ·dY: weight.on(tape) tells the parameter of it");
  }

  @Test
  void the_gradient_gathers_in_the_bias() {
    var up = Tensor.normal(random, 5, 4);
    tape.backward(layer.forward(tape.constant(Tensor.normal(random, 5, 3))), up);
    CloseTensors.to(
        ExactLayers.columnSums(ExactLayers.rows(up)),
        bias.gradient(),
        "gradient() of the bias, the sum of dY over the rows: bias.on(tape) tells the parameter of it");
  }

  @Test
  void gradients_of_two_uses_add_up() {
    var x = Tensor.normal(random, 5, 3);
    var z = Tensor.normal(random, 5, 3);
    var up = Tensor.normal(random, 5, 4);
    var sum = layer.forward(tape.constant(x)).plus(layer.forward(tape.constant(z)));
    tape.backward(sum, up);
    CloseTensors.to(
        ExactLayers.transposedProduct(ExactLayers.rows(x.plus(z)), ExactLayers.rows(up)),
        weight.gradient(),
        "gradient() of a weight used for X and for Z, (X + Z)ᵀ·dY: each use adds its share");
  }

  @Test
  void the_input_gets_its_gradient() {
    var x = tape.variable(Tensor.normal(random, 5, 3));
    var up = Tensor.normal(random, 5, 4);
    tape.backward(layer.forward(x), up);
    CloseTensors.to(
        ExactLayers.rows(up.matmul(weight.value().transpose())),
        x.gradient(),
        "gradient() of X, dY·Wᵀ: the layer is recorded on the tape that X is on");
  }

  private static double[] row(Tensor vector) {
    return ExactLayers.rows(vector.reshape(1, -1))[0];
  }
}
