package tapeline.tensor;

import java.util.Arrays;
import tapeline.toolkit.Todo;

/// `Y = A·B` on one thread, a row of Y after the other.
final class MatrixProduct {
  private MatrixProduct() {}

  /// See [Backend#matmul].
  static Tensor of(Tensor a, Tensor b) {
    boolean matrices = a.shape().rank() >= 2 && b.shape().rank() >= 2;
    if (!matrices || a.shape().length(-1) != b.shape().length(-2)) {
      throw new IllegalArgumentException(
          "matmul needs (…,m,k)·(…,k,n), got %s·%s".formatted(a.shape(), b.shape()));
    }
    int m = a.shape().length(-2);
    int k = a.shape().length(-1);
    int n = b.shape().length(-1);
    var batch = a.shape().leading(-2).broadcast(b.shape().leading(-2));
    var y = Tensor.zeros(batch.append(m, n));
    var left = a.expand(batch.append(m, k)).contiguous();
    var right = b.expand(batch.append(k, n)).contiguous();
    var rows = new float[k][n];
    var row = new float[n];
    for (int p = 0; p < batch.size(); p++) {
      for (int l = 0; l < k; l++) {
        System.arraycopy(right.data(), right.offset() + (p * k + l) * n, rows[l], 0, n);
      }
      for (int i = p * m; i < (p + 1) * m; i++) {
        combine(left.data(), left.offset() + i * k, rows, row);
        System.arraycopy(row, 0, y.data(), i * n, n);
      }
    }
    return y;
  }

  /// One row of Y, which is a combination of the rows of B: `y[j] = Σₗ a[a0 + l]·b[l][j]`.
  /*
   * Each row of B is an array of its own because the compiler makes vector instructions of y[j] +=
   * x·b[j], and none of y[j] += x·b[b0 + j], where it cannot tell whether y and b overlap. Four rows
   * at a time read and write y a quarter as often.
   */
  private static void combine(float[] a, int a0, float[][] b, float[] y) {
    Arrays.fill(y, 0);
    // BEGIN EXERCISE 04.6
    // TODO 04.6 — 3 to 10 lines. Two loops, over l and j. Both orders are right; in which one
    // does the inner loop walk along a row, where the next number is already in the cache?
    // addFour, below, does four rows at a time.
    throw new Todo("04.6", "matmul");
    // END EXERCISE 04.6
  }

  /// `y += a[l]·r0 + a[l + 1]·r1 + a[l + 2]·r2 + a[l + 3]·r3`.
  private static void addFour(
      float[] a, int l, float[] r0, float[] r1, float[] r2, float[] r3, float[] y) {
    float a0 = a[l];
    float a1 = a[l + 1];
    float a2 = a[l + 2];
    float a3 = a[l + 3];
    for (int j = 0; j < y.length; j++) {
      float two = Math.fma(a1, r1[j], Math.fma(a0, r0[j], y[j]));
      y[j] = Math.fma(a3, r3[j], Math.fma(a2, r2[j], two));
    }
  }
}
