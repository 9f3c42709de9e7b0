package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("04.8")
class LogSumExpTest {
  private static final float MASKED = Float.NEGATIVE_INFINITY;

  @Test
  void of_1_2_3_to_seven_digits() {
    assertThat(Tensor.vector(1, 2, 3).logSumExp().item())
        .as("logSumExp(1, 2, 3)")
        .isCloseTo(3.407606f, within(5e-7f));
  }

  @Test
  void logits_of_ten_thousand_stay_finite() {
    assertThat(Tensor.vector(10_000, 0, 10_000).logSumExp().item())
        .as("logSumExp(10000, 0, 10000) = 10000 + ln 2: exp(10000) is infinite")
        .isCloseTo(10_000.693f, within(2e-3f));
    assertThat(Tensor.vector(-10_000, -10_000, -20_000).logSumExp().item())
        .as("logSumExp(−10000, −10000, −20000) = −10000 + ln 2: exp(−10000) is 0")
        .isCloseTo(-9_999.307f, within(2e-3f));
    assertThat(Tensor.vector(-3e38f, 3e38f).logSumExp().item())
        .as("logSumExp(−3e38, 3e38)")
        .isEqualTo(3e38f);
  }

  @Test
  void a_row_that_is_all_masked_has_minus_infinity() {
    assertThat(Tensor.vector(MASKED, MASKED).logSumExp().item())
        .as("logSumExp(−∞, −∞) = ln 0: −∞ − −∞ is NaN, so this row is a case of its own")
        .isEqualTo(MASKED);
    assertThat(Tensor.zeros(3, 0).logSumExp().toArray())
        .as("logSumExp of the three rows of (3,0): the sum of no powers is 0")
        .containsExactly(MASKED, MASKED, MASKED);
  }

  @Test
  void a_masked_logit_counts_for_nothing() {
    assertThat(Tensor.vector(MASKED, 2, MASKED).logSumExp().item())
        .as("logSumExp(−∞, 2, −∞)")
        .isEqualTo(2);
  }

  @Test
  void an_infinite_logit_makes_it_infinite() {
    assertThat(Tensor.vector(1, Float.POSITIVE_INFINITY, 3).logSumExp().item())
        .as("logSumExp(1, ∞, 3): ∞ − ∞ is NaN, so this row is a case of its own")
        .isEqualTo(Float.POSITIVE_INFINITY);
  }

  @Test
  void a_hundred_thousand_small_powers_are_not_lost_beside_1() {
    int n = 100_000;
    var x = Tensor.full(-17, n);
    x.set(0, 0);
    assertThat(x.logSumExp().item())
        .as("logSumExp of 0 and %d times −17: add the powers up in float64", n - 1)
        .isCloseTo((float) Math.log1p((n - 1) * Math.exp(-17)), within(1e-6f));
  }

  @Test
  void random_views_agree_with_float64_and_lie_between_max_and_max_plus_ln_n() {
    var random = Seeds.random("logSumExp views");
    for (int trial = 0; trial < 30; trial++) {
      var x = RandomViews.view(random, RandomViews.lengths(random, 1 + trial % 5, 1, 4));
      var what = "logSumExp of a view " + x.shape();
      var y = x.logSumExp();
      ByIndex.check(what, y, x.shape().reduced(true, -1), i -> logSumExp(x, i), 1e-6);
      var above = y.minus(x.max(true, -1));
      double most = Math.log(x.shape().length(-1));
      ByIndex.check(
          what + " less the maximum, cut to [0, ln n]",
          above,
          above.shape(),
          i -> Math.clamp(above.at(i), 0, most),
          1e-6);
    }
  }

  @Test
  void log_softmax_keeps_what_softmax_rounds_to_0() {
    var y = Tensor.vector(0, -200, -10_000).logSoftmax();
    assertThat(y.toArray())
        .as("logSoftmax(0, −200, −10000): softmax would be (1, 0, 0), and ln 0 is −∞")
        .containsExactly(0, -200, -10_000);
    var x = Tensor.normal(Seeds.random("logSoftmax"), 3, 5);
    var small = x.softmax();
    ByIndex.check(
        "exp(logSoftmax(x)), and softmax(x)", x.logSoftmax().exp(), x.shape(), small::at, 1e-6);
  }

  /// In float64, as the formula says.
  private static double logSumExp(Tensor x, int[] row) {
    double sum = 0;
    var index = Arrays.copyOf(row, row.length);
    for (int j = 0; j < x.shape().length(-1); j++) {
      index[row.length - 1] = j;
      sum += Math.exp(x.at(index));
    }
    return Math.log(sum);
  }
}
