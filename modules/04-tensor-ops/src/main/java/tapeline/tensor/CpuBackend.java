package tapeline.tensor;

/// Plain Java on one thread: what every other backend is checked against.
public final class CpuBackend implements Backend {
  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    var y = Tensor.zeros(x.shape());
    Elementwise.map(op, alone(x), y.data());
    return y;
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    if (!dy.shape().equals(x.shape()) || !x.shape().equals(y.shape())) {
      throw new IllegalArgumentException(
          "slope needs dy, x and y of one shape, got %s, %s and %s"
              .formatted(dy.shape(), x.shape(), y.shape()));
    }
    var dx = Tensor.zeros(x.shape());
    Elementwise.slope(op, alone(dy), alone(x), alone(y), dx.data());
    return dx;
  }

  /// The elements alone in an array: the data itself where nothing else is in it.
  private static float[] alone(Tensor x) {
    return isAlone(x) ? x.data() : x.toArray();
  }

  private static boolean isAlone(Tensor x) {
    return x.data().length == x.shape().size() && x.isContiguous();
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    var y = Tensor.zeros(a.shape().broadcast(b.shape()));
    var wideA = a.expand(y.shape());
    var wideB = b.expand(y.shape());
    if (isAlone(wideA) && isAlone(wideB)) {
      Elementwise.zip(op, a.data(), b.data(), y.data(), y.shape().size());
    } else {
      new Chunks(op, a.data(), b.data(), y.data()).run(wideA, wideB);
    }
    return y;
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
