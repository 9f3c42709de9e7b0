package tapeline.vector.tile;

/// Adds the product of two packed panels to a tile of C that stays in registers on the way.
public interface TileKernel {
  /// Returns the rows of a tile.
  int height();

  /// Returns the columns of a tile.
  int width();

  /// Computes `C += A·B` for one tile: `depth` steps of `height` numbers of A from `a[a0]` on and
  /// `width` numbers of B from `b[b0]` on; C begins at `c[c0]`, its rows `step` apart.
  void add(int depth, float[] a, int a0, float[] b, int b0, float[] c, int c0, int step);
}
