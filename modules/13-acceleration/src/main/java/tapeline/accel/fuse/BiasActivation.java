package tapeline.accel.fuse;

import org.jspecify.annotations.Nullable;
import tapeline.accel.VectorBackend;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.vector.FloatRange;
import tapeline.vector.math.ElementFunction;
import tapeline.vector.math.MapLoops;
import tapeline.vector.math.RowLoops;
import tapeline.vector.math.SlopeLoops;

/// `Y = f(X + b)`, X and Y (…,n), b (n): a layer's bias and its activation in one visit of each
/// row, and both gradients in another.
///
/// Forward moves 8 bytes an element, the two ops 16. One op is for one place on a tape.
public final class BiasActivation implements TensorOp.Binary {
  private final ElementFunction f;
  private @Nullable Tensor from;
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
    var in = x.contiguous();
    var bias = b.toArray();
    var y = VectorBackend.unwritten(x.shape());
    for (int row = 0; row < y.data().length; row += bias.length) {
      RowLoops.plus(in.data(), in.offset() + row, bias, y.data(), row);
      var to = new FloatRange(y.data(), row);
      MapLoops.map(f, to, to, bias.length);
    }
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
    if (from == dY) {
      return;
    }
    from = dY;
    boolean fromY = f.slopeReadsY();
    var slopes = VectorBackend.range(dY);
    var in = x.contiguous();
    var bias = b.toArray();
    var row = new FloatRange(new float[bias.length], 0);
    dX = VectorBackend.unwritten(x.shape());
    dB = Tensor.zeros(bias.length);
    for (int to = 0; to < dX.data().length; to += bias.length) {
      if (!fromY) RowLoops.plus(in.data(), in.offset() + to, bias, row.data(), 0);
      var known = fromY ? new FloatRange(y.data(), y.offset() + to) : row;
      SlopeLoops.slope(f, slopes.at(to), known, new FloatRange(dX.data(), to), bias.length);
      RowLoops.addScaled(dB.data(), 0, 1, dX.data(), to, bias.length);
    }
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
