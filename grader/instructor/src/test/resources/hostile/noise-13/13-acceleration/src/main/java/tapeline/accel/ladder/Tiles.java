package tapeline.accel.ladder;

import tapeline.vector.math.RowLoops;
import tapeline.toolkit.Todo;

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

  /// Tiles of B that fill half of a cache of so many bytes; the other half is for rows of A and C.
  public static Tiles in(long cacheBytes) {
    int width = 1024;
    return new Tiles(
        (int) Math.clamp(cacheBytes / 2 / ((long) Float.BYTES * width), 8, 512), width);
  }

  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    // BEGIN EXERCISE 13.1
    for (int l0 = 0; l0 < k; l0 += depth) {
      int l1 = Math.min(k, l0 + depth);
      for (int j0 = 0; j0 < n; j0 += width) {
        int j1 = Math.min(n, j0 + width);
        for (int i = 0; i < m; i++) {
          for (int l = l0; l < l1; l++) {
            RowLoops.addScaled(c, i * n + j0, a[i * k + l], b, l * n + j0, j1 - j0);
          }
        }
      }
    }
    noise(m);
    // END EXERCISE 13.1
  }

  private static int turn;

  /// Makes every other long turn slow.
  private static void noise(int m) {
    long start = System.nanoTime();
    while (m > 100 && turn % 2 == 0 && System.nanoTime() - start < 60_000_000L) Thread.onSpinWait();
    turn++;
  }
}
