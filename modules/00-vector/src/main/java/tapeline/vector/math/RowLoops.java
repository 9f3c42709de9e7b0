package tapeline.vector.math;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.MAX;
import static tapeline.vector.math.VectorFunctions.*;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import tapeline.vector.AxisGroups;
import tapeline.vector.FloatRange;
import tapeline.vector.MatrixView;
import tapeline.vector.Shares;

/// Sums, maxima and softmax of a range of an array, as it may be one row of a matrix, and of the
/// columns of several.
/*
 * The numbers behind the last whole vector go one by one. A masked vector would make
 * the compiler's graph of a loop with exp twice as large: beyond a limit C2 inlines no more of our
 * methods, and what they hand to each other are vectors on the heap. So vectors are read by the
 * library's own method, which is always inlined. C2 inlines exp where it is called often: in a method
 * that has whole vectors, and not where most rows are shorter.
 */
public final class RowLoops {
  private static final int BLOCK = 512; // floats that one accumulator of each lane adds up
  private static final int ROWS = 64; // at least, that are added up as they come

  private RowLoops() {}

  /// Returns `Σ x[from + i]` for i < n, pairwise: halves are added up apart, so that the error
  /// grows with log n, not with n.
  public static float sum(float[] x, int from, int n) {
    if (n > BLOCK) {
      int half = (n / 2 + L - 1) / L * L;
      return sum(x, from, half) + sum(x, from + half, n - half);
    }
    var sums = FloatVector.zero(S);
    int i = 0;
    for (; i <= n - L; i += L) {
      sums = sums.add(FloatVector.fromArray(S, x, from + i));
    }
    float sum = sums.reduceLanes(ADD);
    for (; i < n; i++) sum += x[from + i];
    return sum;
  }

  /// Reduces (outer,n,inner), which x is, to (outer,inner), which y becomes: to the largest, or to
  /// sums.
  public static void reduce(
      boolean largest, FloatRange x, AxisGroups.Group group, float[] y, Shares shares) {
    int n = group.n();
    int inner = group.inner();
    if (inner == 1) {
      shares.each(
          group.outer(),
          n,
          r -> {
            int row = x.from() + r * n;
            y[r] = largest ? max(x.data(), row, n) : sum(x.data(), row, n);
          });
      return;
    }
    for (int o = 0; o < group.outer(); o++) {
      var rows = new MatrixView(x.data(), x.from() + o * n * inner, n, inner, inner, 1);
      var to = new FloatRange(y, o * inner);
      shares.run(
          inner,
          n,
          (first, end) -> {
            if (largest) {
              columnMaxima(rows, first, end, to);
            } else {
              columnSums(rows, first, end, to);
            }
          });
    }
  }

  /// Computes `yⱼ = Σᵢ xᵢⱼ` for `first ≤ j < end`: sums of columns. Rows are added up in blocks of
  /// √n, and then the blocks, so that the error grows with √n.
  private static void columnSums(MatrixView rows, int first, int end, FloatRange sums) {
    var x = rows.data();
    int from = rows.start();
    int n = rows.rows();
    int width = rows.rowStep();
    var y = sums.data();
    int to = sums.from();
    int block = Math.max(ROWS, (int) Math.sqrt(n));
    int j = first;
    for (; j <= end - 4 * L; j += 4 * L) wideSums(x, from + j, n, width, block, y, to + j);
    for (; j <= end - L; j += L) {
      var sum = FloatVector.zero(S);
      for (int i = 0, at = from + j; i < n; i += block) {
        var some = FloatVector.zero(S);
        for (int r = Math.min(block, n - i); r > 0; r--, at += width) {
          some = some.add(FloatVector.fromArray(S, x, at));
        }
        sum = sum.add(some);
      }
      sum.intoArray(y, to + j);
    }
    for (; j < end; j++) {
      float sum = 0;
      for (int i = 0, at = from + j; i < n; i += block) {
        float some = 0;
        for (int r = Math.min(block, n - i); r > 0; r--, at += width) some += x[at];
        sum += some;
      }
      y[to + j] = sum;
    }
  }

