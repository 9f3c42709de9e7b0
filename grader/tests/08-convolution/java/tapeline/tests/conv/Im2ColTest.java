package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.Im2Col;
import tapeline.conv.Window;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.4")
class Im2ColTest {
  private final Random random = Seeds.random("im2col");

  @Test
  void one_column_a_place_by_hand() {
    var x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 1, 1, 2, 3);
    assertThat(columns(x, new Window(2, 1, 0)).toArray())
        .as(
            "[[1, 2, 3], [4, 5, 6]] under a window of 2: places see (1,2,4,5) and (2,3,5,6), a column each")
        .containsExactly(1, 2, 2, 3, 4, 5, 5, 6);
  }

  @Test
  void the_border_is_0() {
    var x = Tensor.of(new float[] {7, 8}, 1, 1, 1, 2);
    assertThat(columns(x, new Window(3, 1, 1)).toArray())
        .as("[[7, 8]] under a window of 3 with a border of 1: its middle row alone meets pixels")
        .containsExactly(0, 0, 0, 0, 0, 0, 0, 7, 7, 8, 8, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void images_and_windows_of_every_kind() {
    for (var c : Case.ALL) {
      var x = c.x(random);
      ExactImages.of(x).columns(c.window()).assertEquals("forward, " + c, columns(x, c.window()));
    }
  }

  @Test
  void images_that_are_views() {
    var wide = Tensor.normal(random, 2, 5, 6, 3); // as NHWC lies
    var x = wide.slice(1, 1, 5).permute(0, 3, 1, 2);
    ExactImages.of(x)
        .columns(new Window(3, 1, 1))
        .assertEquals("forward of a permuted view", columns(x, new Window(3, 1, 1)));
    var last = Tensor.normal(random, 3, 2, 4, 5).slice(0, 1, 3);
    ExactImages.of(last)
        .columns(new Window(2, 2, 1))
        .assertEquals("forward of images 1 and 2 of 3", columns(last, new Window(2, 2, 1)));
  }

  private static Tensor columns(Tensor x, Window window) {
    return new Im2Col(window).forward(x);
  }
}
