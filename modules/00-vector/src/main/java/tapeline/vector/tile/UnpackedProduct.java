package tapeline.vector.tile;

import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.MANY_REGISTERS;
import static tapeline.vector.math.VectorFunctions.S;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import tapeline.vector.MatrixView;
import tapeline.vector.math.RowLoops;

/// `C = A·B` with nothing packed, for products in which a panel would serve only a few times: each
/// number of A is read where it lies, and B's rows are vectors.
///
/// A tile of C has six rows and one, two or four vectors, as many as there are registers for. At
/// the lower and the right edge a tile is moved back into the matrix, and computes some numbers
/// twice. 2mkn FLOPs.
public final class UnpackedProduct {
  private static final int HIGH = 6; // rows of a tile
  private static final int LINES = 16; // numbers of a cache line
  private static final int BLOCK = 8192; // numbers of B that stay in the first cache

  /// The masks of the first n lanes: one that is made for a call of a tile would be an object.
  private static final List<VectorMask<Float>> FIRST =
      IntStream.rangeClosed(0, L).mapToObj(n -> S.indexInRange(0, n)).toList();

  private UnpackedProduct() {}

  /// Returns whether each panel would be read too few times: A has few rows or columns, or B few
  /// columns, or both some. With few registers the packed product's tile is so much better that few
  /// is less.
  public static boolean suits(MatrixView a, MatrixView b) {
    boolean isFew =
        MANY_REGISTERS
            ? a.rows() <= 32 || a.columns() <= 64 || b.columns() <= (a.rows() <= 64 ? 128 : 64)
            : a.columns() <= 16 || b.columns() <= 16;
    return isFew && !NarrowProduct.suits(a, b);
  }

  /// Copies B, whose columns have numbers that are neighbours, to rows that do, from `to[at]` on. A
  /// few rows at a time are filled from left to right: more would not stay in the first cache.
  public static void inRows(MatrixView b, float[] to, int at) {
    int n = b.columns();
    for (int l = 0; l < b.rows(); l += LINES) {
      int some = Math.min(LINES, b.rows() - l);
      int from = b.start() + l * b.rowStep();
      int y = at + l * n;
      int j = 0;
      for (; j <= n - 6; j += 6) {
        int x = from + j * b.columnStep();
        SixRows.copy(b.data(), x, b.rowStep(), b.columnStep(), some, to, y + j, n);
      }
      for (; j < n; j++) {
        int x = from + j * b.columnStep();
        for (int i = 0; i < some; i++) to[y + i * n + j] = b.data()[x + i * b.rowStep()];
      }
    }
  }

  /// Writes rows `first ≤ i < end` of the product into the row-major matrix that begins at `c[c0]`.
  ///
  /// @param b whose rows have numbers that are neighbours, see [#inRows]
  public static void set(MatrixView a, MatrixView b, float[] c, int c0, int first, int end) {
    int n = b.columns();
    if (end - first < HIGH) {
      for (int i = first; i < end; i++) row(a, b, c, c0 + i * n, i);
      return;
    }
    int block = (int) Math.max(1, BLOCK / (4L * L * b.rows())) * 4 * L; // columns
    for (int j = 0; j < n; j += block) {
      for (int i = first; i < end; i += HIGH) {
        tiles(a, Math.min(i, end - HIGH), b, j, Math.min(n, j + block), c, c0);
      }
    }
  }

  // spotless:off
  /// Computes the six rows from row i on, in the columns `first ≤ j < end`.
  private static void tiles(MatrixView a, int i, MatrixView b, int first, int end, float[] c, int c0) {
    int k = a.columns(); int a0 = a.start() + i * a.rowStep(); int row = a.rowStep(); int column = a.columnStep();
    int n = b.columns(); int b0 = b.start(); int step = b.rowStep(); int to = c0 + i * n;
    int j = first;
    if (MANY_REGISTERS) {
      for (; j <= end - 4 * L; j += 4 * L) wide(k, a.data(), a0, row, column, b.data(), b0 + j, step, c, to + j, n);
    }
    for (; j < end - L; j += 2 * L) {
      int x = Math.clamp(n - 2 * L, 0, j);
      pair(k, a.data(), a0, row, column, b.data(), b0 + x, step, Math.min(L, n - L - x), c, to + x, n);
    }
    for (; j < end; j += L) {
      int x = Math.clamp(n - L, 0, j);
      int whole = whole(b, x, n);
      narrow(whole, a.data(), a0, row, column, b.data(), b0 + x, step, FIRST.get(Math.min(n, L)), c, to + x, n);
      for (int l = whole; l < k; l++) addLast(a, i, l, b, c, to);
    }
  }
  // spotless:on

