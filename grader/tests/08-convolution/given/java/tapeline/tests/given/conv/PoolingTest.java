package tapeline.tests.given.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.conv.AveragePool;
import tapeline.conv.MaxPool;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

class PoolingTest {
  private final Tensor x =
      Tensor.of(new float[] {1, 4, 7, 2, 3, 2, 5, 6, -1, -4, 0, 0, -3, -2, 0, 0}, 2, 1, 2, 4);

  @Test
  void the_largest_of_each_square() {
    var y = new MaxPool(2).forward(x);
    assertThat(y.shape()).isEqualTo(Shape.of(2, 1, 1, 2));
    assertThat(y.toArray()).containsExactly(4, 7, -1, 0);
  }

  @Test
  void the_mean_of_each_square() {
    var y = new AveragePool(2).forward(x);
    assertThat(y.shape()).isEqualTo(Shape.of(2, 1, 1, 2));
    assertThat(y.toArray()).containsExactly(2.5f, 5, -2.5f, 0);
  }

  @Test
  void a_mean_gives_each_pixel_as_much() {
    var tape = new TensorTape();
    var images = tape.variable(Tensor.normal(new Random(1), 1, 2, 2, 4));
    var y = new AveragePool(2).forward(images);
    tape.backward(y, Tensor.of(new float[] {4, 8, -4, 12}, 1, 2, 1, 2));
    assertThat(images.gradient().toArray())
        .containsExactly(1, 1, 2, 2, 1, 1, 2, 2, -1, -1, 3, 3, -1, -1, 3, 3);
  }

  @Test
  void squares_of_other_sides_and_views() {
    var wide = Tensor.range(1, 6, 3, 2).permute(0, 3, 1, 2); // (1,2,6,3)
    assertThat(new MaxPool(3).forward(wide).toArray()).containsExactly(16, 34, 17, 35);
    assertThat(new AveragePool(3).forward(wide).toArray()).containsExactly(8, 26, 9, 27);
    assertThat(new MaxPool(1).forward(wide).toArray()).isEqualTo(wide.toArray());
  }

  @Test
  void a_square_with_NaN_becomes_NaN() {
    for (int place = 0; place < 4; place++) {
      var x = Tensor.range(1, 1, 2, 2);
      x.set(Float.NaN, 0, 0, place / 2, place % 2);
      assertThat(new MaxPool(2).forward(x).toArray())
          .as("NaN at " + place)
          .containsExactly(Float.NaN);
    }
  }

  @Test
  void sides_that_do_not_fit() {
    assertThatThrownBy(() -> new MaxPool(3).forward(x))
        .hasMessage("pooling by 3 needs images whose sides it divides, got (2,1,2,4)");
    assertThatThrownBy(() -> new AveragePool(4).forward(x))
        .hasMessage("pooling by 4 needs images whose sides it divides, got (2,1,2,4)");
    assertThatThrownBy(() -> new MaxPool(0)).hasMessage("the side of a square is above 0, got 0");
    assertThatThrownBy(() -> new AveragePool(-2))
        .hasMessage("the side of a square is above 0, got -2");
    assertThatThrownBy(() -> new MaxPool(2).forward(Tensor.zeros(4, 4)))
        .hasMessage("images are (n,channels,height,width), got (4,4)");
  }
}
