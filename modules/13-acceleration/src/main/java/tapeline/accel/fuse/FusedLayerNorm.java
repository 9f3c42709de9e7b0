package tapeline.accel.fuse;

import static jdk.incubator.vector.VectorOperators.ADD;
import static tapeline.accel.math.VectorFunctions.*;

import java.util.List;
import jdk.incubator.vector.FloatVector;
import org.jspecify.annotations.Nullable;
import tapeline.accel.VectorBackend;
import tapeline.accel.math.RowLoops;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// `Y = x̂·g + s` with `x̂ = (x − µ)/√(σ² + ε)` by row: X and Y (…,n), gain g and shift s (n).
///
/// Three visits of a row, of which the first alone comes from memory: the mean, the differences
/// with the sum of their squares, the result. Forward moves 8 bytes an element. Two numbers are
/// kept for each row; backward makes x̂ again from them. One op is for one place on a tape.
public final class FusedLayerNorm implements TensorOp.Many {
  private final float epsilon;
  private float[] means = {};
  private float[] factors = {}; // 1/√(σ² + ε)
  private @Nullable Tensor from;
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
    var x = inputs.get(0).contiguous();
    var gain = inputs.get(1).toArray();
    var shift = inputs.get(2).toArray();
    int n = x.shape().length(-1);
    if (gain.length != n || shift.length != n) {
      throw new IllegalArgumentException(
          "layer norm needs X (…,n), a gain (n) and a shift (n), got %s, %s and %s"
              .formatted(x.shape(), inputs.get(1).shape(), inputs.get(2).shape()));
    }
    var y = VectorBackend.unwritten(x.shape());
    int rows = y.data().length / Math.max(n, 1);
    means = new float[rows];
    factors = new float[rows];
    for (int r = 0; r < rows; r++) {
      int at = x.offset() + r * n;
      means[r] = RowLoops.sum(x.data(), at, n) / n;
      double squares = center(x.data(), at, means[r], y.data(), r * n, n);
      factors[r] = (float) (1 / Math.sqrt(squares / n + epsilon));
      scale(y.data(), r * n, factors[r], gain, shift);
    }
    return y;
  }

  /// Computes `y = x − mean` and returns `Σ y²`.
  private static float center(float[] x, int from, float mean, float[] y, int to, int n) {
    var sums = FloatVector.zero(S);
    int i = 0;
    for (; i <= n - L; i += L) {
      var d = at(x, from + i).sub(mean);
      d.intoArray(y, to + i);
      sums = d.fma(d, sums);
    }
    float sum = sums.reduceLanes(ADD);
    for (; i < n; i++) {
      y[to + i] = x[from + i] - mean;
      sum += y[to + i] * y[to + i];
    }
    return sum;
  }

  private static void scale(float[] y, int to, float factor, float[] gain, float[] shift) {
    int i = 0;
    for (; i <= gain.length - L; i += L) {
      at(y, to + i).mul(factor).fma(at(gain, i), at(shift, i)).intoArray(y, to + i);
    }
    for (; i < gain.length; i++) y[to + i] = y[to + i] * factor * gain[i] + shift[i];
  }

  /// Computes all three gradients in one pass over the rows, at the first call for this dY.
  @Override
  public Tensor grad(int k, Tensor dY, List<Tensor> inputs, Tensor y) {
    if (from != dY) {
      gradients = gradients(dY.contiguous(), inputs.get(0).contiguous(), inputs.get(1).toArray());
      from = dY;
    }
    return gradients.get(k);
  }

  /// Computes with `h = dY·g`: `dX = (h − mean(h) − x̂·mean(h·x̂))·factor`, `dG = Σ dY·x̂`, `dS = Σ
  /// dY` over the rows.
  private List<Tensor> gradients(Tensor dY, Tensor x, float[] gain) {
    int n = gain.length;
    var dX = VectorBackend.unwritten(x.shape());
    var dG = Tensor.zeros(n);
    var dS = Tensor.zeros(n);
    var hat = new float[n];
    var h = new float[n];
    for (int r = 0; r < means.length; r++) {
      int at = dY.offset() + r * n;
      center(x.data(), x.offset() + r * n, means[r], hat, 0, n);
      RowLoops.scale(hat, 0, factors[r], n);
      gather(dY.data(), at, gain, hat, h, dG.data());
      RowLoops.addScaled(dS.data(), 0, 1, dY.data(), at, n);
      float mean = RowLoops.sum(h, 0, n) / n;
      float along = RowLoops.dot(h, 0, hat, 0, n) / n;
      slopes(h, mean, hat, along, factors[r], dX.data(), r * n);
    }
    return List.of(dX, dG, dS);
  }

  /// Computes `h = dY·g` and `dG += dY·x̂` for one row.
  private static void gather(
      float[] dY, int from, float[] gain, float[] hat, float[] h, float[] dG) {
    int i = 0;
    for (; i <= gain.length - L; i += L) {
      var dy = at(dY, from + i);
      dy.mul(at(gain, i)).intoArray(h, i);
      dy.fma(at(hat, i), at(dG, i)).intoArray(dG, i);
    }
    for (; i < gain.length; i++) {
      h[i] = dY[from + i] * gain[i];
      dG[i] += dY[from + i] * hat[i];
    }
  }

  /// Computes `dX = (h − mean − x̂·along)·factor` for one row.
  private static void slopes(
      float[] h, float mean, float[] hat, float along, float factor, float[] dX, int to) {
    int i = 0;
    for (; i <= h.length - L; i += L) {
      var d = at(h, i).sub(mean).sub(at(hat, i).mul(along));
      d.mul(factor).intoArray(dX, to + i);
    }
    for (; i < h.length; i++) dX[to + i] = (h[i] - mean - hat[i] * along) * factor;
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
