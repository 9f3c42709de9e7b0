package tapeline.accel.product;

import static tapeline.vector.math.RowLoops.copy;

import java.util.Arrays;
import tapeline.toolkit.Todo;
import tapeline.vector.MatrixView;
import tapeline.vector.tile.SixRows;

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
    if ((height == 5 || height == 6) && i + 6 <= a.rows()) {
      SixRows.pack(a.data(), start, a.columnStep(), a.rowStep(), depth, to, at, height);
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
}
