package tapeline.tensor;

/// Plain Java on one thread: what every other backend is checked against.
public final class CpuBackend implements Backend {
  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    return Elementwise.map(op, x);
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    return Elementwise.slope(op, dy, x, y);
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    return Elementwise.zip(op, a, b);
  }

  @Override
  public void mapInPlace(UnaryOp op, Tensor x) {
    Elementwise.mapInPlace(op, x);
  }

  @Override
  public void zipInPlace(BinaryOp op, Tensor a, Tensor b) {
    Elementwise.zipInPlace(op, a, b);
  }

  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    return AxisReduction.of(op, x, keep, axes);
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    return MatrixProduct.of(a, b);
  }

  @Override
  public Tensor softmax(Tensor x) {
    return RowFunctions.softmax(x);
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    return RowFunctions.logSumExp(x);
  }
}
