package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.DualBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;

class TangentsTest {
  private final Random random = Seeds.random("tangents");

  /// Returns the tangent of `f(a, b)`.
  private static float[] tangent(
      BinaryOperator<Tensor> f, List<Tensor> inputs, List<Tensor> directions, Tensor a, Tensor b) {
    var dual = new DualBackend(Backend.current());
    Tensor y;
    try (var _ = Backend.use(dual)) {
      y = f.apply(a, b);
    }
    dual.along(inputs, directions);
    return dual.tangent(y).toArray();
  }

  private static void both(String op, BinaryOperator<Tensor> f, float expected) {
    var a = Tensor.vector(8);
    var b = Tensor.vector(2);
    assertThat(tangent(f, List.of(a, b), List.of(Tensor.vector(3), Tensor.vector(5)), a, b))
        .as("the tangent of a %s b at a = 8 and b = 2, which change by 3 and by 5", op)
        .containsExactly(expected);
  }

  private static void one(String op, BinaryOperator<Tensor> f, float ofA, float ofB) {
    var a = Tensor.vector(8);
    var b = Tensor.vector(2);
    var change = List.of(Tensor.vector(3));
    assertThat(
            List.of(
                tangent(f, List.of(a), change, a, b)[0], tangent(f, List.of(b), change, a, b)[0]))
        .as("the tangents of a %s b at a = 8 and b = 2, when a changes by 3, and when b does", op)
        .containsExactly(ofA, ofB);
  }

  @Test
  @Tag("16.1")
  void a_sum_changes_by_both() {
    both("+", Tensor::plus, 8);
    one("+", Tensor::plus, 3, 3);
  }

  @Test
  @Tag("16.1")
  void a_difference_changes_by_the_second_one_downwards() {
    both("−", Tensor::minus, -2);
    one("−", Tensor::minus, 3, -3);
  }

  @Test
  @Tag("16.1")
  void a_product_changes_by_each_factor_times_the_other() {
    both("·", Tensor::times, 46);
    one("·", Tensor::times, 6, 24);
  }

  @Test
  @Tag("16.1")
  void a_quotient_changes_by_the_quotient_rule() {
    both("/", Tensor::div, -8.5f);
    one("/", Tensor::div, 1.5f, -6);
  }

  @Test
  @Tag("16.1")
  void stretched_operands_have_tangents_of_the_results_shape() {
    var a = Tensor.normal(random, 4, 3);
    var b = Tensor.normal(random, 3);
    var t = Tensor.normal(random, 3);
    assertThat(tangent(Tensor::plus, List.of(b), List.of(t), a, b))
        .as("the tangent of (4,3) + (3) when the row changes: %s in each row", t)
        .containsExactly(t.expand(a.shape()).toArray());
    assertThat(tangent(Tensor::times, List.of(b), List.of(t), a, b))
        .as("the tangent of (4,3)·(3) when the row changes: the matrix times %s", t)
        .containsExactly(a.times(t).toArray());
  }

  @Test
  @Tag("16.1")
  void views_have_the_views_of_the_tangent() {
    var a = Tensor.normal(random, 3, 4);
    var t = Tensor.normal(random, 3, 4);
    assertThat(
            tangent((x, y) -> x.transpose().plus(y), List.of(a), List.of(t), a, Tensor.scalar(1)))
        .as("the tangent of Aᵀ + 1, A being (3,4): that of A, transposed")
        .containsExactly(t.transpose().toArray());
  }

  @Test
  @Tag("16.2")
  void a_matrix_product_changes_by_both_factors() {
    var a = Tensor.normal(random, 2, 3);
    var b = Tensor.normal(random, 3, 4);
    var dA = Tensor.normal(random, 2, 3);
    var dB = Tensor.normal(random, 3, 4);
    var left = product(dA, b);
    var right = product(a, dB);
    var both = left.clone();
    for (int i = 0; i < both.length; i++) {
      both[i] += right[i];
    }
    assertThat(tangent(Tensor::matmul, List.of(a), List.of(dA), a, b))
        .as("the tangent of (2,3)·(3,4) when only A changes: Ȧ·B")
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(left);
    assertThat(tangent(Tensor::matmul, List.of(b), List.of(dB), a, b))
        .as("the tangent of (2,3)·(3,4) when only B changes: A·Ḃ")
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(right);
    assertThat(tangent(Tensor::matmul, List.of(a, b), List.of(dA, dB), a, b))
        .as("the tangent of (2,3)·(3,4) when both change: Ȧ·B + A·Ḃ")
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(both);
  }

  private static float[] product(Tensor a, Tensor b) {
    var rows =
        InFloat64.product(
            InFloat64.rows(a.toArray(), a.shape().length(1)),
            InFloat64.rows(b.toArray(), b.shape().length(1)));
    int n = rows[0].length;
    var all = new float[rows.length * n];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) rows[i / n][i % n];
    }
    return all;
  }
}
