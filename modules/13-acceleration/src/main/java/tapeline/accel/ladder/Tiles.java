package tapeline.accel.ladder;

import tapeline.toolkit.Todo;
import tapeline.vector.math.RowLoops;

/// The row order inside tiles: a tile of B stays in the cache while all rows of A pass over it, so
/// B comes from memory once, not m times. Where all of B fits the cache anyway, that saves nothing.
///
/// @param depth rows of B in a tile
/// @param width columns of B in a tile
public record Tiles(int depth, int width) implements Rung {
  public Tiles {
    if (depth < 1 || width < 1) {
      throw new IllegalArgumentException(
          "a tile has 1 row and 1 column or more, got %d and %d".formatted(depth, width));
    }
  }

  /// Returns tiles of B that fill half of a cache of so many bytes; the other half is for rows of A
  /// and C.
  public static Tiles in(long cacheBytes) {
    int width = 1024;
    return new Tiles(
        (int) Math.clamp(cacheBytes / 2 / ((long) Float.BYTES * width), 8, 512), width);
  }

  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    // BEGIN EXERCISE 13.1
    // TODO 13.1 — 11 lines. C += A·B; a, b and c are A (m,k), B (k,n) and C (m,n), row by
    // row. Two loops go from tile to tile of B, of `depth` rows and `width` columns; the
    // last may be smaller. Two loops go over rows l0 … l1 of a tile and all rows of A.
    // RowLoops.addScaled(y, to, factor, x, from, count), y[to + i] += factor·x[from + i],
    // adds columns j0 … j1 of a row of B, times a number of A, to a row of C. Where has
    // the loop over the rows of A to be, if all of them shall find the tile in the cache?
    // The last test times it: three times the textbook's speed are asked for.
    throw new Todo("13.1", "tiles that stay in the cache");
    // END EXERCISE 13.1
  }
}
