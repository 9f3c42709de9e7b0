package tapeline.profile.cost;

import tapeline.instruments.profile.Cost;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A backend that counts what every primitive costs as it is asked for: what formulas are checked
/// against.
///
/// Ops that do not go through a backend, as [tapeline.conv.Im2Col], are not seen. For one thread.
public final class CountedBackend extends ForwardingBackend {
  private Cost total = Cost.NONE;
  private Cost products = Cost.NONE;

  public CountedBackend(Backend real) {
    super(real);
  }

  /// All so far.
  public Cost total() {
    return total;
  }

  /// The matrix products among them.
  public Cost products() {
    return products;
  }

  /// The cost of all that `work` asks the backend in use for.
  public static Cost of(Runnable work) {
    var counted = new CountedBackend(Backend.current());
    try (var _ = Backend.use(counted)) {
      work.run();
    }
    return counted.total;
  }

  private Tensor counted(Tensor y, Cost cost) {
    total = total.plus(cost);
    return y;
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    return counted(super.map(op, x), PassCost.map(op, x.shape()));
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    return counted(super.slope(op, dy, x, y), PassCost.slope(op, x.shape()));
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    return counted(super.zip(op, a, b), PassCost.zip(a.shape(), b.shape()));
  }

  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    var y = super.reduce(op, x, keep, axes);
    return counted(y, PassCost.reduce(x.shape(), y.shape()));
  }

  /// Each number of Y is a row of A times a column of B, as long as A's last axis.
  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    var y = super.matmul(a, b);
    long terms = (long) y.shape().size() * a.shape().length(-1);
    long read = (long) a.shape().size() + b.shape().size();
    var cost = PassCost.cost(2 * terms, read, y.shape().size());
    products = products.plus(cost);
    return counted(y, cost);
  }

  @Override
  public Tensor softmax(Tensor x) {
    return counted(super.softmax(x), PassCost.softmax(x.shape()));
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    return counted(super.logSumExp(x), PassCost.logSumExp(x.shape()));
  }
}
