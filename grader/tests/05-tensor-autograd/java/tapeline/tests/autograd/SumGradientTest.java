package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Reductions;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.autograd.Operands.Layout;

@Tag("05.5")
class SumGradientTest {
  private final Random random = Seeds.random("sum");

  @Test
  void the_gradient_of_a_sum_is_a_view() {
    var x = Tensor.zeros(100, 5);
    assertThat(new Reductions.Sum().grad(Tensor.scalar(2), x, x.sum()).data().length)
        .as("the numbers that grad of Sum[] keeps for X (100,5): one number, stretched")
        .isEqualTo(1);
  }

  @Test
  void every_element_of_a_row_gets_the_gradient_of_its_row() {
    var x = Tensor.normal(random, 3, 5);
    var dY = Tensor.vector(10, 20, 30);
    ExactTensor.of(Shape.of(3, 5), i -> 10 * (i[0] + 1))
        .assertEquals(
            "grad of Sum[1] for X (3,5), dY = (10, 20, 30): row i gets dY[i]",
            new Reductions.Sum(1).grad(dY, x, x.sum(1)));
  }

  @Test
  void sums_along_any_axes_agree_with_differences() {
    for (var layout : Layout.values()) {
      for (int rank = 0; rank <= 4; rank++) {
        var shape = Operands.shape(random, rank);
        for (int subset = 0; subset < 1 << rank; subset++) {
          check(layout, shape, axes(subset, rank));
        }
      }
    }
  }

  @Test
  void equal_largest_elements_share_the_gradient() {
    var x = Tensor.of(new float[] {5, 5, 1, 5, 0, 5, 2, 2}, 2, 4);
    ExactTensor.of(Shape.of(2, 4), i -> new double[][] {{4, 4, 0, 4}, {0, 6, 0, 0}}[i[0]][i[1]])
        .assertEquals(
            "grad of Largest[1] for X ((5, 5, 1, 5), (0, 5, 2, 2)), dY = (12, 6): a third each, and all",
            new Reductions.Largest(1).grad(Tensor.vector(12, 6), x, x.max(false, 1)));
  }

  @Test
  void equal_largest_elements_share_along_other_axes_too() {
    var x = Tensor.of(new float[] {5, 1, 5, 5, 2, 3}, 2, 3);
    ExactTensor.of(Shape.of(2, 3), i -> new double[][] {{6, 0, 4}, {6, 6, 0}}[i[0]][i[1]])
        .assertEquals(
            "grad of Largest[0] for X ((5, 1, 5), (5, 2, 3)), dY = (12, 6, 4): of a column, half each, or all",
            new Reductions.Largest(0).grad(Tensor.vector(12, 6, 4), x, x.max(false, 0)));
    ExactTensor.of(Shape.of(2, 3), i -> new double[][] {{4, 0, 4}, {4, 0, 0}}[i[0]][i[1]])
        .assertEquals(
            "grad of Largest[] for X ((5, 1, 5), (5, 2, 3)), dY = 12: a third each",
            new Reductions.Largest().grad(Tensor.scalar(12), x, x.max(false)));
  }

  /// The axes whose bits are set, counted from the last: −1, −2 and so on.
  private static int[] axes(int subset, int rank) {
    var axes = new int[Integer.bitCount(subset)];
    int count = 0;
    for (int k = 0; k < rank; k++) {
      if ((subset >> k & 1) == 1) {
        axes[count++] = k - rank;
      }
    }
    return axes;
  }

  private void check(Layout layout, Shape shape, int... axes) {
    TapeCheck.check(
        "sum along %s, %s".formatted(Arrays.toString(axes), layout),
        random,
        List.of(Operands.of(random, layout, shape, Operands.signed(random))),
        x -> x.getFirst().sum(axes),
        x -> x.getFirst().sum(axes));
  }
}
