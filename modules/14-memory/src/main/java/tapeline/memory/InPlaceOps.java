package tapeline.memory;

import tapeline.autograd.TensorOp;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// The ops that [InPlace] records, once it is sure that nothing reads the old numbers.
final class InPlaceOps {
  private InPlaceOps() {}

  /// Writes the new numbers over the old ones.
  private static Tensor write(Tensor x, Tensor y) {
    if (!y.shape().equals(x.shape())) {
      throw new IllegalArgumentException(
          "in place the result has the operand's shape %s, got %s".formatted(x.shape(), y.shape()));
    }
    x.assign(y);
    return x;
  }

  record ReluInPlace() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return write(x, x.relu());
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return Backend.current().slope(UnaryOp.RELU, dY, y, y);
    }

    @Override
    public Keeps keeps() {
      return Keeps.OUTPUT;
    }
  }

  record AddInPlace() implements TensorOp.Binary {
    @Override
    public Tensor forward(Tensor x, Tensor b) {
      return write(x, x.plus(b));
    }

    @Override
    public Tensor gradA(Tensor dY, Tensor x, Tensor b, Tensor y) {
      return dY;
    }

    @Override
    public Tensor gradB(Tensor dY, Tensor x, Tensor b, Tensor y) {
      return dY;
    }

    @Override
    public Keeps keeps() {
      return Keeps.NOTHING;
    }
  }

  /// @param version of the factor, which must not be written either
  record MulInPlace(Tensor factor, int version) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return write(x, x.times(factor));
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      if (factor.version() != version) {
        throw new IllegalStateException(
            "backward reads the factor of mul in place, %s, and it was written since"
                .formatted(factor.shape()));
      }
      return dY.times(factor);
    }

    @Override
    public Keeps keeps() {
      return Keeps.NOTHING;
    }
  }
}
