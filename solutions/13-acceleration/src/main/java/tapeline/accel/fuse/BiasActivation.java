package tapeline.accel.fuse;

import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.vector.math.BiasLoops;
import tapeline.vector.math.ElementFunction;

/// `Y = f(X + b)`, X and Y (…,n), b (n): a layer's bias and its activation in one visit of each
/// row, and both gradients in another.
///
/// Forward moves 8 bytes an element, the two ops 16. One op is for one place on a tape.
public final class BiasActivation implements TensorOp.Binary, FusedOp {
  final ElementFunction f;
  private @Nullable Tensor from;
  private int version; // that it had: a program may write it anew between two walks
  private Tensor dX = Tensor.zeros(0);
  private Tensor dB = Tensor.zeros(0);

  public BiasActivation(UnaryOp f) {
    this.f = ElementFunction.valueOf(f.name());
  }

  /// Adds b to each row of X, and applies the function.
  ///
  /// @throws IllegalArgumentException unless b is as long as a row of X
  @Override
  public Tensor forward(Tensor x, Tensor b) {
    if (b.shape().rank() != 1 || b.shape().length(0) != x.shape().length(-1)) {
      throw new IllegalArgumentException(
          "a bias needs X (…,n) and b (n), got %s and %s".formatted(x.shape(), b.shape()));
    }
    var y = Unwritten.of(x.shape());
    BiasLoops.forward(f, Unwritten.range(x), b.toArray(), y.data());
    return y;
  }

  @Override
  public Tensor gradA(Tensor dY, Tensor x, Tensor b, Tensor y) {
    bothOf(dY, x, b, y);
    return dX;
  }

  @Override
  public Tensor gradB(Tensor dY, Tensor x, Tensor b, Tensor y) {
    bothOf(dY, x, b, y);
    return dB;
  }

  /// Computes `dX = dY·f′` and `dB = Σ dX` over the rows, at the first call for this dY. Where the
  /// slope is known from `X + b` alone, that is computed again, a row at a time.
  private void bothOf(Tensor dY, Tensor x, Tensor b, Tensor y) {
    if (from == dY && version == dY.version()) {
      return;
    }
    from = dY;
    version = dY.version();
    dX = Unwritten.of(x.shape());
    dB = Unwritten.of(b.shape());
    var known = Unwritten.range(f.slopeReadsY() ? y : x);
    BiasLoops.backward(f, Unwritten.range(dY), known, b.toArray(), dX.data(), dB.data());
  }

  @Override
  public Keeps keeps() {
    return f.slopeReadsY() ? Keeps.OUTPUT : Keeps.INPUTS;
  }

  @Override
  public String name() {
    return "BiasActivation";
  }
}
