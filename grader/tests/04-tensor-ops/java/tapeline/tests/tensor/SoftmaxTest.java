package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("04.7")
class SoftmaxTest {
  private static final float MASKED = Float.NEGATIVE_INFINITY;

  @Test
  void logits_of_ten_thousand_stay_finite() {
    assertThat(Tensor.vector(10_000, 0, 9_999).softmax().toArray())
        .as("softmax(10000, 0, 9999): exp(10000) is infinite, and ∞/∞ is NaN")
        .usingComparatorWithPrecision(1e-6f)
        .containsExactly(0.7310586f, 0, 0.26894143f);
    assertThat(Tensor.vector(-10_000, -20_000, -9_999).softmax().toArray())
        .as("softmax(−10000, −20000, −9999): exp(−10000) is 0, and 0/0 is NaN")
        .usingComparatorWithPrecision(1e-6f)
        .containsExactly(0.26894143f, 0, 0.7310586f);
    assertThat(Tensor.vector(-3e38f, 3e38f, 0).softmax().toArray())
        .as("softmax(−3e38, 3e38, 0)")
        .containsExactly(0, 1, 0);
  }

  @Test
  void of_1_2_3_to_seven_digits() {
    assertThat(Tensor.vector(1, 2, 3).softmax().toArray())
        .as("softmax(1, 2, 3)")
        .usingComparatorWithPrecision(1e-7f)
        .containsExactly(0.09003057f, 0.24472848f, 0.66524094f);
  }

  @Test
  void a_small_first_logit_does_not_overflow_the_others() {
    assertThat(Tensor.vector(-800, 5, 4).softmax().toArray())
        .as("softmax(−800, 5, 4): no power may be above 1, so not just any shift will do")
        .usingComparatorWithPrecision(1e-6f)
        .containsExactly(0, 0.7310586f, 0.26894143f);
  }

  @Test
  void a_shift_of_all_logits_changes_nothing() {
    var random = Seeds.random("softmax shift");
    var x = Tensor.zeros(3, 5);
    ByIndex.forEach(x.shape(), i -> x.set(random.nextInt(64) / 8f, i));
    for (int c : new int[] {-5000, -100, 100, 5000}) { // x + c is exact
      ByIndex.check(
          "softmax(x %+d), against softmax(x) in float64".formatted(c),
          x.plus(c).softmax(),
          x.shape(),
          i -> weight(x, i),
          1e-6);
    }
  }

  @Test
  void a_masked_logit_has_weight_0() {
    assertThat(Tensor.vector(MASKED, 2, MASKED, 2).softmax().toArray())
        .as("softmax(−∞, 2, −∞, 2)")
        .containsExactly(0, 0.5f, 0, 0.5f);
  }

  @Test
  void a_row_that_is_all_masked_becomes_zeros_and_its_neighbours_do_not() {
    var x = Tensor.of(new float[] {1, 1, MASKED, MASKED, MASKED, 1}, 3, 2);
    assertThat(x.softmax().toArray())
        .as("softmax of (1,1), (−∞,−∞), (−∞,1)")
        .containsExactly(0.5f, 0.5f, 0, 0, 0, 1);
  }

  @Test
  void a_hundred_thousand_small_weights_are_not_lost_beside_1() {
    int n = 100_000;
    var x = Tensor.full(-17, n);
    x.set(0, 0);
    double rest = (n - 1) * Math.exp(-17);
    double top = x.softmax().at(0);
    assertThat(top)
        .as("the largest weight of 0 and %d times −17: add the powers up in float64", n - 1)
        .isCloseTo(1 / (1 + rest), within(1e-6));
  }

  @Test
  void random_views_have_rows_that_add_up_to_1() {
    var random = Seeds.random("softmax views");
    for (int trial = 0; trial < 30; trial++) {
      var x = RandomViews.view(random, RandomViews.lengths(random, 1 + trial % 5, 1, 4));
      ByIndex.check(
          "softmax of a view " + x.shape(), x.softmax(), x.shape(), i -> weight(x, i), 1e-6);
      ByIndex.check(
          "the sums of softmax of a view " + x.shape(),
          x.softmax().sum(true, -1),
          x.shape().reduced(true, -1),
          _ -> 1,
          1e-6);
    }
    assertThat(Tensor.zeros(3, 0).softmax().shape())
        .as("the shape of softmax of (3,0)")
        .isEqualTo(Shape.of(3, 0));
  }

  /// Element `index` of softmax(x) in float64, as the formula says.
  private static double weight(Tensor x, int[] index) {
    double sum = 0;
    var other = Arrays.copyOf(index, index.length);
    for (int j = 0; j < x.shape().length(-1); j++) {
      other[index.length - 1] = j;
      sum += Math.exp(x.at(other));
    }
    return Math.exp(x.at(index)) / sum;
  }
}
