package tapeline.memory;

import tapeline.autograd.Arithmetic;
import tapeline.autograd.TensorOp;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// The ops that [InPlace] records, once it is sure that nothing reads the old numbers. Their
/// gradients are those of the plain ops, which read the result or nothing.
final class InPlaceOps {
  private InPlaceOps() {}

  /// `x ← f(x)`, f being one whose slope reads its result or nothing.
  record MapInPlace(UnaryOp op) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.mapInPlace(op);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return new Arithmetic.Map(op).grad(dY, x, y);
    }

    @Override
    public Keeps keeps() {
      return new Arithmetic.Map(op).keeps();
    }

    @Override
    public String name() {
      return op + " in place";
    }
  }

  /// `x ← x + b` or `x ← x − b`.
  record SumInPlace(BinaryOp op) implements TensorOp.Binary {
    @Override
    public Tensor forward(Tensor x, Tensor b) {
      return x.zipInPlace(op, b);
    }

    @Override
    public Tensor gradA(Tensor dY, Tensor x, Tensor b, Tensor y) {
      return dY;
    }

    @Override
    public Tensor gradB(Tensor dY, Tensor x, Tensor b, Tensor y) {
      return op == BinaryOp.SUB ? dY.neg() : dY;
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
      return x.mulInPlace(factor);
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
