package tapeline.compress;

import java.util.Arrays;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// A sparse matrix by rows, *compressed sparse row*: the numbers that are not 0, the column of
/// each, and where each row begins among them.
///
/// ```text
/// 5 0 7        starts   0 2 2 3        row i has the numbers starts[i] ≤ k < starts[i + 1]
/// 0 0 0        columns  0 2 1
/// 0 4 0        values   5 7 4
/// ```
///
/// @param starts a number for each row, and one more
public record CsrMatrix(int rows, int width, int[] starts, int[] columns, float[] values) {
  /// Stores the numbers of a matrix that are not 0.
  ///
  /// @throws IllegalArgumentException when the tensor is no matrix
  public static CsrMatrix of(Tensor matrix) {
    if (matrix.shape().rank() != 2) {
      throw new IllegalArgumentException("a matrix has two axes, got " + matrix.shape());
    }
    int rows = matrix.shape().length(0);
    int width = matrix.shape().length(1);
    var all = matrix.toArray();
    var starts = new int[rows + 1];
    var columns = new int[all.length];
    var values = new float[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] != 0) {
        columns[count] = i % width;
        values[count++] = all[i];
        starts[i / width + 1] = count;
      }
    }
    for (int row = 0; row < rows; row++) {
      starts[row + 1] = Math.max(starts[row], starts[row + 1]); // of a row without numbers
    }
    return new CsrMatrix(
        rows, width, starts, Arrays.copyOf(columns, count), Arrays.copyOf(values, count));
  }

  /// Returns its bytes: 8 for each number that is not 0, 4 for each row, and 4.
  public long bytes() {
    return 4L * (starts.length + columns.length + values.length);
  }

  /// Returns `Y = A·X`; A (m,n), X (n,p), Y (m,p). 2·p FLOPs for each number that is not 0.
  ///
  /// @throws IllegalArgumentException when X has not as many rows as A has columns
  public Tensor times(Tensor x) {
    if (x.shape().rank() != 2 || x.shape().length(0) != width) {
      throw new IllegalArgumentException(
          "a sparse product needs (m,n)·(n,p), got (%d,%d)·%s".formatted(rows, width, x.shape()));
    }
    int p = x.shape().length(1);
    var from = x.toArray();
    var y = new float[rows * p];
    // BEGIN EXERCISE 18.3
    // TODO 18.3 — 9 lines. Y[row, j] = Σₖ values[k]·X[columns[k], j] over the numbers k of
    // the row. X[i, j] stands in from[i·p + j]. Which of the two, k and j, does the inner
    // loop go over, so that it reads and writes numbers that lie beside each other?
    if (p >= 0) throw new Todo("18.3", "a sparse product");
    // END EXERCISE 18.3
    return Tensor.of(y, rows, p);
  }
}
