package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Window;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.2")
class DefinitionTest {
  private final Random random = Seeds.random("definition");

  @Test
  void one_window_by_hand() {
    var x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 1, 1, 2, 3);
    var w = Tensor.of(new float[] {1, 10, 100, 1000}, 1, 1, 2, 2);
    assertThat(convolve(x, w, new Window(2, 1, 0)).toArray())
        .as(
            "[[1, 2, 3], [4, 5, 6]] under the window [[1, 10], [100, 1000]]: 1 + 2·10 + 4·100 +"
                + " 5·1000, then one pixel further; the window is not flipped")
        .containsExactly(5421, 6532);
  }

  @Test
  void the_border_is_0() {
    var x = Tensor.of(new float[] {2, 3}, 1, 1, 1, 2);
    var w = Tensor.of(new float[] {1, 10, 100, 1000, 10_000, 1e5f, 1e6f, 1e7f, 1e8f}, 1, 1, 3, 3);
    assertThat(convolve(x, w, new Window(3, 1, 1)).toArray())
        .as("[[2, 3]] under a window of 3 with a border of 1: its middle row alone meets pixels")
        .containsExactly(320_000, 32_000);
  }

  @Test
  void images_weights_and_windows_of_every_kind() {
    for (var c : Case.ALL) {
      var x = c.x(random);
      var w = c.w(random);
      ExactImages.of(x)
          .convolve(ExactImages.of(w), c.window())
          .assertEquals("forward, " + c, convolve(x, w, c.window()));
    }
  }

  @Test
  void a_sum_is_rounded_once() {
    var x = Tensor.of(new float[] {1e8f, 1, -1e8f}, 1, 3, 1, 1);
    var w = Tensor.full(1, 1, 3, 1, 1);
    assertThat(convolve(x, w, new Window(1, 1, 0)).item())
        .as("10⁸ + 1 − 10⁸ over three channels: add up in a double")
        .isEqualTo(1);
  }

  @Test
  void no_product_is_rounded() {
    var x = Tensor.of(new float[] {4097, 16_785_408}, 1, 2, 1, 1);
    var w = Tensor.of(new float[] {4097, -1}, 1, 2, 1, 1);
    assertThat(convolve(x, w, new Window(1, 1, 0)).item())
        .as("4097·4097 − 16 785 408 over two channels: in a float, 4097² loses its last digit")
        .isEqualTo(1);
  }

  private static Tensor convolve(Tensor x, Tensor w, Window window) {
    return new DirectConvolution(window).forward(x, w);
  }
}
