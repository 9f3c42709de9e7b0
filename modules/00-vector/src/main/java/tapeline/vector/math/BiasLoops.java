package tapeline.vector.math;

import java.util.Arrays;
import tapeline.vector.FloatRange;

/// A bias and a function of rows, and their gradients: the bias row by row, the function on as many
/// rows at a time as lie in the first cache.
public final class BiasLoops {
  private static final int BLOCK = 4096; // floats

  private BiasLoops() {}

  /// Adds b to the rows `first ≤ r < end` of y.
  public static void plus(float[] bias, float[] y, int first, int end) {
    int from = first * bias.length;
    plus(y, from, bias, y, from, (end - first) * bias.length);
  }

  /// Computes `y = f(x + b)` for each row.
  public static void forward(ElementFunction f, FloatRange x, float[] bias, float[] y) {
    int rows = rows(bias.length);
    for (int at = 0; at < y.length; at += rows) {
      int n = Math.min(rows, y.length - at);
      plus(x.data(), x.from() + at, bias, y, at, n);
      var to = new FloatRange(y, at);
      MapLoops.map(f, to, to, n);
    }
  }

  /// Computes `dX = dY·f′` and `dB = Σ dX` over the rows. `known` is y where the slope is known
  /// from it; else it is x, and `x + b` is computed again.
  public static void backward(
      ElementFunction f, FloatRange dY, FloatRange known, float[] bias, float[] dX, float[] dB) {
    int rows = rows(bias.length);
    Arrays.fill(dB, 0);
    for (int at = 0; at < dX.length; at += rows) {
      int n = Math.min(rows, dX.length - at);
      var to = new FloatRange(dX, at);
      if (!f.slopeReadsY()) plus(known.data(), known.from() + at, bias, dX, at, n);
      SlopeLoops.slope(f, dY.at(at), f.slopeReadsY() ? known.at(at) : to, to, n);
      for (int row = at; row < at + n; row += bias.length) {
        RowLoops.addScaled(dB, 0, 1, dX, row, bias.length);
      }
    }
  }

  /// Returns the numbers of as many rows as a block has, one at least.
  private static int rows(int length) {
    return Math.max(1, BLOCK / Math.max(1, length)) * length;
  }

  /// Computes `y = x + b` for rows of n numbers together.
  private static void plus(float[] x, int from, float[] bias, float[] y, int to, int n) {
    for (int row = 0; row < n; row += bias.length) {
      RowLoops.plus(x, from + row, bias, y, to + row);
    }
  }
}
