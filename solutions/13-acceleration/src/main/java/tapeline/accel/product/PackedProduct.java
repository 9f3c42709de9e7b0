package tapeline.accel.product;

import tapeline.vector.MatrixView;
import tapeline.vector.tile.BlockedProduct;
import tapeline.vector.tile.Panels;
import tapeline.vector.tile.TileKernel;
import tapeline.vector.tile.TileKernels;

/// `C += A·B` by a [BlockedProduct], which goes through the blocks, on panels that [Packing] packs
/// and rows that [RowShares] shares. 2mkn FLOPs; a product on one thread allocates nothing in
/// steady state. One call at a time.
public final class PackedProduct {
  private final BlockedProduct product;

  /// Makes a product with the kernel that suits this processor.
  ///
  /// @param threads that share the rows of C
  public PackedProduct(BlockSizes sizes, int threads) {
    this(sizes, threads, TileKernels.here());
  }

  /// Makes a product with a kernel of the caller's.
  ///
  /// @param threads that share the rows of C
  public PackedProduct(BlockSizes sizes, int threads, TileKernel kernel) {
    if (threads < 1) {
      throw new IllegalArgumentException("a product takes 1 thread or more, got " + threads);
    }
    var blocks = new BlockedProduct.Sizes(sizes.depth(), sizes.height(), sizes.width());
    product = new BlockedProduct(blocks, threads, kernel, new Packed());
  }

  /// Adds A·B to the row-major matrix that begins at `c[c0]`, rows one after the other. A and B are
  /// any views.
  ///
  /// @throws IllegalArgumentException when the inner lengths differ
  public void add(MatrixView a, MatrixView b, float[] c, int c0) {
    if (a.columns() != b.rows()) {
      throw new IllegalArgumentException(
          "a product needs (m,k)·(k,n), got (%d,%d)·(%d,%d)"
              .formatted(a.rows(), a.columns(), b.rows(), b.columns()));
    }
    product.add(a, b, c, c0);
  }

  private static final class Packed implements Panels {
    @Override
    public void columns(MatrixView b, int l, int depth, int j, int width, float[] to, int at) {
      Packing.columns(b, l, depth, j, width, to, at);
    }

    @Override
    public void rows(MatrixView a, int l, int depth, int i, int height, float[] to, int at) {
      Packing.rows(a, l, depth, i, height, to, at);
    }

    @Override
    public int begin(int rows, int height, int threads, int t) {
      return new RowShares(rows, height, threads).begin(t);
    }
  }
}
