package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Reduction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;

@Tag("04.5")
class ReduceRowsTest {
  @Test
  void three_rows_of_five_make_one() {
    assertThat(Tensor.range(3, 5).sum(0).toArray())
        .as("range(3,5).sum(0): 0 + 5 + 10, 1 + 6 + 11 …")
        .containsExactly(15, 18, 21, 24, 27);
  }

  @Test
  void each_of_several_matrices_has_its_own_sums() {
    assertThat(Tensor.range(2, 3, 2).sum(1).toArray())
        .as("range(2,3,2).sum(1): first starts at 0 and at 6, y0 at 0 and at 2")
        .containsExactly(6, 9, 24, 27);
  }

  @Test
  void the_largest_of_a_column_may_be_negative() {
    var x = Tensor.of(new float[] {-3, -1, -2, -5, -4, -6}, 3, 2);
    assertThat(x.max(false, 0).toArray())
        .as("max(false, 0) of (−3,−1), (−2,−5), (−4,−6)")
        .containsExactly(-2, -1);
  }

  @Test
  void small_numbers_are_not_lost_beside_a_large_one() {
    var x = Tensor.full(1, 9, 2);
    x.set(1 << 24, 0, 1);
    assertThat(x.sum(0).toArray())
        .as("sum(0) of nine rows (1, 1), the first (1, 2²⁴): 2²⁴ + 1 is no float32, but a float64")
        .containsExactly(9, (1 << 24) + 8);
  }

  @Test
  void no_rows_have_the_sum_0_and_the_maximum_minus_infinity() {
    var x = Tensor.zeros(0, 3);
    assertThat(x.sum(0).toArray()).as("sum(0) of (0,3)").containsExactly(0, 0, 0);
    float none = Float.NEGATIVE_INFINITY;
    assertThat(x.max(false, 0).toArray())
        .as("max(false, 0) of (0,3)")
        .containsExactly(none, none, none);
    assertThat(Tensor.zeros(3, 0).sum(0).shape())
        .as("the shape of sum(0) of (3,0)")
        .isEqualTo(Shape.of(0));
  }

  @Test
  void a_NaN_shows_in_the_sum_and_in_the_maximum() {
    var x = Tensor.of(new float[] {1, Float.NaN, 3, 4, 5, 6}, 3, 2);
    assertThat(x.sum(0).toArray())
        .as("sum(0) of (1,NaN), (3,4), (5,6)")
        .containsExactly(9, Float.NaN);
    assertThat(x.max(false, 0).toArray())
        .as("max(false, 0) of (1,NaN), (3,4), (5,6): no comparison with NaN is true")
        .containsExactly(5, Float.NaN);
  }

  @Test
  void any_axes_of_any_view_can_be_reduced() {
    var random = Seeds.random("reduce");
    for (int trial = 0; trial < 150; trial++) {
      int rank = 1 + trial % 5;
      var x =
          RandomViews.view(random, RandomViews.lengths(random, rank, trial % 11 == 10 ? 0 : 1, 3));
      var axes = random.ints(0, rank).limit(1 + random.nextInt(rank)).distinct().toArray();
      boolean keep = random.nextBoolean();
      var shape = x.shape().reduced(keep, axes);
      var sums = new double[shape.size()];
      var tops = new double[shape.size()];
      Arrays.fill(tops, Double.NEGATIVE_INFINITY);
      ByIndex.forEach(
          x.shape(),
          index -> {
            int place = place(x.shape(), index, axes);
            sums[place] += x.at(index);
            tops[place] = Math.max(tops[place], x.at(index));
          });
      var what = "(%s, %s) of a view %s".formatted(keep, Arrays.toString(axes), x.shape());
      var sum = x.sum(keep, axes);
      var top = x.max(keep, axes);
      int[] next = {0};
      ByIndex.check("sum" + what, sum, shape, _ -> sums[next[0]++], 1e-6);
      next[0] = 0;
      ByIndex.check("max" + what, top, shape, _ -> tops[next[0]++]);
    }
  }

  @Test
  void a_sum_along_several_axes_is_rounded_once() {
    var x = Tensor.full(1, 2, 3, 3);
    x.set(1 << 24, 0, 0, 0);
    x.set(1 << 24, 0, 0, 1);
    float whole = (1 << 24) + 5;
    assertThat(x.sum(0, 1).toArray())
        .as("sum(0, 1) of ones (2,3,3) with 2²⁴ at (0,0,0) and (0,0,1): exact in float64")
        .containsExactly(whole, whole, 6);
    assertThat(Tensor.full(0.1f, 7, 11, 13).mean().item())
        .as("mean() of a thousand times 0.1f")
        .isEqualTo(0.1f);
  }

  @Test
  void summing_rows_needs_room_for_a_row_and_copies_nothing() {
    var x = Tensor.range(1000, 20).slice(0, 100, 900);
    assertThat(AllocatedBytes.perRun(20, () -> x.sum(0)))
        .as("bytes allocated by sum(0) of rows 100 to 899 of (1000,20), 64 000 bytes of numbers")
        .isLessThan(2000);
    ByIndex.check("their sum", x.sum(0), Shape.of(20), i -> 800 * (499.5 * 20 + i[0]));
  }

  /// The last number of x is missing: down the columns, two sums are done before that shows.
  @Test
  void rows_are_read_one_after_the_other() {
    float[] x = {1, 2, 3, 4, 5};
    var y = new float[3];
    InnerLoop.untilTheGap("AxisReduction", "rows", Reduction.SUM, x, 0, 2, y, 0, 3);
    assertThat(y)
        .as("y when the loop comes to the last number of (1,2,3),(4,5,·): no sum is done before it")
        .containsExactly(0, 0, 0);
  }

  @Test
  void no_axes_means_all_of_them() {
    assertThat(Tensor.range(3, 5).transpose().sum().item())
        .as("range(3,5), transposed, sum()")
        .isEqualTo(105);
    assertThat(Tensor.scalar(4).sum().item()).as("scalar(4).sum()").isEqualTo(4);
    var part = Tensor.range(3, 2, 4).slice(0, 1, 3); // 8 … 23
    assertThat(part.sum(0).sum(0).sum(0).item())
        .as("range(3,2,4).slice(0, 1, 3) summed axis after axis, and all at once")
        .isEqualTo(part.sum().item());
    assertThatThrownBy(() -> Tensor.range(3, 5).sum(0, -2), "axis 0 of (3,5) twice")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(3,5)", "[0, -2]");
    assertThatThrownBy(() -> Tensor.range(3, 5).sum(2), "axis 2 of (3,5)")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(3,5)", "-2 to 1", "2");
  }

  /// The row-major place of the result that an element goes to.
  private static int place(Shape shape, int[] index, int[] axes) {
    int place = 0;
    for (int k = 0; k < index.length; k++) {
      int axis = k;
      if (Arrays.stream(axes).noneMatch(a -> a == axis)) {
        place = place * shape.length(k) + index[k];
      }
    }
    return place;
  }
}
