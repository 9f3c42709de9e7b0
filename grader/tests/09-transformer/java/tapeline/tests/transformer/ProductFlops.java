package tapeline.tests.transformer;

import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Tensor;

/// Another backend, which hands all work on and counts the flops of the products.
final class ProductFlops extends ForwardingBackend {
  private long flops;

  private ProductFlops(Backend real) {
    super(real);
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
    var y = super.matmul(a, b);
    flops += 2L * y.shape().size() * a.shape().length(-1);
    return y;
  }
}
