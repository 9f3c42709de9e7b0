package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.Orthonormal;
import tapeline.compress.TruncatedSvd;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("18.4")
class TruncatedSvdTest {
  /// A matrix (m,n) with these singular values and random vectors.
  private static Tensor with(String purpose, int m, int n, double... values) {
    var random = Seeds.random(purpose);
    var u = Orthonormal.columns(Tensor.normal(random, m, values.length));
    var v = Orthonormal.columns(Tensor.normal(random, n, values.length));
    var scaled = u.copy();
    for (int i = 0; i < m; i++) {
      for (int c = 0; c < values.length; c++) {
        scaled.set((float) (u.at(i, c) * values[c]), i, c);
      }
    }
    return scaled.matmul(v.transpose());
  }

  private static double largest(Tensor t) {
    return t.abs().max(false, 0, 1).item();
  }

  @Test
  void columns_are_orthonormal() {
    var a = with("orthonormal", 30, 20, 9, 5, 3, 2, 1, 1, 0.5, 0.1);
    var q = TruncatedSvd.range(a, 6, 2, Seeds.random("probes"));
    assertThat(q.shape().toArray())
        .as("the shape of Q for (30,20), 6 columns")
        .containsExactly(30, 6);
    var identity = Tensor.zeros(6, 6);
    for (int i = 0; i < 6; i++) {
      identity.set(1, i, i);
    }
    assertThat(largest(q.transpose().matmul(q).minus(identity)))
        .as("the largest difference of QᵀQ from the identity")
        .isLessThan(1e-5);
  }

  /// Twenty values of 0.5 together hide σ = 1 behind them, unless they are raised to a power.
  @Test
  void powers_find_what_noise_hides() {
    var values = new double[24];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < 2 ? 1 : 0.5;
    }
    var a = with("noise", 40, 30, values);
    var none = TruncatedSvd.range(a, 2, 0, Seeds.random("few")).transpose().matmul(a).square();
    var many = TruncatedSvd.range(a, 2, 6, Seeds.random("few")).transpose().matmul(a).square();
    assertThat(many.sum().item())
        .as("σ₁² + σ₂² = 2, found by 2 columns and 6 powers")
        .isGreaterThan(1.99f);
    assertThat(many.sum().item())
        .as("the same by 6 powers, which is more than by none")
        .isGreaterThan(none.sum().item() + 0.1f);
  }

  /// Takes the diagonal matrix of 4 and 2: each power makes the second component 4 times as small
  /// beside the first.
  @Test
  void each_power_is_applied_once() {
    var a = Tensor.of(new float[] {4, 0, 0, 2}, 2, 2);
    double before = 0;
    for (int powers = 0; powers < 4; powers++) {
      var q = TruncatedSvd.range(a, 1, powers, Seeds.random("one"));
      double ratio = (double) q.at(1, 0) / q.at(0, 0);
      if (powers > 0) {
        assertThat(ratio / before)
            .as(
                "by how much power %d multiplies the second component of Q, for diag(4, 2), beside"
                    + " the first",
                powers)
            .isCloseTo(0.25, within(2.5e-4));
      }
      before = ratio;
    }
  }

  /// σ = 10⁻² beside 1: after A and six products with A·Aᵀ it is 10⁻²⁶ beside 1, so columns that
  /// are not made orthonormal between are all the same.
  @Test
  void small_values_survive_the_powers() {
    var a = with("small", 20, 15, 1, 0.1, 0.01);
    var svd = TruncatedSvd.range(a, 3, 6, Seeds.random("small-probes"));
    var found = svd.transpose().matmul(a);
    assertThat(largest(svd.matmul(found).minus(a)))
        .as("the largest error of Q·Qᵀ·A, σ = 1, 0.1, 0.01, after 6 powers")
        .isLessThan(1e-4);
  }

  /// Two products in a row multiply by σ² = 2¹⁴⁴, which is beyond float32.
  @Test
  void large_numbers_do_not_overflow_between_two_products() {
    var a = with("large", 20, 15, 4, 2, 1);
    var q = TruncatedSvd.range(a.times(0x1p70f), 3, 2, Seeds.random("large-probes"));
    assertThat(largest(q.matmul(q.transpose().matmul(a)).minus(a)))
        .as("the largest error of Q·Qᵀ·A, where Q is that of 2⁷⁰·A, σ = 4, 2, 1, after 2 powers")
        .isLessThan(1e-4);
  }

  @Test
  void singular_values_are_found() {
    var a = with("values", 50, 35, 8, 6, 5, 3, 1, 0.2, 0.1);
    var svd = TruncatedSvd.of(a, 4, Seeds.random("svd"));
    var wanted = new double[] {8, 6, 5, 3};
    for (int i = 0; i < 4; i++) {
      assertThat(Math.abs(svd.values()[i] - wanted[i]))
          .as("|σ − %s|, of 8, 6, 5, 3, 1, 0.2, 0.1", wanted[i])
          .isLessThan(1e-3);
    }
    var rest = a.minus(svd.product());
    assertThat(Math.sqrt(rest.square().sum().item()))
        .as("√Σ of the squares of what rank 4 leaves: √(1 + 0.04 + 0.01)")
        .isBetween(Math.sqrt(1.05) - 1e-3, Math.sqrt(1.05) + 1e-3);
  }
}
