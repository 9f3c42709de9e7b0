package tapeline.tensor;

import java.util.Arrays;

/// Sums and maxima along any axes, in one pass, so that a sum is rounded once.
final class AxisReduction {
  private AxisReduction() {}

  /// See [Backend#reduce].
  /*
   * The axes to reduce are brought together, which needs no copy when they are neighbours of a
   * contiguous x. Seen from them the elements are then (outer, n, inner): `outer` times n rows of
   * `inner` neighbours.
   */
  static Tensor of(Reduction op, Tensor x, boolean keep, int... axes) {
    var shape = x.shape();
    var gone = shape.reducing(axes);
    int end = endOf(gone);
    var y = Tensor.zeros(shape.reduced(keep, axes));
    int n = shape.size() / Math.max(1, y.shape().size());
    int inner = 1;
    for (int k = end; k < shape.rank(); k++) {
      inner *= shape.length(k);
    }
    var from = x.permute(together(gone, end)).contiguous();
    for (int r = 0; r < y.shape().size(); r += inner) {
      int first = from.offset() + r * n;
      if (inner == 1) {
        y.data()[r] = neighbours(op, from.data(), first, n);
      } else {
        rows(op, from.data(), first, n, y.data(), r, inner);
      }
    }
    return y;
  }

  /// The place after the last `true`.
  private static int endOf(boolean[] gone) {
    int end = gone.length;
    while (end > 0 && !gone[end - 1]) {
      end--;
    }
    return end;
  }

  /// An order of the axes in which those that go stand together, before `end`.
  private static int[] together(boolean[] gone, int end) {
    var order = new int[gone.length];
    int kept = 0;
    for (int k = 0; k < end; k++) {
      if (!gone[k]) {
        order[kept++] = k;
      }
    }
    for (int k = 0; k < gone.length; k++) {
      if (gone[k] || k >= end) {
        order[kept++] = k;
      }
    }
    return order;
  }

  /// Reduces the n numbers from `x[first]` on. A sum takes four at a time, because each addition
  /// waits for the one before it in the same variable.
  private static float neighbours(Reduction op, float[] x, int first, int n) {
    int end = first + n;
    int i = first;
    if (op == Reduction.MAX) {
      float max = Float.NEGATIVE_INFINITY;
      for (; i < end; i++) {
        max = Math.max(max, x[i]);
      }
      return max;
    }
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (; i < end - 3; i += 4) {
      a += x[i];
      b += x[i + 1];
      c += x[i + 2];
      d += x[i + 3];
    }
    for (; i < end; i++) {
      a += x[i];
    }
    return (float) (a + b + (c + d));
  }

  /// Reduces n rows of `width` numbers each, the first row from `x[first]` on: `y[y0 + j]` is the
  /// reduction of their numbers j, over all rows. Reads the rows one after the other.
  static void rows(Reduction op, float[] x, int first, int n, float[] y, int y0, int width) {
    // BEGIN SOLUTION 04.5 "reduce rows" 15 points, core
    var total = new double[width];
    Arrays.fill(total, op == Reduction.SUM ? 0 : Double.NEGATIVE_INFINITY);
    for (int i = 0; i < n; i++) {
      int row = first + i * width;
      if (op == Reduction.SUM) {
        for (int j = 0; j < width; j++) total[j] += x[row + j];
      } else {
        for (int j = 0; j < width; j++) total[j] = Math.max(total[j], x[row + j]);
      }
    }
    for (int j = 0; j < width; j++) {
      y[y0 + j] = (float) total[j];
    }
    // STUB // TODO 04.5 — 13 lines. From 0 (or −∞), add up the rows (or keep the largest numbers)
    // STUB // in an array of `width` doubles, and store it rounded in y[y0 + j]. `op` says which,
    // STUB // and there are n rows. Number j of row i is x[first + i·width + j]: which order of the
    // STUB // two loops visits neighbours?
    // STUB throw new Todo("04.5", "reduce rows");
    // END SOLUTION
  }
}
