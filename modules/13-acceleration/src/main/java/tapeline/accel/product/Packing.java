package tapeline.accel.product;

import static tapeline.accel.math.VectorFunctions.L;
import static tapeline.accel.math.VectorFunctions.S;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import tapeline.toolkit.Todo;

/// Copies parts of matrices into panels, in the order in which a [TileKernel] reads them: for each
/// l, the numbers of one step side by side. What is missing at the edge becomes 0.
public final class Packing {
  private Packing() {}

  /// Packs columns `j … j + width` of B, rows `l … l + depth`: number (l, j) goes to `to[at +
  /// l·width + j]`.
  public static void columns(MatrixView b, int l, int depth, int j, int width, float[] to, int at) {
    panel(
        b.data(),
        b.start() + l * b.rowStep() + j * b.columnStep(),
        b.rowStep(),
        b.columnStep(),
        depth,
        Math.min(width, b.columns() - j),
        width,
        to,
        at);
  }

  /// Packs rows `i … i + height` of A, columns `l … l + depth`: number (i, l) goes to `to[at +
  /// l·height + i]`.
  public static void rows(MatrixView a, int l, int depth, int i, int height, float[] to, int at) {
    int start = a.start() + i * a.rowStep() + l * a.columnStep();
    if (height == 6 && i + 6 <= a.rows()) {
      six(a.data(), start, a.columnStep(), a.rowStep(), depth, to, at);
      return;
    }
    panel(
        a.data(),
        start,
        a.columnStep(),
        a.rowStep(),
        depth,
        Math.min(height, a.rows() - i),
        height,
        to,
        at);
  }

  /// Packs `there` numbers, `step` apart, for each of `depth` lines, in lines of `width`.
  private static void panel(
      float[] from,
      int start,
      int lineStep,
      int step,
      int depth,
      int there,
      int width,
      float[] to,
      int at) {
    // BEGIN EXERCISE 13.3
    // TODO 13.3 — 15 lines. Number j of line l is from[start + l·lineStep + j·step], and
    // goes to to[at + l·width + j], for j below `there`. The rest of a line is 0, whatever
    // the array held before: it is used again and again. copy(…) copies neighbours; when
    // are the numbers of a line neighbours?
    throw new Todo("13.3", "a panel packed");
    // END EXERCISE 13.3
  }

  /// Computes `to[y + i] = from[x + i]` for i < n, in vectors: a line is too short for
  /// System.arraycopy, which takes long to begin. The library's own method is always inlined, see
  /// [RowLoops].
  private static void copy(float[] from, int x, float[] to, int y, int n) {
    int i = 0;
    for (; i <= n - L; i += L) FloatVector.fromArray(S, from, x + i).intoArray(to, y + i);
    for (; i < n; i++) to[y + i] = from[x + i];
  }

  /// Packs a [#panel] with six numbers a line, all there: as the compiler sees how many, there is
  /// no loop over them. It must take the arrays for one, so all are read before the first is
  /// written.
  private static void six(
      float[] from, int start, int lineStep, int step, int depth, float[] to, int at) {
    for (int l = 0; l < depth; l++) {
      int x = start + l * lineStep;
      float x0 = from[x];
      float x1 = from[x + step];
      float x2 = from[x + 2 * step];
      float x3 = from[x + 3 * step];
      float x4 = from[x + 4 * step];
      float x5 = from[x + 5 * step];
      int y = at + l * 6;
      to[y] = x0;
      to[y + 1] = x1;
      to[y + 2] = x2;
      to[y + 3] = x3;
      to[y + 4] = x4;
      to[y + 5] = x5;
    }
  }
}