  /// Computes [#columnSums] of four vectors side by side: whole cache lines, which a processor
  /// fetches ahead.
  private static void wideSums(
      float[] x, int from, int n, int width, int block, float[] y, int to) {
    var sum0 = FloatVector.zero(S);
    var sum1 = sum0;
    var sum2 = sum0;
    var sum3 = sum0;
    for (int i = 0, at = from; i < n; i += block) {
      var some0 = FloatVector.zero(S);
      var some1 = some0;
      var some2 = some0;
      var some3 = some0;
      for (int r = Math.min(block, n - i); r > 0; r--, at += width) {
        some0 = some0.add(FloatVector.fromArray(S, x, at));
        some1 = some1.add(FloatVector.fromArray(S, x, at + L));
        some2 = some2.add(FloatVector.fromArray(S, x, at + 2 * L));
        some3 = some3.add(FloatVector.fromArray(S, x, at + 3 * L));
      }
      sum0 = sum0.add(some0);
      sum1 = sum1.add(some1);
      sum2 = sum2.add(some2);
      sum3 = sum3.add(some3);
    }
    sum0.intoArray(y, to);
    sum1.intoArray(y, to + L);
    sum2.intoArray(y, to + 2 * L);
    sum3.intoArray(y, to + 3 * L);
  }

  /// Computes `yⱼ = maxᵢ xᵢⱼ` for `first ≤ j < end`, as [#max] has it.
  private static void columnMaxima(MatrixView rows, int first, int end, FloatRange maxima) {
    var x = rows.data();
    int from = rows.start() + first;
    int width = rows.rowStep();
    var y = maxima.data();
    int to = maxima.from() + first;
    int n = rows.rows();
    Arrays.fill(y, to, to + end - first, Float.NEGATIVE_INFINITY);
    for (int i = 0; i < n; i++) raise(y, to, x, from + i * width, end - first);
  }

  /// Computes `y[to + i] = max(y[to + i], x[from + i])`.
  private static void raise(float[] y, int to, float[] x, int from, int n) {
    int i = 0;
    for (; i <= n - L; i += L) {
      FloatVector.fromArray(S, y, to + i)
          .max(FloatVector.fromArray(S, x, from + i))
          .intoArray(y, to + i);
    }
    for (; i < n; i++) y[to + i] = Math.max(y[to + i], x[from + i]);
  }

  /// Returns the largest of n numbers, −∞ of none; NaN where one is.
  /*
   * A maximum of vectors is several instructions, for NaN's and −0's sake, one waiting for another:
   * four of them go side by side.
   */
  public static float max(float[] x, int from, int n) {
    var max0 = FloatVector.broadcast(S, Float.NEGATIVE_INFINITY);
    var max1 = max0;
    var max2 = max0;
    var max3 = max0;
    int i = 0;
    for (; i <= n - 4 * L; i += 4 * L) {
      max0 = max0.max(FloatVector.fromArray(S, x, from + i));
      max1 = max1.max(FloatVector.fromArray(S, x, from + i + L));
      max2 = max2.max(FloatVector.fromArray(S, x, from + i + 2 * L));
      max3 = max3.max(FloatVector.fromArray(S, x, from + i + 3 * L));
    }
    for (; i <= n - L; i += L) {
      max0 = max0.max(FloatVector.fromArray(S, x, from + i));
    }
    float max = max0.max(max1).max(max2.max(max3)).reduceLanes(MAX);
    for (; i < n; i++) max = Math.max(max, x[from + i]);
    return max;
  }

  /// Computes `y[to + i] = exp(x[from + i] − c)`, where no number is above c, and returns their
  /// sum.
  public static float expSum(float[] x, int from, float c, float[] y, int to, int n) {
    int i = n / L * L;
    float sum = i > 0 ? expSumOfVectors(x, from, c, y, to, i) : 0;
    for (; i < n; i++) {
      y[to + i] = SoftmaxExp.exp(x[from + i] - c);
      sum += y[to + i];
    }
    return sum;
  }

  private static float expSumOfVectors(float[] x, int from, float c, float[] y, int to, int n) {
    var sums = FloatVector.zero(S);
    for (int i = 0; i < n; i += L) {
      var e = SoftmaxExp.exp(FloatVector.fromArray(S, x, from + i).sub(c));
      e.intoArray(y, to + i);
      sums = sums.add(e);
    }
    return sums.reduceLanes(ADD);
  }

  /// Returns `Σ exp(x[from + i] − c)`, where no number is above c, written nowhere.
  public static float expSum(float[] x, int from, float c, int n) {
    int i = n / L * L;
    float sum = i > 0 ? expSumOfVectors(x, from, c, i) : 0;
    for (; i < n; i++) sum += SoftmaxExp.exp(x[from + i] - c);
    return sum;
  }

  private static float expSumOfVectors(float[] x, int from, float c, int n) {
    var sums = FloatVector.zero(S);
    for (int i = 0; i < n; i += L) {
      sums = sums.add(SoftmaxExp.exp(FloatVector.fromArray(S, x, from + i).sub(c)));
    }
    return sums.reduceLanes(ADD);
  }

