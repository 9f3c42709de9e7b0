package tapeline.tests.transformer;

import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Another backend, which hands all work on and counts the flops of the products.
final class ProductFlops implements Backend {
  private final Backend real;
  private long flops;

  private ProductFlops(Backend real) {
    this.real = real;
  }

  /// The flops of the matrix products that `work` computes, 2mkn each.
  static long of(Runnable work) {
    var counter = new ProductFlops(Backend.current());
    try (var _ = Backend.use(counter)) {
      work.run();
    }
    return counter.flops;
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    var y = real.matmul(a, b);
    flops += 2L * y.shape().size() * a.shape().length(-1);
    return y;
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    return real.map(op, x);
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    return real.slope(op, dy, x, y);
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    return real.zip(op, a, b);
  }

  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    return real.reduce(op, x, keep, axes);
  }

  @Override
  public Tensor softmax(Tensor x) {
    return real.softmax(x);
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    return real.logSumExp(x);
  }

  @Override
  public String name() {
    return "counting " + real.name();
  }
}
