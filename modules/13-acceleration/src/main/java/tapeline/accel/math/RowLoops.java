package tapeline.accel.math;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.MAX;
import static tapeline.accel.math.VectorFunctions.*;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/// Sums, maxima and softmax of a range of an array, as it may be one row of a matrix, and of the
/// columns of several.
public final class RowLoops {
  private static final int BLOCK = 512; // floats that one accumulator of each lane adds up
  private static final int ROWS = 64; // at least, that are added up as they come

  private RowLoops() {}

  /// `Σ x[from + i]` for i < n, pairwise: halves are added up apart, so that the error grows with
  /// log n, not with n.
  public static float sum(float[] x, int from, int n) {
    if (n > BLOCK) {
      int half = (n / 2 + L - 1) / L * L;
      return sum(x, from, half) + sum(x, from + half, n - half);
    }
    var sum = FloatVector.zero(S);
    int i = 0;
    for (; i <= n - L; i += L) {
      sum = sum.add(at(x, from + i));
    }
    return sum.add(at(x, from + i, rest(i, n))).reduceLanes(ADD);
  }

  /// `y[to + j] = Σᵢ x[from + i·width + j]` for `first ≤ j < end`: sums of columns, of n rows. Rows
  /// are added up in blocks of √n, and then the blocks, so that the error grows with √n.
  public static void columnSums(
      float[] x, int from, int n, int width, int first, int end, float[] y, int to) {
    int block = Math.max(ROWS, (int) Math.sqrt(n));
    int j = first;
    for (; j <= end - L; j += L) {
      var sum = FloatVector.zero(S);
      for (int i = 0, at = from + j; i < n; i += block) {
        var some = FloatVector.zero(S);
        for (int r = Math.min(block, n - i); r > 0; r--, at += width) some = some.add(at(x, at));
        sum = sum.add(some);
      }
      sum.intoArray(y, to + j);
    }
    if (j < end) {
      var rest = rest(j, end);
      var sum = FloatVector.zero(S);
      for (int i = 0, at = from + j; i < n; i += block) {
        var some = FloatVector.zero(S);
        for (int r = Math.min(block, n - i); r > 0; r--, at += width) {
          some = some.add(at(x, at, rest));
        }
        sum = sum.add(some);
      }
      sum.intoArray(y, to + j, rest);
    }
  }

  /// `y[to + j] = maxᵢ x[from + i·width + j]` for `first ≤ j < end`, as [#max] has it.
  public static void columnMaxima(
      float[] x, int from, int n, int width, int first, int end, float[] y, int to) {
    var least = FloatVector.broadcast(S, Float.NEGATIVE_INFINITY);
    int j = first;
    for (; j <= end - L; j += L) {
      var max = least;
      for (int i = 0, at = from + j; i < n; i++, at += width) max = max.max(at(x, at));
      max.intoArray(y, to + j);
    }
    if (j < end) {
      var rest = rest(j, end);
      var max = least;
      for (int i = 0, at = from + j; i < n; i++, at += width) max = max.max(at(x, at, rest));
      max.intoArray(y, to + j, rest);
    }
  }

  /// The largest of n numbers, −∞ of none; NaN where one is.
  public static float max(float[] x, int from, int n) {
    var max = FloatVector.broadcast(S, Float.NEGATIVE_INFINITY);
    int i = 0;
    for (; i <= n - L; i += L) {
      max = max.max(at(x, from + i));
    }
    var rest = rest(i, n);
    return max.lanewise(MAX, at(x, from + i, rest), rest).reduceLanes(MAX);
  }

  /// `y[to + i] = exp(x[from + i] − c)`; the result is their sum.
  public static float expSum(float[] x, int from, float c, float[] y, int to, int n) {
    var sum = FloatVector.zero(S);
    int i = 0;
    for (; i <= n - L; i += L) {
      var e = exp(at(x, from + i).sub(c));
      e.intoArray(y, to + i);
      sum = sum.add(e);
    }
    var rest = rest(i, n);
    var e = exp(at(x, from + i, rest).sub(c));
    e.intoArray(y, to + i, rest);
    return sum.add(e, rest).reduceLanes(ADD);
  }

  /// `Σ exp(x[from + i] − c)`, written nowhere.
  public static float expSum(float[] x, int from, float c, int n) {
    var sum = FloatVector.zero(S);
    int i = 0;
    for (; i <= n - L; i += L) {
      sum = sum.add(exp(at(x, from + i).sub(c)));
    }
    var rest = rest(i, n);
    return sum.add(exp(at(x, from + i, rest).sub(c)), rest).reduceLanes(ADD);
  }

  /// `y[to + i] *= factor`.
  public static void scale(float[] y, int to, float factor, int n) {
    int i = 0;
    for (; i <= n - L; i += L) {
      at(y, to + i).mul(factor).intoArray(y, to + i);
    }
    var rest = rest(i, n);
    at(y, to + i, rest).mul(factor).intoArray(y, to + i, rest);
  }

  /// `y[to + i] += factor·x[from + i]`.
  public static void addScaled(float[] y, int to, float factor, float[] x, int from, int n) {
    var f = FloatVector.broadcast(S, factor);
    int i = 0;
    for (; i <= n - L; i += L) {
      at(x, from + i).fma(f, at(y, to + i)).intoArray(y, to + i);
    }
    if (i < n) {
      var rest = rest(i, n);
      at(x, from + i, rest).fma(f, at(y, to + i, rest)).intoArray(y, to + i, rest);
    }
  }

  /// `Σ a[i]·b[j]` of n pairs, with one accumulator a lane.
  public static float dot(float[] a, int i, float[] b, int j, int n) {
    var sum = FloatVector.zero(S);
    int k = 0;
    for (; k <= n - L; k += L) {
      sum = at(a, i + k).fma(at(b, j + k), sum);
    }
    var rest = rest(k, n);
    return at(a, i + k, rest).fma(at(b, j + k, rest), sum).reduceLanes(ADD);
  }

  /// Softmax of one row, as [tapeline.tensor.Backend#softmax] has it: zeros for a row of −∞.
  public static void softmax(float[] x, int from, float[] y, int to, int n) {
    float max = max(x, from, n);
    if (max == Float.NEGATIVE_INFINITY) {
      Arrays.fill(y, to, to + n, 0);
    } else {
      scale(y, to, 1 / expSum(x, from, max, y, to, n), n);
    }
  }

  /// `ln Σ exp(x[from + i])`, as [tapeline.tensor.Backend#logSumExp] has it.
  public static float logSumExp(float[] x, int from, int n) {
    float max = max(x, from, n);
    return Float.isInfinite(max) ? max : (float) (max + Math.log(expSum(x, from, max, n)));
  }
}
