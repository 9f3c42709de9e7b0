package tapeline.accel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tapeline.accel.math.MapLoops;
import tapeline.accel.math.RowLoops;
import tapeline.accel.math.SlopeLoops;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.MatrixView;
import tapeline.accel.product.PackedProduct;
import tapeline.accel.product.VectorApi;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A backend on vectors: the packed product, and the loops of [tapeline.accel.math].
///
/// How far it is from [CpuBackend], ε being 2⁻²⁴:
///
/// | | |
/// |---|---|
/// | a function of two numbers, the largest | equal |
/// | a slope times dy | equal; of softplus and GELU within `32·ε·│dy│` |
/// | a function of one number | equal; exp and ln within 2 ulp, tanh within 3, sigmoid and softplus within 4 |
/// | GELU | within 8 ulp above −1, within 4·10⁻⁷ below |
/// | a sum of n numbers | `(100 + 2√n)·ε·Σ│xᵢ│` |
/// | a product of length k | `2k·ε·Σₗ│aₗ·bₗ│` |
/// | softmax of n numbers, with L lanes | relative `(16 + n/L)·ε` |
/// | logsumexp | the same, absolute, and 2 ulp |
///
/// Large loops are shared among threads, which changes no number.
///
/// Where the Vector API is absent all is [CpuBackend]'s, and a line on standard error says so,
/// once.
///
/// ```java
/// var vectors = new VectorBackend();
/// try (var _ = Backend.use(vectors)) {
///   train(model); // the same code as ever
/// }
/// ```
///
/// Used by one thread at a time.
public final class VectorBackend extends ForwardingBackend {
  private static final int SMALL = 8 * 8 * 8; // below, packing costs more than the product

  private final boolean vectors = VectorApi.isThere();
  private final StepArrays arrays = new StepArrays();
  private final @Nullable PackedProduct product; // null without the Vector API
  private final Shares shares;

  /// Makes a backend on one thread, with blocks of the usual sizes.
  public VectorBackend() {
    this(BlockSizes.USUAL, 1);
  }

  /// Makes a backend with blocks of these sizes.
  ///
  /// @param threads that share large loops
  public VectorBackend(BlockSizes sizes, int threads) {
    super(new CpuBackend());
    product = vectors ? new PackedProduct(sizes, threads) : null;
    shares = new Shares(threads);
    if (!vectors) Notice.once();
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

  /// Begins a step of a training, which the result ends. The arrays of all tensors that this thread
  /// makes in between, while this backend is in use, serve the next step again: in steady state a
  /// step makes no new ones.
  ///
  /// ```java
  /// for (var batch : trainer.batches(digits)) {
  ///   try (var _ = vectors.step()) {
  ///     trainer.step(batch);
  ///   }
  /// }
  /// ```
  ///
  /// The results of a step may be read until the next one begins, and are overwritten then: copy
  /// with [Tensor#toArray] what is to last. Parameters last, as they are written in place, and so
  /// does what the optimizers of module 07 keep.
  ///
  /// @throws IllegalStateException while a step is open
  public Backend.Use step() {
    return arrays.begin();
  }

  /// Returns the bytes of the arrays that steps have made so far: all that is kept for the next
  /// one.
  public long stepBytes() {
    return arrays.bytes();
  }

  @Override
  public float[] zeros(int length) {
    return arrays.zeros(length);
  }

  /// Returns a tensor all of whose numbers are still to be written: any where this backend is in
  /// use, zeros where another one is.
  public static Tensor unwritten(Shape shape) {
    return Backend.current() instanceof VectorBackend vectors
        ? vectors.toWrite(shape)
        : Tensor.zeros(shape);
  }

  private Tensor toWrite(Shape shape) {
    return Tensor.of(arrays.any(shape.size()), shape.toArray());
  }

  private Tensor zeros(Shape shape) {
    return Tensor.of(arrays.zeros(shape.size()), shape.toArray());
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    if (!vectors) {
      return super.map(op, x);
    }
    var from = x.contiguous();
    var y = toWrite(x.shape());
    shares.run(
        x.shape().size(),
        1,
        (i, end) -> MapLoops.map(op, from.data(), from.offset() + i, y.data(), i, end - i));
    return y;
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    boolean same = dy.shape().equals(x.shape()) && x.shape().equals(y.shape());
    if (!vectors || !same) {
      return super.slope(op, dy, x, y); // which says what is wrong
    }
    var from = dy.contiguous();
    var known = (SlopeLoops.readsY(op) ? y : x).contiguous();
    var dx = toWrite(x.shape());
    shares.run(
        x.shape().size(),
        1,
        (i, end) ->
            SlopeLoops.slope(
                op,
                from.data(),
                from.offset() + i,
                known.data(),
                known.offset() + i,
                dx.data(),
                i,
                end - i));
    return dx;
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    if (!vectors) {
      return super.zip(op, a, b);
    }
    var y = toWrite(a.shape().broadcast(b.shape()));
    var pairs = Pairs.of(y.shape(), a, b);
    shares.run(y.shape().size(), 1, (i, end) -> pairs.zip(op, y.data(), i, end));
    return y;
  }

  /// Reduces along neighbouring axes pairwise or in blocks, and along others group by group.
  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    var shape = x.shape().reduced(keep, axes);
    if (!vectors) {
      return super.reduce(op, x, keep, axes);
    }
    var groups = new AxisGroups(x.shape(), axes);
    var from = groups.next() < 0 ? x.copy() : x.contiguous();
    for (int g = groups.next(); g >= 0; g = groups.next()) {
      from = reduced(op, from, groups.outer(g), groups.length(g), groups.inner(g));
      groups.reduced(g);
    }
    return from.reshape(shape.toArray());
  }