  /// Returns how many rows of B have a whole vector from column x on, whatever stands behind the
  /// row: all but the last few of an array, where B has fewer columns than a vector.
  private static int whole(MatrixView b, int x, int n) {
    if (n >= L) {
      return b.rows();
    }
    int room = b.data().length - L - b.start() - x;
    return room < 0 ? 0 : b.rowStep() == 0 ? b.rows() : Math.min(b.rows(), room / b.rowStep() + 1);
  }

  /// Adds the products with row l of B to six rows of C.
  private static void addLast(MatrixView a, int i, int l, MatrixView b, float[] c, int to) {
    int n = b.columns();
    int q = b.start() + l * b.rowStep();
    for (int r = 0; r < HIGH; r++) {
      float x = a.data()[a.start() + (i + r) * a.rowStep() + l * a.columnStep()];
      for (int j = 0; j < n; j++)
        c[to + r * n + j] = Math.fma(x, b.data()[q + j], c[to + r * n + j]);
    }
  }

  private static void row(MatrixView a, MatrixView b, float[] c, int to, int i) {
    int n = b.columns();
    Arrays.fill(c, to, to + n, 0);
    for (int l = 0; l < b.rows(); l++) {
      float x = a.data()[a.start() + i * a.rowStep() + l * a.columnStep()];
      RowLoops.addScaled(c, to, x, b.data(), b.start() + l * b.rowStep(), n);
    }
  }

