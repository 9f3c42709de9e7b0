package tapeline.accel;

import java.util.Arrays;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.MatrixView;
import tapeline.accel.product.PackedProduct;
import tapeline.accel.product.VectorApi;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A backend whose product is the packed one, on vectors where the Vector API is there and by plain
/// loops elsewhere. The other primitives are [CpuBackend]'s.
///
/// It agrees with [CpuBackend] up to the order of summation: an element of a product differs by at
/// most `2k·ε·Σₗ|aₗ·bₗ|`, ε = 2⁻²⁴. Used by one thread at a time.
///
/// ```java
/// try (var _ = Backend.use(new VectorBackend())) {
///   train(model); // the same code as ever
/// }
/// ```
public final class VectorBackend extends ForwardingBackend {
  private static final int SMALL = 8 * 8 * 8; // below, packing costs more than the product

  private final PackedProduct product;

  /// On one thread, with blocks of the usual sizes.
  public VectorBackend() {
    this(BlockSizes.USUAL, 1);
  }

  /// @param threads that share the rows of a product
  public VectorBackend(BlockSizes sizes, int threads) {
    super(new CpuBackend());
    product = new PackedProduct(sizes, threads);
    if (!VectorApi.isThere()) Notice.once();
  }

  /// Says once a JVM that the Vector API is absent.
  private static final class Notice {
    static {
      System.err.println(VectorApi.missing());
    }

    private Notice() {}

    static void once() {}
  }

  @Override
  public String name() {
    return "vector";
  }

  /// Matrices of two axes, and batches whose B is shared, are packed: a batch of contiguous A's
  /// with one B is one tall product. Each pair of another batch is a product of its own.
  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    int ranks = Math.min(a.shape().rank(), b.shape().rank());
    if (ranks < 2 || a.shape().length(-1) != b.shape().length(-2)) {
      return super.matmul(a, b); // which says what is wrong
    }
    int m = a.shape().length(-2);
    int k = a.shape().length(-1);
    int n = b.shape().length(-1);
    if ((long) m * k * n < SMALL) {
      return super.matmul(a, b);
    }
    if (b.shape().rank() == 2 && a.isContiguous()) {
      int rows = a.shape().size() / k;
      var lengths = a.shape().toArray();
      lengths[lengths.length - 1] = n;
      var y = Tensor.zeros(lengths);
      var tall = new MatrixView(a.data(), a.offset(), rows, k, k, 1);
      product.add(tall, MatrixView.of(b), y.data(), 0);
      return y;
    }
    if (a.shape().rank() == 2 && b.shape().rank() == 2) {
      var y = Tensor.zeros(m, n);
      product.add(MatrixView.of(a), MatrixView.of(b), y.data(), 0);
      return y;
    }
    return pairs(a, b, m, k, n);
  }

  private Tensor pairs(Tensor a, Tensor b, int m, int k, int n) {
    var batch = batch(a).broadcast(batch(b)).toArray();
    var wideA = a.expand(Shape.of(with(batch, m, k)));
    var wideB = b.expand(Shape.of(with(batch, k, n)));
    var y = Tensor.zeros(with(batch, m, n));
    int pairs = Shape.of(batch).size();
    for (int p = 0; p < pairs; p++) {
      product.add(matrix(wideA, batch, p), matrix(wideB, batch, p), y.data(), p * m * n);
    }
    return y;
  }

  private static Shape batch(Tensor x) {
    return Shape.of(Arrays.copyOf(x.shape().toArray(), x.shape().rank() - 2));
  }

  private static int[] with(int[] batch, int rows, int columns) {
    var all = Arrays.copyOf(batch, batch.length + 2);
    all[batch.length] = rows;
    all[batch.length + 1] = columns;
    return all;
  }

  /// Matrix number p, in row-major order, of a batch.
  private static MatrixView matrix(Tensor x, int[] batch, int p) {
    int start = x.offset();
    int rest = p;
    for (int axis = batch.length - 1; axis >= 0; axis--) {
      start += rest % batch[axis] * x.stride(axis);
      rest /= batch[axis];
    }
    return new MatrixView(
        x.data(), start, x.shape().length(-2), x.shape().length(-1), x.stride(-2), x.stride(-1));
  }
}
