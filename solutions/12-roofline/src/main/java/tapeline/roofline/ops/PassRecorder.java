package tapeline.roofline.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import tapeline.autograd.TensorOp;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.OpCost;
import tapeline.profile.cost.PassCost;
import tapeline.profile.cost.ProductCost;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A backend that writes down which passes some work consists of. For one thread.
public final class PassRecorder extends ForwardingBackend {
  private static final int ROWS = 16;
  private static final int ROW = 1024;
  private static final Tensor SMALL = Tensor.normal(new SplittableRandom(1), ROWS, ROW);
  private static final Tensor LEFT = Tensor.normal(new SplittableRandom(2), 32, 128);
  private static final Tensor RIGHT =
      Tensor.normal(new SplittableRandom(3), 128, ROW); // as wide as 04's product works at a time
  private static final Tensor ONE = Tensor.full(0.5f, 1, 1);

  private final List<Recorded> passes = new ArrayList<>();

  /// A pass: one loop over operands and result.
  ///
  /// @param loop which one; two passes of one loop differ only in how long they are
  /// @param cost of the pass
  /// @param sample the same loop on operands that lie in the cache
  /// @param sampleCost of it
  /// @param call the same on one number: what a call takes whatever it computes
  public record Recorded(
      String loop, Cost cost, Supplier<Tensor> sample, Cost sampleCost, Supplier<Tensor> call) {}

  private PassRecorder(Backend real) {
    super(real);
  }

  /// The passes of work on the backend in use.
  public static List<Recorded> passesOf(Supplier<Tensor> work) {
    var recorder = new PassRecorder(Backend.current());
    try (var _ = Backend.use(recorder)) {
      var _ = work.get();
    }
    return List.copyOf(recorder.passes);
  }

  /// Applies an op that goes through no backend, and records it where that is asked for.
  ///
  /// Its call counts as that of a sum.
  ///
  /// @param alike the same op for `sample`, an operand that lies in the cache
  public static Tensor outside(TensorOp.Unary op, Tensor x, TensorOp.Unary alike, Tensor sample) {
    var y = op.forward(x);
    if (Backend.current() instanceof PassRecorder recorder) {
      var small = alike.forward(sample);
      recorder.passes.add(
          new Recorded(
              op.name(),
              OpCost.forward(op, List.of(x.shape()), y.shape()),
              () -> alike.forward(sample),
              OpCost.forward(alike, List.of(sample.shape()), small.shape()),
              () -> ONE.plus(ONE)));
    }
    return y;
  }

  private Tensor add(
      Tensor y,
      String loop,
      Cost cost,
      Supplier<Tensor> sample,
      Cost sampleCost,
      Supplier<Tensor> call) {
    passes.add(new Recorded(loop, cost, sample, sampleCost, call));
    return y;
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    return add(
        super.map(op, x),
        "map " + op,
        PassCost.map(op, x.shape()),
        () -> super.map(op, SMALL),
        PassCost.map(op, SMALL.shape()),
        () -> super.map(op, ONE));
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    return add(
        super.slope(op, dy, x, y),
        "slope " + op,
        PassCost.slope(op, x.shape()),
        () -> super.slope(op, SMALL, SMALL, SMALL),
        PassCost.slope(op, SMALL.shape()),
        () -> super.slope(op, ONE, ONE, ONE));
  }

  /// Operands that are stretched have another loop than operands of one shape.
  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    var small = sampleBeside(a, b);
    return add(
        super.zip(op, a, b),
        "zip %s %s".formatted(op, small.shape()),
        PassCost.zip(a.shape(), b.shape()),
        () -> super.zip(op, SMALL, small),
        PassCost.zip(SMALL.shape(), small.shape()),
        () -> super.zip(op, ONE, ONE));
  }

  private static Tensor sampleBeside(Tensor a, Tensor b) {
    if (a.shape().equals(b.shape())) return SMALL;
    var narrow = a.shape().size() < b.shape().size() ? a.shape() : b.shape();
    if (narrow.size() == 1) return Tensor.scalar(0.5f);
    return narrow.length(-1) == 1 ? Tensor.full(0.5f, ROWS, 1) : Tensor.full(0.5f, ROW);
  }

  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    var y = super.reduce(op, x, keep, axes);
    boolean rows =
        axes.length == 0 || x.shape().axis(axes[axes.length - 1]) == x.shape().rank() - 1;
    int axis = rows ? 1 : 0;
    return add(
        y,
        "reduce %s %s".formatted(op, rows ? "rows" : "columns"),
        PassCost.reduce(x.shape(), y.shape()),
        () -> super.reduce(op, SMALL, true, axis),
        PassCost.reduce(SMALL.shape(), SMALL.shape().reduced(true, axis)),
        () -> super.reduce(op, ONE, true, axis));
  }

  /// A product of a single row reads each number of B for one multiplication.
  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    boolean single = a.shape().length(-2) == 1;
    var left = single ? LEFT.slice(0, 0, 1) : LEFT;
    return add(
        super.matmul(a, b),
        single ? "product of a row" : "product",
        ProductCost.of(a.shape(), b.shape()).forward(),
        () -> super.matmul(left, RIGHT),
        ProductCost.of(left.shape(), RIGHT.shape()).forward(),
        () -> super.matmul(ONE, ONE));
  }

  @Override
  public Tensor softmax(Tensor x) {
    return add(
        super.softmax(x),
        "softmax",
        PassCost.softmax(x.shape()),
        () -> super.softmax(SMALL),
        PassCost.softmax(SMALL.shape()),
        () -> super.softmax(ONE));
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    return add(
        super.logSumExp(x),
        "logSumExp",
        PassCost.logSumExp(x.shape()),
        () -> super.logSumExp(SMALL),
        PassCost.logSumExp(SMALL.shape()),
        () -> super.logSumExp(ONE));
  }
}
