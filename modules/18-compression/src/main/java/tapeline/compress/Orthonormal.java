package tapeline.compress;

import tapeline.tensor.Tensor;

/// Makes columns of length 1 that are at right angles to each other.
public final class Orthonormal {
  private static final double NOTHING_LEFT = 1e-6; // of a column: the rest is rounding

  private Orthonormal() {}

  /// Returns orthonormal columns with the span of those of A (m,k), by Gram and Schmidt's method in
  /// its modified form, twice, in float64 (Giraud et al. 2005: twice is enough). A column that
  /// depends on those before it becomes 0. O(m·k²).
  public static Tensor columns(Tensor a) {
    int m = a.shape().length(0);
    int k = a.shape().length(1);
    var columns = new double[k][m];
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < m; i++) {
        columns[c][i] = a.at(i, c);
      }
      double before = Math.sqrt(dot(columns[c], columns[c]));
      for (int b = 0; b < 2 * c; b++) {
        add(columns[c], -dot(columns[c], columns[b % c]), columns[b % c]);
      }
      double length = Math.sqrt(dot(columns[c], columns[c]));
      boolean depends = length <= NOTHING_LEFT * before;
      for (int i = 0; i < m; i++) {
        columns[c][i] = depends ? 0 : columns[c][i] / length;
      }
    }
    var q = Tensor.zeros(m, k);
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < m; i++) {
        q.set((float) columns[c][i], i, c);
      }
    }
    return q;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void add(double[] to, double factor, double[] b) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * b[i];
    }
  }
}
