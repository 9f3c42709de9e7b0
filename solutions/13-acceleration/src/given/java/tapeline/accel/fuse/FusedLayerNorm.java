package tapeline.accel.fuse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;
import tapeline.vector.math.NormLoops;

/// `Y = x̂·g + s` with `x̂ = (x − µ)/√(σ² + ε)` by row: X and Y (…,n), gain g and shift s (n).
///
/// Forward moves 8 bytes an element. Two numbers are kept for each row; backward makes x̂ again
/// from them. One op is for one place on a tape.
public final class FusedLayerNorm implements TensorOp.Many, FusedOp {
  private final float epsilon;
  private NormLoops.Kept kept = new NormLoops.Kept(0);
  private @Nullable Tensor from;
  private int version; // that it had: a program may write it anew between two walks
  private List<Tensor> gradients = List.of();

  /// Makes a norm.
  ///
  /// @param epsilon above 0
  public FusedLayerNorm(float epsilon) {
    if (!(epsilon > 0)) {
      throw new IllegalArgumentException("normalising needs an epsilon above 0, got " + epsilon);
    }
    this.epsilon = epsilon;
  }

  /// Normalises each row of X.
  ///
  /// @throws IllegalArgumentException unless gain and shift are as long as a row of X
  @Override
  public Tensor forward(List<Tensor> inputs) {
    var x = inputs.get(0);
    var gain = inputs.get(1).toArray();
    var shift = inputs.get(2).toArray();
    int n = x.shape().length(-1);
    if (gain.length != n || shift.length != n) {
      throw new IllegalArgumentException(
          "layer norm needs X (…,n), a gain (n) and a shift (n), got %s, %s and %s"
              .formatted(x.shape(), inputs.get(1).shape(), inputs.get(2).shape()));
    }
    var y = Unwritten.of(x.shape());
    kept = new NormLoops.Kept(y.data().length / Math.max(n, 1));
    NormLoops.forward(Unwritten.range(x), gain, shift, epsilon, kept, y.data());
    return y;
  }

  /// Computes all three gradients in one pass over the rows, at the first call for this dY.
  @Override
  public Tensor grad(int k, Tensor dY, List<Tensor> inputs, Tensor y) {
    if (from != dY || version != dY.version()) {
      var gain = inputs.get(1).toArray();
      var dX = Unwritten.of(y.shape());
      var dG = Tensor.zeros(gain.length);
      var dS = Tensor.zeros(gain.length);
      var slopes = new NormLoops.Slopes(dX.data(), dG.data(), dS.data());
      var x = Unwritten.range(inputs.get(0));
      NormLoops.backward(Unwritten.range(dY), x, gain, kept, slopes);
      gradients = List.of(dX, dG, dS);
      from = dY;
      version = dY.version();
    }
    return gradients.get(k);
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }

  @Override
  public String name() {
    return "FusedLayerNorm";
  }
}
