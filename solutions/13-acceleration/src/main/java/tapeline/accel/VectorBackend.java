package tapeline.accel;

import static tapeline.accel.fuse.Unwritten.range;
import static tapeline.accel.fuse.Unwritten.strided;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tapeline.accel.fuse.Fusions;
import tapeline.accel.fuse.Unwritten;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.PackedProduct;
import tapeline.accel.product.TensorProduct;
import tapeline.autograd.TensorOp;
import tapeline.conv.Convolution;
import tapeline.conv.Flatten;
import tapeline.conv.MaxPool;
import tapeline.nn.Activation;
import tapeline.nn.FusingBackend;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Optimizer;
import tapeline.nn.Sequential;
import tapeline.optim.Adam;
import tapeline.optim.AdamBackend;
import tapeline.optim.Sgd;
import tapeline.profile.ScopedOptimizer;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.LayerNorm;
import tapeline.transformer.TransformerBlock;
import tapeline.vector.AxisGroups;
import tapeline.vector.FloatRange;
import tapeline.vector.Shares;
import tapeline.vector.StepArrays;
import tapeline.vector.VectorApi;
import tapeline.vector.math.AdamLoop;
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
/// Large loops are shared among threads, which changes no number. In which order the lanes of a sum
/// are added is the JVM's choice, another one once a loop is compiled: two trainings with one seed
/// may differ in their last bits.
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
public final class VectorBackend extends ForwardingBackend
    implements FusingBackend, AdamBackend, Unwritten {
  /// Layers and optimizers that keep no tensor from step to step but their parameters' values.
  private static final Set<Class<?>> LAYERS =
      Set.of(
          Linear.class,
          Activation.class,
          Convolution.class,
          MaxPool.class,
          Flatten.class,
          LayerNorm.class,
          TransformerBlock.class);

  private static final Set<Class<?>> OPTIMIZERS =
      Set.of(GradientDescent.class, Sgd.class, Adam.class);

  private static final int ADAM = 4; // arrays that a step reads, where ReLU reads one
  private static final String FUSES =
      "VectorBackend trains by fused steps, in the arrays of the step before; -Dplain trains op by op";
  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private final boolean vectors = VectorApi.isThere();
  private boolean fuses = vectors && !Boolean.getBoolean("tapeline.plain");
  private final StepArrays arrays = new StepArrays();
  private final @Nullable TensorProduct product; // null without the Vector API
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
    shares = new Shares(threads);
    product = vectors ? new TensorProduct(new PackedProduct(sizes, threads), shares, this) : null;
    if (!vectors) sayOnce(System.err, VectorApi.missing());
  }

  private static void sayOnce(PrintStream to, String line) {
    if (SAID.add(line)) to.println(line);
  }

  @Override
  public String name() {
    return "vector";
  }

  /// Returns this backend without fusion: trainings go op by op, and each step makes arrays of its
  /// own. For what a fused step is compared with.
  public VectorBackend opByOp() {
    fuses = false;
    return this;
  }

  /// Begins a step of a training, which the result ends. The arrays of all tensors that this thread
  /// makes in between, while this backend is in use, serve the next step again: in steady state a
  /// step makes no new ones. Backward uses those of gradients that it has passed at once. 06's and
  /// 09's trainers begin their steps by themselves; a step within another is part of it.
  ///
  /// ```java
  /// for (var batch : batches) {
  ///   try (var _ = vectors.step()) {
  ///     learn(batch);
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

  @Override
  public Backend.Use step(Optimizer optimizer, Layer... layers) {
    var real = optimizer instanceof ScopedOptimizer scoped ? scoped.optimizer() : optimizer;
    if (!fuses || arrays.isOpen() || !keepNothing(real, layers)) {
      return () -> {};
    }
    sayOnce(System.out, FUSES);
    return step();
  }

  /// Returns whether no tensor of a step is read in a later one.
  private static boolean keepNothing(Optimizer optimizer, Layer... layers) {
    return OPTIMIZERS.contains(optimizer.getClass())
        && Arrays.stream(layers)
            .allMatch(layer ->
                layer instanceof Sequential several
                    ? keepNothing(optimizer, several.layers().toArray(Layer[]::new))
                    : LAYERS.contains(layer.getClass()));
  }

  @Override
  public @Nullable TensorOp fused(Object work, Shape x) {
    return fuses ? Fusions.of(work, x) : null;
  }

  @Override
  public @Nullable Layer fused(Layer first, Layer then) {
    return fuses ? Fusions.of(first, then) : null;
  }

  @Override
  public boolean descend(Tensor p, Tensor g, float rate) {
    if (!fuses) {
      return false;
    }
    var to = range(p);
    var slope = range(g);
    shares.run(
        p.shape().size(),
        1,
        (i, end) -> RowLoops.subtractScaled(to.at(i), rate, slope.at(i), end - i));
    p.written();
    return true;
  }

  @Override
  public boolean adam(Rule rule, float[] p, int atP, float[] g, int atG, float[] m, float[] v) {
    if (!fuses) {
      return false;
    }
    var loop =
        AdamLoop.Rule.of(rule.rate(), rule.beta1(), rule.beta2(), rule.steps(), rule.epsilon());
    var value = new FloatRange(p, atP);
    var gradient = new FloatRange(g, atG);
    shares.run(m.length, ADAM, (i, end) -> AdamLoop.step(loop, value, gradient, m, v, i, end));
    return true;
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

  @Override
  public void release(float[] array) {
    arrays.release(array);
  }

  @Override
  public Tensor toWrite(Shape shape) {
    return Tensor.of(arrays.any(shape.size()), shape.toArray());
  }

  @Override
  public Shares shares() {
    return shares;
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
        Shares.EXP * n,
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
        Shares.EXP * n,
        r -> y.data()[r] = RowLoops.logSumExp(from.data(), from.from() + r * n, n));
    return y;
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    return product != null && product.suits(a, b) ? product.of(a, b) : super.matmul(a, b);
  }
}