  // spotless:off
  /// Computes a tile of four vectors.
  private static void wide(int k, float[] a, int a0, int row, int column, float[] b, int b0, int step, float[] c, int c0, int n) {
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S); var c02 = FloatVector.zero(S); var c03 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S); var c12 = FloatVector.zero(S); var c13 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S); var c22 = FloatVector.zero(S); var c23 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S); var c32 = FloatVector.zero(S); var c33 = FloatVector.zero(S);
    var c40 = FloatVector.zero(S); var c41 = FloatVector.zero(S); var c42 = FloatVector.zero(S); var c43 = FloatVector.zero(S);
    var c50 = FloatVector.zero(S); var c51 = FloatVector.zero(S); var c52 = FloatVector.zero(S); var c53 = FloatVector.zero(S);
    for (int l = 0; l < k; l++) {
      int p = a0 + l * column;
      int q = b0 + l * step;
      var x0 = FloatVector.fromArray(S, b, q); var x1 = FloatVector.fromArray(S, b, q + L); var x2 = FloatVector.fromArray(S, b, q + 2 * L); var x3 = FloatVector.fromArray(S, b, q + 3 * L);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01); c02 = s0.fma(x2, c02); c03 = s0.fma(x3, c03);
      var s1 = FloatVector.broadcast(S, a[p + row]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11); c12 = s1.fma(x2, c12); c13 = s1.fma(x3, c13);
      var s2 = FloatVector.broadcast(S, a[p + 2 * row]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21); c22 = s2.fma(x2, c22); c23 = s2.fma(x3, c23);
      var s3 = FloatVector.broadcast(S, a[p + 3 * row]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31); c32 = s3.fma(x2, c32); c33 = s3.fma(x3, c33);
      var s4 = FloatVector.broadcast(S, a[p + 4 * row]); c40 = s4.fma(x0, c40); c41 = s4.fma(x1, c41); c42 = s4.fma(x2, c42); c43 = s4.fma(x3, c43);
      var s5 = FloatVector.broadcast(S, a[p + 5 * row]); c50 = s5.fma(x0, c50); c51 = s5.fma(x1, c51); c52 = s5.fma(x2, c52); c53 = s5.fma(x3, c53);
    }
    c00.intoArray(c, c0); c01.intoArray(c, c0 + L); c02.intoArray(c, c0 + 2 * L); c03.intoArray(c, c0 + 3 * L);
    c10.intoArray(c, c0 + n); c11.intoArray(c, c0 + n + L); c12.intoArray(c, c0 + n + 2 * L); c13.intoArray(c, c0 + n + 3 * L);
    c20.intoArray(c, c0 + 2 * n); c21.intoArray(c, c0 + 2 * n + L); c22.intoArray(c, c0 + 2 * n + 2 * L); c23.intoArray(c, c0 + 2 * n + 3 * L);
    c30.intoArray(c, c0 + 3 * n); c31.intoArray(c, c0 + 3 * n + L); c32.intoArray(c, c0 + 3 * n + 2 * L); c33.intoArray(c, c0 + 3 * n + 3 * L);
    c40.intoArray(c, c0 + 4 * n); c41.intoArray(c, c0 + 4 * n + L); c42.intoArray(c, c0 + 4 * n + 2 * L); c43.intoArray(c, c0 + 4 * n + 3 * L);
    c50.intoArray(c, c0 + 5 * n); c51.intoArray(c, c0 + 5 * n + L); c52.intoArray(c, c0 + 5 * n + 2 * L); c53.intoArray(c, c0 + 5 * n + 3 * L);
  }

  /// Computes a tile of two vectors, the second `right` numbers behind the first.
  private static void pair(int k, float[] a, int a0, int row, int column, float[] b, int b0, int step, int right, float[] c, int c0, int n) {
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S);
    var c40 = FloatVector.zero(S); var c41 = FloatVector.zero(S);
    var c50 = FloatVector.zero(S); var c51 = FloatVector.zero(S);
    for (int l = 0; l < k; l++) {
      int p = a0 + l * column;
      int q = b0 + l * step;
      var x0 = FloatVector.fromArray(S, b, q); var x1 = FloatVector.fromArray(S, b, q + right);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01);
      var s1 = FloatVector.broadcast(S, a[p + row]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11);
      var s2 = FloatVector.broadcast(S, a[p + 2 * row]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21);
      var s3 = FloatVector.broadcast(S, a[p + 3 * row]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31);
      var s4 = FloatVector.broadcast(S, a[p + 4 * row]); c40 = s4.fma(x0, c40); c41 = s4.fma(x1, c41);
      var s5 = FloatVector.broadcast(S, a[p + 5 * row]); c50 = s5.fma(x0, c50); c51 = s5.fma(x1, c51);
    }
    c00.intoArray(c, c0); c01.intoArray(c, c0 + right);
    c10.intoArray(c, c0 + n); c11.intoArray(c, c0 + n + right);
    c20.intoArray(c, c0 + 2 * n); c21.intoArray(c, c0 + 2 * n + right);
    c30.intoArray(c, c0 + 3 * n); c31.intoArray(c, c0 + 3 * n + right);
    c40.intoArray(c, c0 + 4 * n); c41.intoArray(c, c0 + 4 * n + right);
    c50.intoArray(c, c0 + 5 * n); c51.intoArray(c, c0 + 5 * n + right);
  }

  /// Computes a tile of one vector, of which `some` lanes are in the matrix; the others are read too.
  private static void narrow(int k, float[] a, int a0, int row, int column, float[] b, int b0, int step, VectorMask<Float> some, float[] c, int c0, int n) {
    var c00 = FloatVector.zero(S); var c10 = FloatVector.zero(S); var c20 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c40 = FloatVector.zero(S); var c50 = FloatVector.zero(S);
    for (int l = 0; l < k; l++) {
      int p = a0 + l * column;
      int q = b0 + l * step;
      var x0 = FloatVector.fromArray(S, b, q);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00);
      var s1 = FloatVector.broadcast(S, a[p + row]); c10 = s1.fma(x0, c10);
      var s2 = FloatVector.broadcast(S, a[p + 2 * row]); c20 = s2.fma(x0, c20);
      var s3 = FloatVector.broadcast(S, a[p + 3 * row]); c30 = s3.fma(x0, c30);
      var s4 = FloatVector.broadcast(S, a[p + 4 * row]); c40 = s4.fma(x0, c40);
      var s5 = FloatVector.broadcast(S, a[p + 5 * row]); c50 = s5.fma(x0, c50);
    }
    c00.intoArray(c, c0, some);
    c10.intoArray(c, c0 + n, some);
    c20.intoArray(c, c0 + 2 * n, some);
    c30.intoArray(c, c0 + 3 * n, some);
    c40.intoArray(c, c0 + 4 * n, some);
    c50.intoArray(c, c0 + 5 * n, some);
  }
  // spotless:on
}
