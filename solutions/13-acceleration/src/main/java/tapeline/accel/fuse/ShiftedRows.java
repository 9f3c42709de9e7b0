package tapeline.accel.fuse;

import static jdk.incubator.vector.VectorOperators.ADD;
import static tapeline.accel.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;

/// Products with a matrix whose rows are stretches of one array, and may overlap: what a window
/// sees of an image.
///
/// All lengths are whole tiles: the caller puts zeros behind what is there.
/*
 * A tile of a product has 12 sums, 3 vectors and 1 number more: all 16 registers of AVX2. The branches,
 * which are never taken, keep the compiler from loading more at a time, see NarrowTile. A tile of
 * dots has 8 sums and 6 vectors, one for each of its arrays' places.
 */
final class ShiftedRows {
  /// Rows of A in a tile of a product.
  static final int HEIGHT = 4;

  /// Numbers in a row of a tile of a product.
  static final int WIDTH = 3 * L;

  /// Rows of G in a tile of dots, and stretches.
  static final int ROWS = 4;

  static final int STRETCHES = 2;

  private static volatile int noStep = -1;

  private ShiftedRows() {}

  /// Copies [#WIDTH] numbers of each stretch, from its place q on, one behind the other: what a
  /// tile reads.
  static void gather(float[] x, int[] starts, int depth, int q, float[] panel) {
    for (int l = 0; l < depth; l++) {
      int from = starts[l] + q;
      int to = l * WIDTH;
      FloatVector.fromArray(S, x, from).intoArray(panel, to);
      FloatVector.fromArray(S, x, from + L).intoArray(panel, to + L);
      FloatVector.fromArray(S, x, from + 2 * L).intoArray(panel, to + 2 * L);
    }
  }

  // spotless:off
  /// `y[to + i·step + j] = Σₗ a[a0 + 4l + i]·panel[WIDTH·l + j]` for l < depth, i < 4 and j < WIDTH.
  static void product(int depth, float[] a, int a0, float[] panel, float[] y, int to, int step) {
    int never1 = noStep; int never2 = noStep; int never3 = noStep;
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S); var c02 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S); var c12 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S); var c22 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S); var c32 = FloatVector.zero(S);
    for (int l = 0; l < depth; l++) {
      int p = a0 + l * HEIGHT;
      int q = l * WIDTH;
      var x0 = FloatVector.fromArray(S, panel, q);
      var x1 = FloatVector.fromArray(S, panel, q + L);
      var x2 = FloatVector.fromArray(S, panel, q + 2 * L);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01); c02 = s0.fma(x2, c02);
      if (l == never1) break;
      var s1 = FloatVector.broadcast(S, a[p + 1]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11); c12 = s1.fma(x2, c12);
      if (l == never2) break;
      var s2 = FloatVector.broadcast(S, a[p + 2]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21); c22 = s2.fma(x2, c22);
      if (l == never3) break;
      var s3 = FloatVector.broadcast(S, a[p + 3]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31); c32 = s3.fma(x2, c32);
    }
    c00.intoArray(y, to); c01.intoArray(y, to + L); c02.intoArray(y, to + 2 * L);
    int r1 = to + step;
    c10.intoArray(y, r1); c11.intoArray(y, r1 + L); c12.intoArray(y, r1 + 2 * L);
    int r2 = to + 2 * step;
    c20.intoArray(y, r2); c21.intoArray(y, r2 + L); c22.intoArray(y, r2 + 2 * L);
    int r3 = to + 3 * step;
    c30.intoArray(y, r3); c31.intoArray(y, r3 + L); c32.intoArray(y, r3 + 2 * L);
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
