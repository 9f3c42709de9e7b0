package tapeline.accel.ladder;

import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.S;
import static tapeline.vector.math.VectorFunctions.at;

import jdk.incubator.vector.FloatVector;
import tapeline.toolkit.Todo;
import tapeline.vector.math.RowLoops;

/// Blocks of C with 4 rows, each as wide as a vector, stay in registers while 256 rows of B pass
/// by: a vector of B loaded gives 4 multiply–adds, and C is read and written once in 256, where the
/// row order reads and writes it for each. The edges go by the row order.
///
/// The vectors of B still lie a row apart, and so on many pages of the memory.
public final class RegisterBlocks implements Rung {
  private static final int ROWS = 4;
  private static final int DEPTH = 256;

  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    int rows = m / ROWS * ROWS;
    int columns = n / L * L;
    for (int l0 = 0; l0 < k; l0 += DEPTH) {
      int l1 = Math.min(k, l0 + DEPTH);
      for (int j = 0; j < columns; j += L) {
        for (int i = 0; i < rows; i += ROWS) {
          block(i, j, l0, l1, n, k, a, b, c);
        }
      }
      edge(0, rows, columns, l0, l1, n, k, a, b, c);
      edge(rows, m, 0, l0, l1, n, k, a, b, c);
    }
  }

  private static void block(
      int i, int j, int l0, int l1, int n, int k, float[] a, float[] b, float[] c) {
    // BEGIN EXERCISE 13.2
    // TODO 13.2 — 15 lines. A (m,k), B (k,n) and C (m,n). Rows i … i + 3 of C, columns
    // j … j + L: at(c, …) reads such a part of a row, one vector for each row, into local
    // variables. Each step over l, from l0 up to l1, loads one vector of B, in row l, and
    // x.fma(all(…), c0) adds to each sum x times a number of A. c0.intoArray(c, …)
    // writes: when are C's numbers read, and when written?
    throw new Todo("13.2", "a block in registers");
    // END EXERCISE 13.2
  }

  /// Returns a vector with this number in each lane.
  private static FloatVector all(float number) {
    return FloatVector.broadcast(S, number);
  }

  private static void edge(
      int i0, int i1, int j, int l0, int l1, int n, int k, float[] a, float[] b, float[] c) {
    for (int i = i0; i < i1; i++) {
      for (int l = l0; l < l1; l++) {
        RowLoops.addScaled(c, i * n + j, a[i * k + l], b, l * n + j, n - j);
      }
    }
  }
}
