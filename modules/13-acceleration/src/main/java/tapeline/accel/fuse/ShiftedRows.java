package tapeline.accel.fuse;

import static jdk.incubator.vector.VectorOperators.ADD;
import static tapeline.accel.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;

/// Products with a matrix whose rows are stretches of one array, and may overlap: what a window
/// sees of an image.
///
/// Tiles have 8 sums in registers, which leaves room in the 16 that AVX2 has. All lengths are whole
/// tiles: the caller puts zeros behind what is there.
final class ShiftedRows {
  /// Rows of A in a tile of a product.
  static final int HEIGHT = 8;

  /// Rows of G in a tile of dots, and stretches.
  static final int ROWS = 4;

  static final int STRETCHES = 2;

  private ShiftedRows() {}

  /// Copies a vector of each stretch, from its place q on, one behind the other: what a tile reads.
  static void gather(float[] x, int[] starts, int depth, int q, float[] panel) {
    for (int l = 0; l < depth; l++) {
      FloatVector.fromArray(S, x, starts[l] + q).intoArray(panel, l * L);
    }
  }

  // spotless:off
  /// `y[to + i·step + j] = Σₗ a[a0 + 8l + i]·panel[L·l + j]` for l < depth, i < 8 and j < L.
  static void product(int depth, float[] a, int a0, float[] panel, float[] y, int to, int step) {
    var c0 = FloatVector.zero(S); var c1 = FloatVector.zero(S); var c2 = FloatVector.zero(S); var c3 = FloatVector.zero(S);
    var c4 = FloatVector.zero(S); var c5 = FloatVector.zero(S); var c6 = FloatVector.zero(S); var c7 = FloatVector.zero(S);
    for (int l = 0; l < depth; l++) {
      int p = a0 + l * HEIGHT;
      var x = FloatVector.fromArray(S, panel, l * L);
      c0 = FloatVector.broadcast(S, a[p]).fma(x, c0);
      c1 = FloatVector.broadcast(S, a[p + 1]).fma(x, c1);
      c2 = FloatVector.broadcast(S, a[p + 2]).fma(x, c2);
      c3 = FloatVector.broadcast(S, a[p + 3]).fma(x, c3);
      c4 = FloatVector.broadcast(S, a[p + 4]).fma(x, c4);
      c5 = FloatVector.broadcast(S, a[p + 5]).fma(x, c5);
      c6 = FloatVector.broadcast(S, a[p + 6]).fma(x, c6);
      c7 = FloatVector.broadcast(S, a[p + 7]).fma(x, c7);
    }
    c0.intoArray(y, to);
    c1.intoArray(y, to + step);
    c2.intoArray(y, to + 2 * step);
    c3.intoArray(y, to + 3 * step);
    c4.intoArray(y, to + 4 * step);
    c5.intoArray(y, to + 5 * step);
    c6.intoArray(y, to + 6 * step);
    c7.intoArray(y, to + 7 * step);
  }

  /// Adds `Σ_q g[g0 + i·n + q]·x[starts[s + j] + q]`, for q < n, i < 4 and j < 2, to `sums[at + 2i +
  /// j]`.
  static void dots(int n, float[] g, int g0, float[] x, int[] starts, int s, float[] sums, int at) {
    int x0 = starts[s]; int x1 = starts[s + 1];
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S); var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S); var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S);
    for (int q = 0; q < n; q += L) {
      var v0 = FloatVector.fromArray(S, x, x0 + q);
      var v1 = FloatVector.fromArray(S, x, x1 + q);
      var r0 = FloatVector.fromArray(S, g, g0 + q); c00 = r0.fma(v0, c00); c01 = r0.fma(v1, c01);
      var r1 = FloatVector.fromArray(S, g, g0 + n + q); c10 = r1.fma(v0, c10); c11 = r1.fma(v1, c11);
      var r2 = FloatVector.fromArray(S, g, g0 + 2 * n + q); c20 = r2.fma(v0, c20); c21 = r2.fma(v1, c21);
      var r3 = FloatVector.fromArray(S, g, g0 + 3 * n + q); c30 = r3.fma(v0, c30); c31 = r3.fma(v1, c31);
    }
    sums[at] += c00.reduceLanes(ADD); sums[at + 1] += c01.reduceLanes(ADD);
    sums[at + 2] += c10.reduceLanes(ADD); sums[at + 3] += c11.reduceLanes(ADD);
    sums[at + 4] += c20.reduceLanes(ADD); sums[at + 5] += c21.reduceLanes(ADD);
    sums[at + 6] += c30.reduceLanes(ADD); sums[at + 7] += c31.reduceLanes(ADD);
  }
  // spotless:on
}