  /// Reduces (outer,n,inner) to (outer,inner).
  private Tensor reduced(Reduction op, Tensor x, int outer, int n, int inner) {
    var from = x.data();
    int start = x.offset();
    var y = toWrite(Shape.of(outer, inner));
    var to = y.data();
    if (inner == 1) {
      shares.run(
          outer,
          n,
          (i, end) -> {
            for (int r = i; r < end; r++) {
              int row = start + r * n;
              to[r] = op == Reduction.SUM ? RowLoops.sum(from, row, n) : RowLoops.max(from, row, n);
            }
          });
      return y;
    }
    for (int o = 0; o < outer; o++) {
      int first = start + o * n * inner;
      int row = o * inner;
      shares.run(
          inner,
          n,
          (j, end) -> {
            if (op == Reduction.SUM) {
              RowLoops.columnSums(from, first, n, inner, j, end, to, row);
            } else {
              RowLoops.columnMaxima(from, first, n, inner, j, end, to, row);
            }
          });
    }
    return y;
  }

  @Override
  public Tensor softmax(Tensor x) {
    int n = x.shape().length(-1);
    if (!vectors || n == 0) {
      return super.softmax(x);
    }
    var from = x.contiguous();
    var y = toWrite(x.shape());
    shares.run(
        x.shape().size() / n,
        n,
        (i, end) -> {
          for (int r = i; r < end; r++) {
            RowLoops.softmax(from.data(), from.offset() + r * n, y.data(), r * n, n);
          }
        });
    return y;
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    int n = x.shape().length(-1);
    if (!vectors || n == 0) {
      return super.logSumExp(x);
    }
    var from = x.contiguous();
    var y = toWrite(x.shape().reduced(true, -1));
    shares.run(
        y.shape().size(),
        n,
        (i, end) -> {
          for (int r = i; r < end; r++) {
            y.data()[r] = RowLoops.logSumExp(from.data(), from.offset() + r * n, n);
          }
        });
    return y;
  }

  /// Multiplies by packed blocks where matrices have two axes, and in batches whose B is shared: a
  /// batch of contiguous A's with one B is one tall product. Each pair of another batch is a
  /// product of its own.
  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    int ranks = Math.min(a.shape().rank(), b.shape().rank());
    if (ranks < 2 || a.shape().length(-1) != b.shape().length(-2)) {
      return super.matmul(a, b); // which says what is wrong
    }
    int m = a.shape().length(-2);
    int k = a.shape().length(-1);
    int n = b.shape().length(-1);
    if (product == null || (long) m * k * n < SMALL) {
      return super.matmul(a, b);
    }
    if (b.shape().rank() == 2 && a.isContiguous()) {
      int rows = a.shape().size() / k;
      var lengths = a.shape().toArray();
      lengths[lengths.length - 1] = n;
      var y = zeros(Shape.of(lengths));
      if (rows == 1 && b.stride(1) == 1) {
        row(a, b, y.data());
        return y;
      }
      var tall = new MatrixView(a.data(), a.offset(), rows, k, k, 1);
      product.add(tall, MatrixView.of(b), y.data(), 0);
      return y;
    }
    if (a.shape().rank() == 2 && b.shape().rank() == 2) {
      var y = zeros(Shape.of(m, n));
      product.add(MatrixView.of(a), MatrixView.of(b), y.data(), 0);
      return y;
    }
    return pairs(product, a, b, m, k, n);
  }

  /// Multiplies one row by a matrix whose rows lie in order: it is read once, and packing would do
  /// that again.
  private void row(Tensor a, Tensor b, float[] y) {
    int k = b.shape().length(0);
    shares.run(
        b.shape().length(1),
        k,
        (j, end) -> {
          for (int l = 0; l < k; l++) {
            int from = b.offset() + l * b.stride(0) + j;
            RowLoops.addScaled(y, j, a.data()[a.offset() + l], b.data(), from, end - j);
          }
        });
  }

  private Tensor pairs(PackedProduct product, Tensor a, Tensor b, int m, int k, int n) {
    var batch = batch(a).broadcast(batch(b)).toArray();
    var wideA = a.expand(Shape.of(with(batch, m, k)));
    var wideB = b.expand(Shape.of(with(batch, k, n)));
    var y = zeros(Shape.of(with(batch, m, n)));
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

  /// Returns matrix number p, in row-major order, of a batch.
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
