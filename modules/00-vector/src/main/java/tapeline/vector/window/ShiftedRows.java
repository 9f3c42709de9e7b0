package tapeline.vector.window;

import static jdk.incubator.vector.VectorOperators.ADD;
import static tapeline.vector.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;

/// Products with a matrix whose rows are stretches of one array, and may overlap: what a window
/// sees of an image.
///
/// All lengths are whole tiles: the caller puts zeros behind what is there.
/*
 * Tiles for 16 registers and for 32. A low tile has 8 sums: of 12, which would do as well, C2 keeps
 * one in memory, see NarrowTile. Narrow dots have 8 sums, too, as their vectors begin anywhere, and
 * the compiler keeps a register for each.
 */
final class ShiftedRows {
  /// Rows of A in a tile of a product.
  static final int HEIGHT = MANY_REGISTERS ? 8 : 4;

  /// Numbers in a row of a tile of a product.
  static final int WIDTH = (MANY_REGISTERS ? 3 : 2) * L;

  /// Rows of G in a tile of dots, and stretches.
  static final int ROWS = 4;

  static final int STRETCHES = MANY_REGISTERS ? 4 : 2;

  private ShiftedRows() {}

  // spotless:off
  /// Computes `y[to + i·step + j] = Σₗ a[a0 + HEIGHT·k + i]·x[starts[k] + at + j]` for k < depth, i < HEIGHT
  /// and j < WIDTH.
  static void product(int depth, float[] a, int a0, float[] x, int[] starts, int at, float[] y, int to, int step) {
    if (MANY_REGISTERS) {
      high(depth, a, a0, x, starts, at, y, to, step);
    } else {
      low(depth, a, a0, x, starts, at, y, to, step);
    }
  }

