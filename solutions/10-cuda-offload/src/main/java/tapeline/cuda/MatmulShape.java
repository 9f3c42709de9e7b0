package tapeline.cuda;

import java.util.Arrays;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The lengths in `Y = A·B`; A (…,m,k), B (…,k,n), Y (…,m,n).
///
/// @param batch the axes before the last two, broadcast
record MatmulShape(Shape batch, int m, int k, int n) {

  /// @throws IllegalArgumentException when the shapes do not go together, naming both
  static MatmulShape of(Shape a, Shape b) {
    boolean matrices = a.rank() >= 2 && b.rank() >= 2;
    if (!matrices || a.length(-1) != b.length(-2)) {
      throw new IllegalArgumentException("matmul needs (…,m,k)·(…,k,n), got %s·%s".formatted(a, b));
    }
    try {
      var batch = leading(a).broadcast(leading(b));
      return new MatmulShape(batch, a.length(-2), a.length(-1), b.length(-1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "matmul broadcasts the axes before the last two, got %s·%s: %s"
              .formatted(a, b, e.getMessage()),
          e);
    }
  }

  private static Shape leading(Shape x) {
    return Shape.of(Arrays.copyOf(x.toArray(), x.rank() - 2));
  }

  /// The shape of Y.
  Shape result() {
    return with(m, n);
  }

  /// The batch of A's matrices.
  Tensor stretchA(Tensor a) {
    return a.expand(with(m, k));
  }

  /// The batch of B's matrices.
  Tensor stretchB(Tensor b) {
    return b.expand(with(k, n));
  }

  private Shape with(int rows, int columns) {
    var lengths = Arrays.copyOf(batch.toArray(), batch.rank() + 2);
    lengths[batch.rank()] = rows;
    lengths[batch.rank() + 1] = columns;
    return Shape.of(lengths);
  }

  /// Matrix number p of a batch, a view; the last axis of the batch runs fastest.
  static Tensor matrix(Tensor batch, int p) {
    var t = batch;
    int rest = p;
    for (int axis = batch.shape().rank() - 3; axis >= 0; axis--) {
      int n = t.shape().length(axis);
      t = t.select(axis, rest % n);
      rest /= n;
    }
    return t;
  }
}
