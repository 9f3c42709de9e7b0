package tapeline.vector.tile;

import tapeline.vector.MatrixView;

/// How a [BlockedProduct] packs parts of matrices, and shares rows among threads.
public interface Panels {
  /// Packs columns `j … j + width` of B, rows `l … l + depth`: number (l, j) goes to `to[at +
  /// l·width + j]`.
  void columns(MatrixView b, int l, int depth, int j, int width, float[] to, int at);

  /// Packs rows `i … i + height` of A, columns `l … l + depth`: number (i, l) goes to `to[at +
  /// l·height + i]`.
  void rows(MatrixView a, int l, int depth, int i, int height, float[] to, int at);

  /// Returns the first of so many rows that thread t has, in panels of that height.
  int begin(int rows, int height, int threads, int t);
}
