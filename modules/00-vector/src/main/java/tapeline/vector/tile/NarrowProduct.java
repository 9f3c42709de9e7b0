package tapeline.vector.tile;

import static jdk.incubator.vector.VectorOperators.ADD;
import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.S;

import jdk.incubator.vector.FloatVector;
import tapeline.vector.MatrixView;
import tapeline.vector.Shares;
import tapeline.vector.math.RowLoops;

/// `C = A·B` for a B of few columns: each number is a dot product of a row of A, read once and
/// where it lies, and a column of B, which stays in a cache.
/*
 * Eight sums, of four rows and two columns, cover the latency of a multiply–add, and leave registers
 * for six operands where there are sixteen.
 */
public final class NarrowProduct {
  private static final int LEAST =
      128; // products of a dot, below which its last sum costs too much
  private static final int MOST = 16; // columns, above which packing pays

  private NarrowProduct() {}

  /// Returns whether the rows of A are long, their numbers neighbours, and B has few columns.
  public static boolean suits(MatrixView a, MatrixView b) {
    return a.columnStep() == 1
        && a.columns() >= LEAST
        && b.columns() <= MOST
        && b.columns() < a.rows();
  }

  /// Returns the columns of B one after the other, in `to` where that is long enough.
  public static float[] columns(MatrixView b, float[] to) {
    int k = b.rows();
    var columns = to.length < k * b.columns() ? new float[k * b.columns()] : to;
    for (int l = 0; l < k; l++) {
      int from = b.start() + l * b.rowStep();
      for (int j = 0; j < b.columns(); j++) {
        columns[j * k + l] = b.data()[from + j * b.columnStep()];
      }
    }
    return columns;
  }

  /// Writes the products of A's rows and n columns to the row-major matrix that begins at `c[c0]`.
  public static void set(MatrixView a, float[] columns, int n, float[] c, int c0, Shares shares) {
    int fours = a.rows() / 4;
    shares.run(fours, 4 * a.columns(), (i, end) -> fours(a, i, end, columns, n, c, c0));
    dots(a, 4 * fours, a.rows(), columns, 0, n, c, c0);
  }

  private static void fours(
      MatrixView a, int first, int end, float[] columns, int n, float[] c, int c0) {
    int k = a.columns();
    int pairs = n / 2 * 2;
    for (int i = 4 * first; i < 4 * end; i += 4) {
      int from = a.start() + i * a.rowStep();
      for (int j = 0; j < pairs; j += 2) {
        tile(k, a.data(), from, a.rowStep(), columns, j * k, c, c0 + i * n + j, n);
      }
    }
    dots(a, 4 * first, 4 * end, columns, pairs, n, c, c0);
  }

  /// Writes those in rows `i0 ≤ i < i1` and columns `j0 ≤ j < n` one by one.
  private static void dots(
      MatrixView a, int i0, int i1, float[] columns, int j0, int n, float[] c, int c0) {
    int k = a.columns();
    for (int i = i0; i < i1; i++) {
      int from = a.start() + i * a.rowStep();
      for (int j = j0; j < n; j++) {
        c[c0 + i * n + j] = RowLoops.dot(a.data(), from, columns, j * k, k);
      }
    }
  }

  // spotless:off
  private static void tile(int k, float[] a, int a0, int step, float[] b, int b0, float[] c, int c0, int n) {
    int a1 = a0 + step; int a2 = a1 + step; int a3 = a2 + step; int b1 = b0 + k;
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S);
    int l = 0;
    for (; l <= k - L; l += L) {
      var x0 = FloatVector.fromArray(S, b, b0 + l);
      var x1 = FloatVector.fromArray(S, b, b1 + l);
      var r0 = FloatVector.fromArray(S, a, a0 + l); c00 = r0.fma(x0, c00); c01 = r0.fma(x1, c01);
      var r1 = FloatVector.fromArray(S, a, a1 + l); c10 = r1.fma(x0, c10); c11 = r1.fma(x1, c11);
      var r2 = FloatVector.fromArray(S, a, a2 + l); c20 = r2.fma(x0, c20); c21 = r2.fma(x1, c21);
      var r3 = FloatVector.fromArray(S, a, a3 + l); c30 = r3.fma(x0, c30); c31 = r3.fma(x1, c31);
    }
    float s00 = c00.reduceLanes(ADD), s01 = c01.reduceLanes(ADD), s10 = c10.reduceLanes(ADD), s11 = c11.reduceLanes(ADD);
    float s20 = c20.reduceLanes(ADD), s21 = c21.reduceLanes(ADD), s30 = c30.reduceLanes(ADD), s31 = c31.reduceLanes(ADD);
    for (; l < k; l++) {
      float x0 = b[b0 + l], x1 = b[b1 + l];
      s00 = Math.fma(a[a0 + l], x0, s00); s01 = Math.fma(a[a0 + l], x1, s01);
      s10 = Math.fma(a[a1 + l], x0, s10); s11 = Math.fma(a[a1 + l], x1, s11);
      s20 = Math.fma(a[a2 + l], x0, s20); s21 = Math.fma(a[a2 + l], x1, s21);
      s30 = Math.fma(a[a3 + l], x0, s30); s31 = Math.fma(a[a3 + l], x1, s31);
    }
    c[c0] = s00; c[c0 + 1] = s01;
    c[c0 + n] = s10; c[c0 + n + 1] = s11;
    c[c0 + 2 * n] = s20; c[c0 + 2 * n + 1] = s21;
    c[c0 + 3 * n] = s30; c[c0 + 3 * n + 1] = s31;
  }
  // spotless:on
}
