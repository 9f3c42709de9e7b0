package tapeline.laboratory.suite;

import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A backend that counts the work of the matrix products which it has another one do: what no clock
/// blurs.
///
/// ```java
/// var counter = new MatmulCounter(Backend.current());
/// try (var _ = Backend.use(counter)) {
///   model.apply(x);
/// }
/// counter.flops();
/// ```
public final class MatmulCounter implements Backend {
  private final Backend backend;
  private long flops;

  public MatmulCounter(Backend backend) {
    this.backend = backend;
  }

  /// 2mkn for each product of matrices (m,k)·(k,n), so far.
  public long flops() {
    return flops;
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    var y = backend.matmul(a, b);
    flops += 2L * y.shape().size() * a.shape().length(-1);
    return y;
  }

  // spotless:off
  @Override public Tensor map(UnaryOp op, Tensor x)                           { return backend.map(op, x); }
  @Override public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y)    { return backend.slope(op, dy, x, y); }
  @Override public Tensor zip(BinaryOp op, Tensor a, Tensor b)                { return backend.zip(op, a, b); }
  @Override public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) { return backend.reduce(op, x, keep, axes); }
  @Override public Tensor softmax(Tensor x)                                   { return backend.softmax(x); }
  @Override public Tensor logSumExp(Tensor x)                                 { return backend.logSumExp(x); }
  @Override public String name()                                              { return backend.name(); }
  // spotless:on
}
