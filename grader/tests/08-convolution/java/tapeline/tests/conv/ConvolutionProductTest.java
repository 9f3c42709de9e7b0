package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.conv.Convolution;
import tapeline.conv.Window;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.6")
class ConvolutionProductTest {
  private final Random random = Seeds.random("product");
  private final TensorTape tape = new TensorTape();

  @Test
  void one_image_by_hand() {
    var x = tape.constant(Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 1, 1, 2, 3));
    var w = tape.constant(Tensor.of(new float[] {1, 10, 100, 1000, 1, 0, 0, -1}, 2, 1, 2, 2));
    var y = Convolution.convolve(x, w, new Window(2, 1, 0)).value();
    assertThat(y.toArray())
        .as("[[1, 2, 3], [4, 5, 6]] under [[1, 10], [100, 1000]] and [[1, 0], [0, −1]]")
        .containsExactly(5421, 6532, -4, -4);
  }

  @Test
  void images_weights_and_windows_of_every_kind() {
    for (var c : Case.ALL) {
      var x = c.x(random);
      var w = c.w(random);
      var y = Convolution.convolve(tape.constant(x), tape.constant(w), c.window()).value();
      ExactImages.of(x).convolve(ExactImages.of(w), c.window()).assertEquals("convolve, " + c, y);
    }
  }

  @Test
  void both_gradients_agree_with_differences() {
    for (var c : Case.ALL) {
      var x = tape.variable(c.x(random));
      var w = tape.variable(c.w(random));
      var y = Convolution.convolve(x, w, c.window());
      var dY = Tensor.normal(random, y.shape().toArray());
      tape.backward(y, dY);
      ExactImages.of(x.value())
          .slopes(z -> z.convolve(ExactImages.of(w.value()), c.window()).dot(ExactImages.of(dY)))
          .assertEquals("the images' gradient, " + c, x.gradient());
      ExactImages.of(w.value())
          .slopes(z -> ExactImages.of(x.value()).convolve(z, c.window()).dot(ExactImages.of(dY)))
          .assertEquals("the weights' gradient, " + c, w.gradient());
    }
  }

  @Test
  void a_layer_adds_its_bias_to_each_channel() {
    var layer = new Convolution("test", 3, 2, Window.same(3), random);
    var bias = layer.parameters().getLast();
    bias.value().assign(Tensor.of(new float[] {5, -7}, 2, 1, 1));
    var x = tape.constant(Tensor.normal(random, 2, 3, 4, 5));
    var plain =
        ExactImages.of(x.value())
            .convolve(ExactImages.of(layer.parameters().getFirst().value()), Window.same(3));
    var y = layer.forward(x);
    ExactImages.of(plain.shape(), i -> plain.at(i) + (i[1] == 0 ? 5 : -7))
        .assertEquals("a layer 3 → 2 with the bias (5, −7)", y.value());
    var dY = Tensor.normal(random, y.shape().toArray());
    tape.backward(y, dY);
    ExactImages.of(dY.sum(0, 2, 3).reshape(2, 1, 1))
        .assertEquals("gradient() of the bias: the sum of dY in its channel", bias.gradient());
  }
}
