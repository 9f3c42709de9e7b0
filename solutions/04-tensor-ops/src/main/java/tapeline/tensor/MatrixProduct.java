package tapeline.tensor;

import static tapeline.tensor.ProductStrips.addFour;

/// `Y = A·B`: which matrices go together, and the loops over some of their rows. [ProductStrips]
/// brings the rows, so few at a time that they stay in the caches.
final class MatrixProduct {
  private MatrixProduct() {}

  /// See [Backend#matmul].
  static Tensor of(Tensor a, Tensor b) {
    boolean enough = a.shape().rank() >= 2 && b.shape().rank() >= 2;
    if (!enough || a.shape().length(-1) != b.shape().length(-2)) {
      throw new IllegalArgumentException(
          "matmul needs (…,m,k)·(…,k,n), got %s·%s".formatted(a.shape(), b.shape()));
    }
    return ProductStrips.of(a, b, batch(a.shape(), b.shape()));
  }

  private static Shape batch(Shape a, Shape b) {
    try {
      return a.leading(-2).broadcast(b.leading(-2));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "matmul broadcasts the axes before the last two, got %s·%s: %s"
              .formatted(a, b, e.getMessage()),
          e);
    }
  }

  /// Adds combinations of the rows of B to rows of Y: `y[i][j] += Σₗ a[i][l]·b[l][j]` for j < n.
  /// Reads a row of B to its end before the next one.
  static void combine(float[][] a, float[][] b, float[][] y, int n) {
    // BEGIN SOLUTION 04.6 "matmul, row by row" 20 points, core
    int l = 0;
    for (; l + 3 < b.length; l += 4) {
      addFour(a, l, b, y, n);
    }
    for (; l < b.length; l++) {
      for (int i = 0; i < y.length; i++) {
        float x = a[i][l];
        for (int j = 0; j < n; j++) {
          y[i][j] = Math.fma(x, b[l][j], y[i][j]);
        }
      }
    }
    // STUB // TODO 04.6 — 4 to 12 lines. Add a[i][l]·b[l][j] to y[i][j], for all l, i and j < n.
    // STUB // Every order of the three loops gives the same numbers: in which one is the next
    // STUB // number already in the cache? That one is asked for. addFour(a, l, b, y, n) adds four
    // STUB // rows of B from l on.
    // STUB throw new Todo("04.6", "matmul");
    // END SOLUTION
  }
}
