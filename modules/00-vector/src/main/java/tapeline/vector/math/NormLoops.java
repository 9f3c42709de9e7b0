package tapeline.vector.math;

import static jdk.incubator.vector.VectorOperators.ADD;
import static tapeline.vector.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;
import tapeline.vector.FloatRange;

/// Layer norm of rows, and its gradients. Three visits of a row, of which the first alone comes
/// from memory: the mean, the differences with the sum of their squares, the result.
public final class NormLoops {
  private NormLoops() {}

  /// Computes for each row `y = (x − mean)·factor·gain + shift`, and keeps its mean and its factor,
  /// `1/√(σ² + ε)`.
  public static void forward(
      FloatRange x, float[] gain, float[] shift, float epsilon, Kept kept, float[] y) {
    int n = gain.length;
    for (int r = 0; r < kept.means.length; r++) {
      int at = x.from() + r * n;
      kept.means[r] = RowLoops.sum(x.data(), at, n) / n;
      double squares = center(x.data(), at, kept.means[r], y, r * n, n);
      kept.factors[r] = (float) (1 / Math.sqrt(squares / n + epsilon));
      scale(y, r * n, kept.factors[r], gain, shift);
    }
  }

  /// Two numbers that are kept for each row.
  public record Kept(float[] means, float[] factors) {
    public Kept(int rows) {
      this(new float[rows], new float[rows]);
    }
  }

  /// Arrays for the gradients: of x by rows, of gain and shift as sums over the rows.
  public record Slopes(float[] dX, float[] dG, float[] dS) {}

  /// Computes with `h = dY·g`: `dX = (h − mean(h) − x̂·mean(h·x̂))·factor`, `dG = Σ dY·x̂`, `dS = Σ
  /// dY` over the rows.
  public static void backward(FloatRange dY, FloatRange x, float[] gain, Kept kept, Slopes slopes) {
    int n = gain.length;
    var hat = new float[n];
    var h = new float[n];
    for (int r = 0; r < kept.means.length; r++) {
      int at = dY.from() + r * n;
      center(x.data(), x.from() + r * n, kept.means[r], hat, 0, n);
      RowLoops.scale(hat, 0, kept.factors[r], n);
      gather(dY.data(), at, gain, hat, h, slopes.dG);
      RowLoops.addScaled(slopes.dS, 0, 1, dY.data(), at, n);
      float mean = RowLoops.sum(h, 0, n) / n;
      float along = RowLoops.dot(h, 0, hat, 0, n) / n;
      slopes(h, mean, hat, along, kept.factors[r], slopes.dX, r * n);
    }
  }

  /// Computes `y = x − mean` and returns `Σ y²`.
  private static float center(float[] x, int from, float mean, float[] y, int to, int n) {
    var sums = FloatVector.zero(S);
    int i = 0;
    for (; i <= n - L; i += L) {
      var d = FloatVector.fromArray(S, x, from + i).sub(mean);
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
      FloatVector.fromArray(S, y, to + i)
          .mul(factor)
          .fma(FloatVector.fromArray(S, gain, i), FloatVector.fromArray(S, shift, i))
          .intoArray(y, to + i);
    }
    for (; i < gain.length; i++) y[to + i] = y[to + i] * factor * gain[i] + shift[i];
  }

  /// Computes `h = dY·g` and `dG += dY·x̂` for one row.
  private static void gather(
      float[] dY, int from, float[] gain, float[] hat, float[] h, float[] dG) {
    int i = 0;
    for (; i <= gain.length - L; i += L) {
      var dy = FloatVector.fromArray(S, dY, from + i);
      dy.mul(FloatVector.fromArray(S, gain, i)).intoArray(h, i);
      dy.fma(FloatVector.fromArray(S, hat, i), FloatVector.fromArray(S, dG, i)).intoArray(dG, i);
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
      var d =
          FloatVector.fromArray(S, h, i).sub(mean).sub(FloatVector.fromArray(S, hat, i).mul(along));
      d.mul(factor).intoArray(dX, to + i);
    }
    for (; i < h.length; i++) dX[to + i] = (h[i] - mean - hat[i] * along) * factor;
  }
}
