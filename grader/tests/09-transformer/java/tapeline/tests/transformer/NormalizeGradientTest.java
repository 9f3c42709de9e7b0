package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.Normalize;

@Tag("09.2")
class NormalizeGradientTest {
  private static final float EPSILON = 1e-5f;

  private final Random random = Seeds.random("normalize gradient");

  private static Tensor gradient(float epsilon, Tensor dY, Tensor x) {
    var y =
        ExactAttention.tensor(
            flat(ExactAttention.normalize(ExactAttention.rows(x), epsilon)), x.shape());
    return new Normalize(epsilon).grad(dY, x, y);
  }

  private static double[] flat(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  private void agrees(String what, float epsilon, Tensor x) {
    TapeSlopes.check(
        what,
        random,
        List.of(x),
        v -> v.getFirst().tape().apply(new Normalize(epsilon), v.getFirst()),
        v -> ExactAttention.normalize(v.getFirst(), epsilon));
  }

  @Test
  void adding_the_same_to_a_row_changes_nothing() {
    var dX = gradient(EPSILON, Tensor.normal(random, 3, 5), Tensor.normal(random, 3, 5));
    assertThat(dX.abs().max(false).item()).as("the largest of dX").isGreaterThan(0.1f);
    ExactAttention.close(
        new double[3],
        dX.sum(false, -1),
        "the sum of each row of dX: y does not change when all x of a row grow alike");
  }

  @Test
  void stretching_a_row_changes_nothing() {
    var x = Tensor.normal(random, 3, 5);
    var dX = gradient(1e-12f, Tensor.normal(random, 3, 5), x);
    assertThat(dX.abs().max(false).item()).as("the largest of dX").isGreaterThan(0.1f);
    ExactAttention.close(
        new double[3],
        dX.times(x).sum(false, -1),
        "Σ dx·x of each row: y does not change when a row is stretched, so dX has no part along y");
  }

  @Test
  void it_agrees_with_differences() {
    agrees("rows (3,5) normalised", EPSILON, Tensor.normal(random, 3, 5));
    agrees("rows (2,3,4) normalised", EPSILON, Tensor.normal(random, 2, 3, 4).times(2).plus(1));
    agrees("a row (6) normalised", EPSILON, Tensor.normal(random, 6));
    agrees("rows (3,4) normalised with ε = 2", 2, Tensor.normal(random, 3, 4));
  }

  @Test
  void large_numbers_have_finite_gradients() {
    var dX = gradient(EPSILON, Tensor.vector(1, 0, 0, 0), Tensor.vector(1e4f, -1e4f, -1e4f, 1e4f));
    ExactAttention.close(
        new double[] {0.5, 0, 0, -0.5},
        dX.times(1e4f),
        "10⁴·dX of (10⁴, −10⁴, −10⁴, 10⁴) for dY = (1, 0, 0, 0)");
  }
}
