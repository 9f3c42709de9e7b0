package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Window;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.3")
class DefinitionGradientTest {
  private final Random random = Seeds.random("definition's gradients");

  @Test
  void a_weight_gets_the_pixel_that_it_met() {
    var x = Tensor.of(new float[] {1, 2, 3, 4}, 1, 1, 2, 2);
    var dW = gradB(Tensor.full(-2, 1, 1, 1, 1), x, Tensor.zeros(1, 1, 2, 2), new Window(2, 1, 0));
    assertThat(dW.toArray())
        .as("gradB, one place, pixels [[1, 2], [3, 4]], dY = −2: each weight gets dy·pixel")
        .containsExactly(-2, -4, -6, -8);
  }

  @Test
  void a_pixel_gets_the_weight_that_it_met() {
    var w = Tensor.of(new float[] {1, 2, 3, 4}, 1, 1, 2, 2);
    var dX = gradA(Tensor.full(-2, 1, 1, 1, 1), Tensor.zeros(1, 1, 2, 2), w, new Window(2, 1, 0));
    assertThat(dX.toArray())
        .as("gradA, one place, weights [[1, 2], [3, 4]], dY = −2: each pixel gets dy·weight")
        .containsExactly(-2, -4, -6, -8);
  }

  @Test
  void a_pixel_that_several_places_see_gets_the_sum() {
    var w = Tensor.of(new float[] {1, 10}, 1, 1, 1, 2).reshape(1, 1, 1, 2);
    var square = Tensor.zeros(1, 1, 2, 2);
    square.slice(2, 0, 1).assign(w);
    var dY = Tensor.of(new float[] {3, 5}, 1, 1, 1, 2);
    var dX = gradA(dY, Tensor.zeros(1, 1, 2, 3), square, new Window(2, 1, 0));
    assertThat(dX.toArray())
        .as("gradA, window [[1, 10], [0, 0]], dY = (3, 5): the middle pixel has 10·3 + 1·5")
        .containsExactly(3, 35, 50, 0, 0, 0);
  }

  @Test
  void the_gradient_in_the_pixels_agrees_with_differences() {
    for (var c : Case.ALL) {
      var x = c.x(random);
      var w = c.w(random);
      var dY = upstream(c, x, w);
      ExactImages.of(x)
          .slopes(z -> z.convolve(ExactImages.of(w), c.window()).dot(ExactImages.of(dY)))
          .assertEquals("gradA, " + c, gradA(dY, x, w, c.window()));
    }
  }

  @Test
  void the_gradient_in_the_weights_agrees_with_differences() {
    for (var c : Case.ALL) {
      var x = c.x(random);
      var w = c.w(random);
      var dY = upstream(c, x, w);
      ExactImages.of(w)
          .slopes(z -> ExactImages.of(x).convolve(z, c.window()).dot(ExactImages.of(dY)))
          .assertEquals("gradB, " + c, gradB(dY, x, w, c.window()));
    }
  }

  /// A gradient of ones would hide some mistakes.
  private Tensor upstream(Case c, Tensor x, Tensor w) {
    var y = ExactImages.of(x).convolve(ExactImages.of(w), c.window());
    return Tensor.normal(random, y.shape().toArray());
  }

  private static Tensor gradA(Tensor dY, Tensor x, Tensor w, Window window) {
    return new DirectConvolution(window).gradA(dY, x, w, Tensor.full(Float.NaN, 1));
  }

  private static Tensor gradB(Tensor dY, Tensor x, Tensor w, Window window) {
    return new DirectConvolution(window).gradB(dY, x, w, Tensor.full(Float.NaN, 1));
  }
}