  private static void low(int depth, float[] a, int a0, float[] x, int[] starts, int at, float[] y, int to, int step) {
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S);
    for (int k = 0; k < depth; k++) {
      int p = a0 + k * HEIGHT;
      int q = starts[k] + at;
      var x0 = FloatVector.fromArray(S, x, q);
      var x1 = FloatVector.fromArray(S, x, q + L);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01);
      var s1 = FloatVector.broadcast(S, a[p + 1]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11);
      var s2 = FloatVector.broadcast(S, a[p + 2]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21);
      var s3 = FloatVector.broadcast(S, a[p + 3]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31);
    }
    c00.intoArray(y, to); c01.intoArray(y, to + L);
    int r1 = to + step;
    c10.intoArray(y, r1); c11.intoArray(y, r1 + L);
    int r2 = to + 2 * step;
    c20.intoArray(y, r2); c21.intoArray(y, r2 + L);
    int r3 = to + 3 * step;
    c30.intoArray(y, r3); c31.intoArray(y, r3 + L);
  }

  private static void high(int depth, float[] a, int a0, float[] x, int[] starts, int at, float[] y, int to, int step) {
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S); var c02 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S); var c12 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S); var c22 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S); var c32 = FloatVector.zero(S);
    var c40 = FloatVector.zero(S); var c41 = FloatVector.zero(S); var c42 = FloatVector.zero(S);
    var c50 = FloatVector.zero(S); var c51 = FloatVector.zero(S); var c52 = FloatVector.zero(S);
    var c60 = FloatVector.zero(S); var c61 = FloatVector.zero(S); var c62 = FloatVector.zero(S);
    var c70 = FloatVector.zero(S); var c71 = FloatVector.zero(S); var c72 = FloatVector.zero(S);
    for (int k = 0; k < depth; k++) {
      int p = a0 + k * HEIGHT;
      int q = starts[k] + at;
      var x0 = FloatVector.fromArray(S, x, q);
      var x1 = FloatVector.fromArray(S, x, q + L);
      var x2 = FloatVector.fromArray(S, x, q + 2 * L);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01); c02 = s0.fma(x2, c02);
      var s1 = FloatVector.broadcast(S, a[p + 1]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11); c12 = s1.fma(x2, c12);
      var s2 = FloatVector.broadcast(S, a[p + 2]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21); c22 = s2.fma(x2, c22);
      var s3 = FloatVector.broadcast(S, a[p + 3]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31); c32 = s3.fma(x2, c32);
      var s4 = FloatVector.broadcast(S, a[p + 4]); c40 = s4.fma(x0, c40); c41 = s4.fma(x1, c41); c42 = s4.fma(x2, c42);
      var s5 = FloatVector.broadcast(S, a[p + 5]); c50 = s5.fma(x0, c50); c51 = s5.fma(x1, c51); c52 = s5.fma(x2, c52);
      var s6 = FloatVector.broadcast(S, a[p + 6]); c60 = s6.fma(x0, c60); c61 = s6.fma(x1, c61); c62 = s6.fma(x2, c62);
      var s7 = FloatVector.broadcast(S, a[p + 7]); c70 = s7.fma(x0, c70); c71 = s7.fma(x1, c71); c72 = s7.fma(x2, c72);
    }
    c00.intoArray(y, to); c01.intoArray(y, to + L); c02.intoArray(y, to + 2 * L);
    int r1 = to + step; c10.intoArray(y, r1); c11.intoArray(y, r1 + L); c12.intoArray(y, r1 + 2 * L);
    int r2 = to + 2 * step; c20.intoArray(y, r2); c21.intoArray(y, r2 + L); c22.intoArray(y, r2 + 2 * L);
    int r3 = to + 3 * step; c30.intoArray(y, r3); c31.intoArray(y, r3 + L); c32.intoArray(y, r3 + 2 * L);
    int r4 = to + 4 * step; c40.intoArray(y, r4); c41.intoArray(y, r4 + L); c42.intoArray(y, r4 + 2 * L);
    int r5 = to + 5 * step; c50.intoArray(y, r5); c51.intoArray(y, r5 + L); c52.intoArray(y, r5 + 2 * L);
    int r6 = to + 6 * step; c60.intoArray(y, r6); c61.intoArray(y, r6 + L); c62.intoArray(y, r6 + 2 * L);
    int r7 = to + 7 * step; c70.intoArray(y, r7); c71.intoArray(y, r7 + L); c72.intoArray(y, r7 + 2 * L);
  }

  /// Adds `Σ_q g[g0 + i·n + q]·x[starts[s + j] + q]`, for q < n, i < 4 and j < STRETCHES, to `sums[at
  /// + STRETCHES·i + j]`.
  static void dots(int n, float[] g, int g0, float[] x, int[] starts, int s, float[] sums, int at) {
    if (MANY_REGISTERS) {
      wideDots(n, g, g0, x, starts, s, sums, at);
    } else {
      narrowDots(n, g, g0, x, starts, s, sums, at);
    }
  }

  private static void narrowDots(int n, float[] g, int g0, float[] x, int[] starts, int s, float[] sums, int at) {
    int x0 = starts[s]; int x1 = starts[s + 1];
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S);
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

  private static void wideDots(int n, float[] g, int g0, float[] x, int[] starts, int s, float[] sums, int at) {
    int x0 = starts[s]; int x1 = starts[s + 1]; int x2 = starts[s + 2]; int x3 = starts[s + 3];
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S); var c02 = FloatVector.zero(S); var c03 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S); var c12 = FloatVector.zero(S); var c13 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S); var c22 = FloatVector.zero(S); var c23 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S); var c32 = FloatVector.zero(S); var c33 = FloatVector.zero(S);
    for (int q = 0; q < n; q += L) {
      var v0 = FloatVector.fromArray(S, x, x0 + q);
      var v1 = FloatVector.fromArray(S, x, x1 + q);
      var v2 = FloatVector.fromArray(S, x, x2 + q);
      var v3 = FloatVector.fromArray(S, x, x3 + q);
      var r0 = FloatVector.fromArray(S, g, g0 + q); c00 = r0.fma(v0, c00); c01 = r0.fma(v1, c01); c02 = r0.fma(v2, c02); c03 = r0.fma(v3, c03);
      var r1 = FloatVector.fromArray(S, g, g0 + n + q); c10 = r1.fma(v0, c10); c11 = r1.fma(v1, c11); c12 = r1.fma(v2, c12); c13 = r1.fma(v3, c13);
      var r2 = FloatVector.fromArray(S, g, g0 + 2 * n + q); c20 = r2.fma(v0, c20); c21 = r2.fma(v1, c21); c22 = r2.fma(v2, c22); c23 = r2.fma(v3, c23);
      var r3 = FloatVector.fromArray(S, g, g0 + 3 * n + q); c30 = r3.fma(v0, c30); c31 = r3.fma(v1, c31); c32 = r3.fma(v2, c32); c33 = r3.fma(v3, c33);
    }
    sums[at] += c00.reduceLanes(ADD); sums[at + 1] += c01.reduceLanes(ADD); sums[at + 2] += c02.reduceLanes(ADD); sums[at + 3] += c03.reduceLanes(ADD);
    sums[at + 4] += c10.reduceLanes(ADD); sums[at + 5] += c11.reduceLanes(ADD); sums[at + 6] += c12.reduceLanes(ADD); sums[at + 7] += c13.reduceLanes(ADD);
    sums[at + 8] += c20.reduceLanes(ADD); sums[at + 9] += c21.reduceLanes(ADD); sums[at + 10] += c22.reduceLanes(ADD); sums[at + 11] += c23.reduceLanes(ADD);
    sums[at + 12] += c30.reduceLanes(ADD); sums[at + 13] += c31.reduceLanes(ADD); sums[at + 14] += c32.reduceLanes(ADD); sums[at + 15] += c33.reduceLanes(ADD);
  }
  // spotless:on
}
