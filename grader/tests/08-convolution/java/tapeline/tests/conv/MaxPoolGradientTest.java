package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.MaxPool;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.8")
class MaxPoolGradientTest {
  private final Random random = Seeds.random("max pooling");

  @Test
  void of_equals_the_first_gets_it() {
    var x = Tensor.of(new float[] {1, 5, 5, 5}, 1, 1, 2, 2);
    assertThat(back(Tensor.full(4, 1, 1, 1, 1), x, 2).toArray())
        .as("grad for [[1, 5], [5, 5]], dY = 4: one pixel gets it, the one that forward took")
        .usingComparatorWithPrecision(0f)
        .containsExactly(0, 4, 0, 0);
  }

  @Test
  void a_negative_square_has_a_largest_pixel_too() {
    var x = Tensor.of(new float[] {-9, -2, -4, -3}, 1, 1, 2, 2);
    assertThat(back(Tensor.full(4, 1, 1, 1, 1), x, 2).toArray())
        .as("grad for [[−9, −2], [−4, −3]], dY = 4")
        .usingComparatorWithPrecision(0f)
        .containsExactly(0, 4, 0, 0);
  }

  @Test
  void images_of_every_kind_agree_with_differences() {
    check(2, 3, 1, 4, 6);
    check(3, 1, 2, 6, 3);
    check(1, 2, 3, 2, 3);
    check(4, 2, 2, 4, 8);
  }

  private void check(int size, int... lengths) {
    var x = distinct(lengths);
    var y = new MaxPool(size).forward(x);
    var dY = Tensor.normal(random, y.shape().toArray());
    slopes(x, dY, size)
        .assertEquals(
            "grad for images %s, squares of %d".formatted(x.shape(), size), back(dY, x, size));
  }

  @Test
  void gradients_and_images_that_are_views() {
    var x = distinct(2, 4, 6, 3).permute(0, 3, 1, 2).slice(1, 1, 3);
    var dY = Tensor.normal(random, 2, 2, 3, 3).slice(3, 1, 3).transpose(); // (2,2,2,3)
    slopes(x, dY, 2).assertEquals("grad of a view from a view", back(dY, x, 2));
  }

  /// Differences of half the gap between two pixels: the largest stays the largest.
  private static ExactImages slopes(Tensor x, Tensor dY, int size) {
    return ExactImages.of(x).slopes(0.5, z -> z.largest(size).dot(ExactImages.of(dY)));
  }

  /// Whole numbers that all differ, in random order.
  private Tensor distinct(int... lengths) {
    var x = Tensor.range(lengths);
    for (int i = x.data().length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      float moved = x.data()[i];
      x.data()[i] = x.data()[j];
      x.data()[j] = moved;
    }
    return x;
  }

  /// The gradient, where all that is not kept is NaN: an op that reads it shows.
  private static Tensor back(Tensor dY, Tensor x, int size) {
    return new MaxPool(size).grad(dY, x, Tensor.scalar(Float.NaN).expand(dY.shape()));
  }
}
