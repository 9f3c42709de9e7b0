package tapeline.accel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.PackedProduct;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.vector.AxisGroups;
import tapeline.vector.FloatRange;
import tapeline.vector.MatrixView;
import tapeline.vector.Shares;
import tapeline.vector.StepArrays;
import tapeline.vector.StridedArray;
import tapeline.vector.VectorApi;
import tapeline.vector.math.ElementFunction;
import tapeline.vector.math.MapLoops;
import tapeline.vector.math.PairFunction;
import tapeline.vector.math.Pairs;
import tapeline.vector.math.RowLoops;
import tapeline.vector.math.SlopeLoops;

/// A backend on vectors: the packed product, and the loops of [tapeline.vector.math].
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
    arrays.begin();
    return arrays::end;
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

  /// Returns the numbers of `x` in row-major order, copied where they lie otherwise.
  public static FloatRange range(Tensor x) {
    var close = x.contiguous();
    return new FloatRange(close.data(), close.offset());
  }

  private static StridedArray strided(Tensor x) {
    var steps = new int[x.shape().rank()];
    Arrays.setAll(steps, x::stride);
    return new StridedArray(x.data(), x.offset(), x.shape().toArray(), steps);
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    if (!vectors) {
      return super.map(op, x);
    }
    var f = ElementFunction.valueOf(op.name());
    var from = range(x);
    var y = toWrite(x.shape());
    var to = range(y);
    shares.run(x.shape().size(), 1, (i, end) -> MapLoops.map(f, from.at(i), to.at(i), end - i));
    return y;
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    boolean same = dy.shape().equals(x.shape()) && x.shape().equals(y.shape());
    if (!vectors || !same) {
      return super.slope(op, dy, x, y); // which says what is wrong
    }
    var f = ElementFunction.valueOf(op.name());
    var from = range(dy);
    var known = range(f.slopeReadsY() ? y : x);
    var dx = toWrite(x.shape());
    var to = range(dx);
    shares.run(
        x.shape().size(),
        1,
        (i, end) -> SlopeLoops.slope(f, from.at(i), known.at(i), to.at(i), end - i));
    return dx;
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    if (!vectors) {
      return super.zip(op, a, b);
    }
    var f = PairFunction.valueOf(op.name());
    var y = toWrite(a.shape().broadcast(b.shape()));
    var pairs = pairs(y.shape(), a, b);
    shares.run(y.shape().size(), 1, (i, end) -> pairs.zip(f, y.data(), i, end));
    return y;
  }

  private static Pairs pairs(Shape shape, Tensor a, Tensor b) {
    var pairs = new Pairs(strided(a.expand(shape)), strided(b.expand(shape)));
    if (!pairs.aHasGaps() && !pairs.bHasGaps()) {
      return pairs;
    }
    var closeA = pairs.aHasGaps() ? a.copy() : a;
    var closeB = pairs.bHasGaps() ? b.copy() : b;
    return new Pairs(strided(closeA.expand(shape)), strided(closeB.expand(shape)));
  }

  /// Reduces along neighbouring axes pairwise or in blocks, and along others group by group.
  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    var shape = x.shape().reduced(keep, axes);
    if (!vectors) {
      return super.reduce(op, x, keep, axes);
    }
    var gone = new boolean[x.shape().rank()];
    Arrays.fill(gone, axes.length == 0);
    for (int axis : axes) {
      gone[x.shape().axis(axis)] = true;
    }
    var groups = new AxisGroups(x.shape().toArray(), gone);
    var from = groups.isDone() ? x.copy() : x.contiguous();
    while (!groups.isDone()) {
      var group = groups.take();
      var y = toWrite(Shape.of(group.outer(), group.inner()));
      RowLoops.reduce(op == Reduction.MAX, range(from), group, y.data(), shares);
      from = y;
    }
    return from.reshape(shape.toArray());
  }

  @Override
  public Tensor softmax(Tensor x) {
    int n = x.shape().length(-1);
    if (!vectors || n == 0) {
      return super.softmax(x);
    }
    var from = range(x);
    var y = toWrite(x.shape());
    shares.each(
        x.shape().size() / n,
        n,
        r -> RowLoops.softmax(from.data(), from.from() + r * n, y.data(), r * n, n));
    return y;
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    int n = x.shape().length(-1);
    if (!vectors || n == 0) {
      return super.logSumExp(x);
    }
    var from = range(x);
    var y = toWrite(x.shape().reduced(true, -1));
    shares.each(
        y.shape().size(),
        n,
        r -> y.data()[r] = RowLoops.logSumExp(from.data(), from.from() + r * n, n));
    return y;
  }

  /// Multiplies by packed blocks where matrices have two axes, and in batches whose B is shared: a
  /// batch of contiguous A's with one B is one tall product. Each pair of another batch is a
  /// product of its own. One row by a matrix whose rows lie in order reads it once, and packing
  /// would do that again.
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
    if (b.shape().rank() > 2 || !(a.isContiguous() || a.shape().rank() == 2)) {
      return products(product, a, b);
    }
    var lengths = a.shape().toArray();
    lengths[lengths.length - 1] = n;
    var y = zeros(Shape.of(lengths));
    int rows = a.shape().size() / k;
    var right = strided(b).matrix(0);
    if (a.isContiguous() && rows == 1 && b.stride(1) == 1) {
      shares.run(n, k, (j, end) -> RowLoops.addProduct(range(a), right, y.data(), j, end));
    } else if (a.isContiguous()) {
      product.add(new MatrixView(a.data(), a.offset(), rows, k, k, 1), right, y.data(), 0);
    } else {
      product.add(strided(a).matrix(0), right, y.data(), 0);
    }
    return y;
  }

  private Tensor products(PackedProduct product, Tensor a, Tensor b) {
    int m = a.shape().length(-2);
    int n = b.shape().length(-1);
    var batch = batch(a).broadcast(batch(b)).toArray();
    var allA = strided(a.expand(Shape.of(with(batch, m, a.shape().length(-1)))));
    var allB = strided(b.expand(Shape.of(with(batch, b.shape().length(-2), n))));
    var y = zeros(Shape.of(with(batch, m, n)));
    int pairs = Shape.of(batch).size();
    for (int p = 0; p < pairs; p++) {
      product.add(allA.matrix(p), allB.matrix(p), y.data(), p * m * n);
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
}
