package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.Im2Col;
import tapeline.conv.Window;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.5")
class Col2ImTest {
  private final Random random = Seeds.random("col2im");

  @Test
  void a_pixel_gets_the_gradients_of_all_its_copies() {
    var dX = back(Tensor.full(1, 4, 6), Shape.of(1, 1, 3, 4), new Window(2, 1, 0));
    assertThat(dX.toArray())
        .as("ones for every copy: how often a window of 2 sees each of 3 × 4 pixels")
        .containsExactly(1, 2, 2, 1, 2, 4, 4, 2, 1, 2, 2, 1);
  }

  @Test
  void images_and_windows_of_every_kind_agree_with_differences() {
    for (var c : Case.ALL) {
      var x = ExactImages.of(c.x(random));
      var dY = Tensor.normal(random, x.columns(c.window()).shape().toArray());
      x.slopes(z -> z.columns(c.window()).dot(ExactImages.of(dY)))
          .assertEquals("grad, " + c, back(dY, c.images(), c.window()));
    }
  }

  @Test
  void gradients_that_are_views() {
    var window = new Window(3, 1, 1);
    var dY = Tensor.normal(random, 24, 20).slice(1, 1, 19).transpose(); // (18,24)
    var x = ExactImages.of(Tensor.normal(random, 2, 2, 3, 4));
    x.slopes(z -> z.columns(window).dot(ExactImages.of(dY)))
        .assertEquals("grad from a transposed view", back(dY, x.shape(), window));
  }

  /// The gradient, where all that is not kept is NaN: an op that reads it shows.
  private static Tensor back(Tensor dY, Shape images, Window window) {
    var unknown = Tensor.scalar(Float.NaN);
    return new Im2Col(window).grad(dY, unknown.expand(images), unknown.expand(dY.shape()));
  }
}
