package tapeline.vector.tile;

import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.S;

import jdk.incubator.vector.FloatVector;
import tapeline.vector.MatrixView;
import tapeline.vector.math.RowLoops;

/// `C += A·B` for an A of few rows: B is read once and where it lies, four rows side by side, and C
/// stays in a cache. Packing B would cost as much as the product.
final class ShortProduct {
  private static final int ROWS = 8; // of A, above which packing pays

  private ShortProduct() {}

  /// Returns whether A has few rows, and the rows of B are long, their numbers neighbours.
  static boolean suits(MatrixView a, MatrixView b) {
    return a.rows() <= ROWS && b.columnStep() == 1 && b.columns() >= 4 * L;
  }

  /// Adds the product to the row-major matrix that begins at `c[c0]`.
  static void add(MatrixView a, MatrixView b, float[] c, int c0) {
    int m = a.rows();
    int n = b.columns();
    int whole = n / L * L;
    int fours = b.rows() / 4 * 4;
    for (int l = 0; l < fours; l += 4) {
      int from = a.start() + l * a.columnStep();
      for (int j = 0; j < whole; j += L) {
        int at = b.start() + l * b.rowStep() + j;
        column(a, from, b.data(), at, b.rowStep(), c, c0 + j, n);
      }
    }
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < b.rows(); l++) {
        float factor = a.data()[a.start() + i * a.rowStep() + l * a.columnStep()];
        int done = l < fours ? whole : 0;
        int at = b.start() + l * b.rowStep() + done;
        RowLoops.addScaled(c, c0 + i * n + done, factor, b.data(), at, n - done);
      }
    }
  }

  /// Adds four rows of B, a vector of each, times a number of A each, to a vector of each row of C.
  private static void column(
      MatrixView a, int from, float[] b, int at, int step, float[] c, int to, int n) {
    var x0 = FloatVector.fromArray(S, b, at);
    var x1 = FloatVector.fromArray(S, b, at + step);
    var x2 = FloatVector.fromArray(S, b, at + 2 * step);
    var x3 = FloatVector.fromArray(S, b, at + 3 * step);
    float[] factors = a.data();
    int m = a.rows();
    int next = a.columnStep();
    for (int i = 0; i < m; i++) {
      int f = from + i * a.rowStep();
      int row = to + i * n;
      var sum = x0.fma(FloatVector.broadcast(S, factors[f]), FloatVector.fromArray(S, c, row));
      sum = x1.fma(FloatVector.broadcast(S, factors[f + next]), sum);
      sum = x2.fma(FloatVector.broadcast(S, factors[f + 2 * next]), sum);
      sum = x3.fma(FloatVector.broadcast(S, factors[f + 3 * next]), sum);
      sum.intoArray(c, row);
    }
  }
}
