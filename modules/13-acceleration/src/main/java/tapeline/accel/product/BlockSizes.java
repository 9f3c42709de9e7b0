package tapeline.accel.product;

import java.util.List;
import tapeline.toolkit.Todo;

/// How large the blocks of a [PackedProduct] are.
///
/// @param depth rows of B, and columns of A, in a block
/// @param height rows of A in a block
/// @param width columns of B in a block
public record BlockSizes(int depth, int height, int width) {
  /// Sizes for a core with 512 KiB in the second cache and some MiB in the last.
  public static final BlockSizes USUAL = new BlockSizes(512, 128, 4096);

  public BlockSizes {
    if (depth < 1 || height < 1 || width < 64) {
      throw new IllegalArgumentException(
          "a block has a depth and a height of 1 or more, and 64 columns or more, got %d, %d and %d"
              .formatted(depth, height, width));
    }
  }

  /// Returns the largest sizes for caches of so many bytes, the first level first: a panel of 64
  /// columns of B takes at most a quarter of the second cache, a block of A half of it, a block of
  /// B half of the last. The depth is from 128 to 1024, the height from 48 to 384, the width from
  /// 256 to 4096. Returns the usual ones where the system keeps its caches to itself.
  /*
   * A deep panel is read from the second cache as fast as a tile needs it, and C is written once a
   * panel: a shallow one, that fits the first cache, costs more by C than it saves. The first cache
   * has a panel of A.
   */
  public static BlockSizes of(List<Long> caches) {
    if (caches.size() < 2) {
      return USUAL;
    }
    // BEGIN EXERCISE 13.4
    // TODO 13.4 — 4 lines. A panel of B is depth·64 numbers of Float.BYTES, a block of A
    // is height·depth, a block of B is depth·width: how large may each be in its cache?
    // Depth is first, as the others follow from it. Math.clamp(long, int, int) keeps
    // within limits.
    throw new Todo("13.4", "block sizes from the caches");
    // END EXERCISE 13.4
  }
}
