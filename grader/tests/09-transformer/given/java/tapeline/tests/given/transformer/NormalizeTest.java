package tapeline.tests.given.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.tests.transformer.ExactAttention;
import tapeline.transformer.LayerNorm;
import tapeline.transformer.Normalize;

class NormalizeTest {
  private static final float EPSILON = 1e-5f;

  private final Random random = Seeds.random("normalize");

  private static Tensor normalized(Tensor x) {
    return new Normalize(EPSILON).forward(x);
  }

  @Test
  void two_numbers_become_minus_1_and_1() {
    ExactAttention.close(
        new double[] {-1, 1, 1, -1},
        normalized(Tensor.of(new float[][] {{3, 7}, {100, -100}})),
        "rows (3, 7) and (100, −100): the mean of each row is subtracted, then divided by σ = 2, 100");
  }

  @Test
  void each_row_of_any_tensor_is_normalised_by_itself() {
    for (int[] lengths : new int[][] {{7}, {3, 5}, {2, 3, 5}, {4, 1, 2, 6}}) {
      var x = Tensor.normal(random, lengths).times(3).plus(2);
      var y = normalized(x);
      assertThat(y.shape()).as("the shape of the rows of %s", x.shape()).isEqualTo(x.shape());
      ExactAttention.close(
          ExactAttention.normalize(ExactAttention.rows(x), EPSILON),
          y,
          "(x − µ)/σ along the last axis of " + x.shape());
    }
  }

  @Test
  void a_row_of_equal_numbers_becomes_zeros() {
    assertThat(normalized(Tensor.of(new float[][] {{5, 5, 5}, {0, 0, 0}})).toArray())
        .as("rows (5, 5, 5) and (0, 0, 0): σ is √ε and not 0")
        .containsOnly(0);
  }

  @Test
  void epsilon_counts_where_a_row_hardly_varies() {
    ExactAttention.close(
        new double[] {-Math.sqrt(0.5), Math.sqrt(0.5)},
        new Normalize(4).forward(Tensor.vector(1, 5)),
        "(1, 5) with ε = 4: the variance is 4, so σ = √(4 + 4)");
  }

  @Test
  void large_numbers_stay_finite() {
    ExactAttention.close(
        new double[] {1, -1, -1, 1},
        normalized(Tensor.vector(1e4f, -1e4f, -1e4f, 1e4f)),
        "(10⁴, −10⁴, −10⁴, 10⁴)");
    ExactAttention.close(
        new double[] {-1, 1, -1, 1},
        normalized(Tensor.vector(9998, 10002, 9998, 10002)),
        "numbers near 10⁴ that differ by 4: subtract the mean before squares are taken");
  }

  @Test
  void a_layer_norm_learns_a_gain_and_a_bias_for_each_column() {
    var layer = new LayerNorm("norm", 3);
    var gain = Tensor.normal(random, 3);
    var bias = Tensor.normal(random, 3);
    layer.parameters().get(0).value().assign(gain);
    layer.parameters().get(1).value().assign(bias);
    var x = Tensor.normal(random, 4, 3);
    var want = ExactAttention.normalize(ExactAttention.rows(x), EPSILON);
    for (var row : want) {
      for (int j = 0; j < 3; j++) {
        row[j] = row[j] * gain.at(j) + bias.at(j);
      }
    }
    var y = layer.forward(new TensorTape().constant(x)).value();
    ExactAttention.close(
        want, y, "LayerNorm of (4,3): normalised rows, times the gain, plus the bias");
  }

  @Test
  void an_epsilon_of_0_is_refused() {
    ExactAttention.close(
        new double[] {-1, 1}, normalized(Tensor.vector(3, 7)), "(3, 7) normalised");
    assertThat(Thrown.by(() -> new Normalize(0)))
        .as("what Normalize(0) throws")
        .isEqualTo("IllegalArgumentException: normalising needs an epsilon above 0, got 0.0");
  }
}
