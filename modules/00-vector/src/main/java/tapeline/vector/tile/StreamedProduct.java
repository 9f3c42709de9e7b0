package tapeline.vector.tile;

import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.MANY_REGISTERS;
import static tapeline.vector.math.VectorFunctions.S;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import tapeline.vector.MatrixView;
import tapeline.vector.Shares;
import tapeline.vector.math.RowLoops;

/// `C = A·B` for an A of few rows and a B that is larger than a core's caches: B is read once, four
/// rows at a time from left to right, as the processor fetches ahead best, and C stays in a cache.
public final class StreamedProduct {
  private static final int FOUR = 4; // rows of A, and of B, at a time
  private static final int MOST = 16; // rows, above which C does not stay in the first caches
  private static final int PARTS = 2; // of B's rows
  private static final int LEAST = 1 << 17; // numbers of a B that the caches do not hold well

  private StreamedProduct() {}

  /// Returns whether A has few rows, in fours, and B is large and its rows' numbers are neighbours,
  /// where there are registers for sixteen numbers of A beside four vectors each of B and C.
  public static boolean suits(MatrixView a, MatrixView b) {
    return MANY_REGISTERS
        && a.rows() <= MOST
        && a.rows() % FOUR == 0
        && b.columnStep() == 1
        && (long) b.rows() * b.columns() >= LEAST;
  }

  /// Returns how many numbers [#set] needs besides C.
  public static int sums(MatrixView a, MatrixView b) {
    return (PARTS - 1) * a.rows() * b.columns();
  }

  /// Writes the product to the row-major matrix that begins at `c[c0]`. 2mkn FLOPs.
  ///
  /// Threads share B's rows in parts, so that each reads one stretch of memory from left to right;
  /// the parts' sums are added in their order, however many threads there are.
  ///
  /// @param sums of the parts but the first, see [#sums(MatrixView, MatrixView)]
  public static void set(MatrixView a, MatrixView b, float[] c, int c0, float[] sums, Shares by) {
    int numbers = a.rows() * b.columns();
    by.each(
        PARTS,
        b.rows() / PARTS * b.columns(),
        p -> {
          int first = p * fours(b);
          int end = p + 1 == PARTS ? b.rows() : first + fours(b);
          if (p == 0) {
            set(a, b, first, end, c, c0);
          } else {
            set(a, b, first, end, sums, (p - 1) * numbers);
          }
        });
    for (int p = 0; p < PARTS - 1; p++) {
      RowLoops.addScaled(c, c0, 1, sums, p * numbers, numbers);
    }
  }

  /// Returns the rows of B in a part but the last.
  private static int fours(MatrixView b) {
    return b.rows() / (PARTS * FOUR) * FOUR;
  }

  /// Writes the products with the rows `first ≤ l < end` of B.
  private static void set(MatrixView a, MatrixView b, int first, int end, float[] c, int c0) {
    int n = b.columns();
    Arrays.fill(c, c0, c0 + a.rows() * n, 0);
    int l = first;
    for (; l <= end - FOUR; l += FOUR) {
      for (int i = 0; i < a.rows(); i += FOUR) {
        add(a, i, l, b, c, c0 + i * n);
      }
    }
    for (; l < end; l++) {
      for (int row = 0; row < a.rows(); row++) {
        addRest(a, row, l, 1, b, c, c0 + row * n, 0);
      }
    }
  }

  // spotless:off
  /// Adds the products of four rows of A and four of B.
  private static void add(MatrixView a, int i, int l, MatrixView b, float[] c, int c0) {
    int n = b.columns(); int b0 = b.start() + l * b.rowStep(); int b1 = b0 + b.rowStep(); int b2 = b1 + b.rowStep(); int b3 = b2 + b.rowStep();
    int vectors = n / L;
    add(vectors, a.data(), a.start() + i * a.rowStep() + l * a.columnStep(), a.rowStep(), a.columnStep(), b.data(), b0, b1, b2, b3, c, c0, c0 + n, c0 + 2 * n, c0 + 3 * n);
    for (int r = 0; r < FOUR; r++) addRest(a, i + r, l, FOUR, b, c, c0 + r * n, vectors * L);
  }

  private static void add(int vectors, float[] a, int a0, int row, int column, float[] b, int b0, int b1, int b2, int b3, float[] c, int c0, int c1, int c2, int c3) {
    var s00 = at(a, a0); var s01 = at(a, a0 + column); var s02 = at(a, a0 + 2 * column); var s03 = at(a, a0 + 3 * column);
    var s10 = at(a, a0 + row); var s11 = at(a, a0 + row + column); var s12 = at(a, a0 + row + 2 * column); var s13 = at(a, a0 + row + 3 * column);
    var s20 = at(a, a0 + 2 * row); var s21 = at(a, a0 + 2 * row + column); var s22 = at(a, a0 + 2 * row + 2 * column); var s23 = at(a, a0 + 2 * row + 3 * column);
    var s30 = at(a, a0 + 3 * row); var s31 = at(a, a0 + 3 * row + column); var s32 = at(a, a0 + 3 * row + 2 * column); var s33 = at(a, a0 + 3 * row + 3 * column);
    for (int v = 0; v < vectors; v++) {
      int j = v * L;
      var x0 = FloatVector.fromArray(S, b, b0 + j); var x1 = FloatVector.fromArray(S, b, b1 + j); var x2 = FloatVector.fromArray(S, b, b2 + j); var x3 = FloatVector.fromArray(S, b, b3 + j);
      var y0 = FloatVector.fromArray(S, c, c0 + j); var y1 = FloatVector.fromArray(S, c, c1 + j); var y2 = FloatVector.fromArray(S, c, c2 + j); var y3 = FloatVector.fromArray(S, c, c3 + j);
      s03.fma(x3, s02.fma(x2, s01.fma(x1, s00.fma(x0, y0)))).intoArray(c, c0 + j);
      s13.fma(x3, s12.fma(x2, s11.fma(x1, s10.fma(x0, y1)))).intoArray(c, c1 + j);
      s23.fma(x3, s22.fma(x2, s21.fma(x1, s20.fma(x0, y2)))).intoArray(c, c2 + j);
      s33.fma(x3, s32.fma(x2, s31.fma(x1, s30.fma(x0, y3)))).intoArray(c, c3 + j);
    }
  }
  // spotless:on

  private static FloatVector at(float[] a, int i) {
    return FloatVector.broadcast(S, a[i]);
  }

  /// Adds the products of row i of A and `count` rows of B, from l on, in columns from first on.
  private static void addRest(
      MatrixView a, int i, int l, int count, MatrixView b, float[] c, int to, int first) {
    for (int k = l; k < l + count; k++) {
      float x = a.data()[a.start() + i * a.rowStep() + k * a.columnStep()];
      int from = b.start() + k * b.rowStep();
      for (int j = first; j < b.columns(); j++)
        c[to + j] = Math.fma(x, b.data()[from + j], c[to + j]);
    }
  }
}
