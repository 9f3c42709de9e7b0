package tapeline.vector.tile;

import java.lang.foreign.MemorySegment;

/// Writes the product of two packed panels to a tile of C that stays in registers on the way.
public interface TileKernel {
  /// Returns the rows of a tile.
  int height();

  /// Returns the columns of a tile.
  int width();

  /// Computes `A·B` for one tile: `depth` steps of `height` numbers of A from `a[a0]` on and
  /// `width` numbers of B, from its first on; C begins at `c[c0]`, its rows `step` apart.
  ///
  /// @param b memory outside of the heap, which can begin at a cache line: an array begins
  ///   anywhere, and a vector of 64 bytes that lies in two lines is two reads
  /// @param adds whether the product is added to C; otherwise it is written, whatever stood there
  void run(
      int depth, float[] a, int a0, MemorySegment b, float[] c, int c0, int step, boolean adds);
}
