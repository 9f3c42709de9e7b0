package tapeline.tests.tensor;

import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Another backend, which hands all work on and counts the products.
final class CountingBackend implements Backend {
  private final Backend real;
  private int products;

  CountingBackend(Backend real) {
    this.real = real;
  }

  int products() {
    return products;
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
  public Tensor matmul(Tensor a, Tensor b) {
    products++;
    return real.matmul(a, b);
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