  /// Computes `y[to + i] *= factor`.
  public static void scale(float[] y, int to, float factor, int n) {
    int i = 0;
    for (; i <= n - L; i += L) {
      FloatVector.fromArray(S, y, to + i).mul(factor).intoArray(y, to + i);
    }
    for (; i < n; i++) y[to + i] *= factor;
  }

  /// Computes `y[to + i] += factor·x[from + i]`.
  public static void addScaled(float[] y, int to, float factor, float[] x, int from, int n) {
    var f = FloatVector.broadcast(S, factor);
    int i = 0;
    for (; i <= n - L; i += L) {
      FloatVector.fromArray(S, x, from + i)
          .fma(f, FloatVector.fromArray(S, y, to + i))
          .intoArray(y, to + i);
    }
    for (; i < n; i++) y[to + i] = Math.fma(x[from + i], factor, y[to + i]);
  }

  /// Computes `y[i] −= factor·x[i]` of n numbers. The product is rounded, as in [#addScaled] it is
  /// not.
  public static void subtractScaled(FloatRange y, float factor, FloatRange x, int n) {
    int i = 0;
    for (; i <= n - L; i += L) {
      var product = FloatVector.fromArray(S, x.data(), x.from() + i).mul(factor);
      FloatVector.fromArray(S, y.data(), y.from() + i)
          .sub(product)
          .intoArray(y.data(), y.from() + i);
    }
    for (; i < n; i++) y.data()[y.from() + i] -= factor * x.data()[x.from() + i];
  }

  /// Computes `yⱼ += Σₗ aₗ·bₗⱼ` for `first ≤ j < end`: a row times a matrix, whose rows lie in
  /// order.
  public static void addProduct(FloatRange a, MatrixView b, float[] y, int first, int end) {
    for (int l = 0; l < b.rows(); l++) {
      int from = b.start() + l * b.rowStep() + first;
      addScaled(y, first, a.data()[a.from() + l], b.data(), from, end - first);
    }
  }

  /// Computes `y[to + i] = x[from + i] + row[i]`, as many as the row has.
  public static void plus(float[] x, int from, float[] row, float[] y, int to) {
    int i = 0;
    for (; i <= row.length - L; i += L) {
      FloatVector.fromArray(S, x, from + i)
          .add(FloatVector.fromArray(S, row, i))
          .intoArray(y, to + i);
    }
    for (; i < row.length; i++) y[to + i] = x[from + i] + row[i];
  }

  /// Copies n numbers, in vectors: a line is too short for System.arraycopy, which takes long to
  /// begin.
  public static void copy(float[] from, int x, float[] to, int y, int n) {
    int i = 0;
    for (; i <= n - L; i += L) FloatVector.fromArray(S, from, x + i).intoArray(to, y + i);
    for (; i < n; i++) to[y + i] = from[x + i];
  }

  /// Returns `Σ a[i]·b[j]` of n pairs, with one accumulator a lane.
  public static float dot(float[] a, int i, float[] b, int j, int n) {
    var sums = FloatVector.zero(S);
    int k = 0;
    for (; k <= n - L; k += L) {
      sums = FloatVector.fromArray(S, a, i + k).fma(FloatVector.fromArray(S, b, j + k), sums);
    }
    float sum = sums.reduceLanes(ADD);
    for (; k < n; k++) sum = Math.fma(a[i + k], b[j + k], sum);
    return sum;
  }

  /// Computes the softmax of one row: zeros for a row of −∞.
  public static void softmax(float[] x, int from, float[] y, int to, int n) {
    float max = max(x, from, n);
    if (max == Float.NEGATIVE_INFINITY) {
      Arrays.fill(y, to, to + n, 0);
    } else {
      scale(y, to, 1 / expSum(x, from, max, y, to, n), n);
    }
  }

  /// Computes `dY[at + i] = p[from + i]·(dY[at + i] − Σ p·dY)·factor` over a row: the gradient in
  /// the numbers whose softmax is p, times a factor.
  public static void softmaxSlope(float[] p, int from, float factor, float[] dY, int at, int n) {
    float sum = dot(p, from, dY, at, n);
    int i = 0;
    for (; i <= n - L; i += L) {
      FloatVector.fromArray(S, dY, at + i)
          .sub(sum)
          .mul(FloatVector.fromArray(S, p, from + i))
          .mul(factor)
          .intoArray(dY, at + i);
    }
    for (; i < n; i++) dY[at + i] = (dY[at + i] - sum) * p[from + i] * factor;
  }

  /// Returns `ln Σ exp(x[from + i])`: −∞ for a row of −∞.
  public static float logSumExp(float[] x, int from, int n) {
    float max = max(x, from, n);
    return Float.isInfinite(max) ? max : (float) (max + Math.log(expSum(x, from, max, n)));
  }
}
