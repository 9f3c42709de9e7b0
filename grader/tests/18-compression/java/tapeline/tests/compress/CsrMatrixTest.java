package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.CsrMatrix;
import tapeline.compress.Masks;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("18.3")
class CsrMatrixTest {
  @Test
  void one_column_by_hand() {
    var a = CsrMatrix.of(Tensor.of(new float[] {5, 0, 7, 0, 0, 0, 0, 4, 0}, 3, 3));
    assertThat(a.times(Tensor.of(new float[] {1, 10, 100}, 3, 1)).toArray())
        .as("((5, 0, 7), (0, 0, 0), (0, 4, 0)) times (1, 10, 100)")
        .containsExactly(705, 0, 40);
  }

  @Test
  void as_the_dense_product() {
    var random = Seeds.random("csr");
    for (double sparsity : new double[] {0, 0.3, 0.9, 1}) {
      var a = Tensor.normal(random, 7, 5);
      a = a.times(Masks.magnitude(a, sparsity));
      var x = Tensor.normal(random, 5, 4);
      var y = CsrMatrix.of(a).times(x);
      assertThat(y.shape().toArray()).as("the shape of (7,5)·(5,4)").containsExactly(7, 4);
      double worst = y.minus(a.matmul(x)).abs().max(false, 0, 1).item();
      assertThat(worst)
          .as("the largest difference from the dense product, %.0f %% zeros", 100 * sparsity)
          .isLessThan(1e-5);
    }
  }

  /// A walk through all columns of each row takes 4·10¹⁰ steps.
  @Test
  void numbers_that_are_not_there_cost_nothing() {
    int n = 200_000;
    var starts = new int[n + 1];
    var columns = new int[n];
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      starts[i + 1] = i + 1;
      columns[i] = n - 1 - i;
      values[i] = 2;
    }
    var y = new CsrMatrix(n, n, starts, columns, values).times(Tensor.range(n, 1));
    assertThat(y.at(0, 0))
        .as("200,000 rows and columns, one number in each row: 2 times the last of 0, 1, 2, …")
        .isEqualTo(2 * (n - 1));
  }

  @Test
  void operands_may_be_views() {
    var a = Tensor.range(3, 4);
    var x = Tensor.range(2, 4).transpose();
    assertThat(CsrMatrix.of(a).times(x).toArray())
        .as("0, 1, 2, … (3,4) times a transposed one, (4,2)")
        .isEqualTo(a.matmul(x).toArray());
  }
}
