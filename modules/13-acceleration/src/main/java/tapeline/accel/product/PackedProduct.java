package tapeline.accel.product;

import tapeline.vector.MatrixView;
import tapeline.vector.Shares;
import tapeline.vector.ThreadTeam;
import tapeline.vector.tile.NarrowProduct;
import tapeline.vector.tile.Panels;
import tapeline.vector.tile.TileKernel;
import tapeline.vector.tile.TileKernels;

/// `C = A·B` by blocks that fit the caches, packed into panels, in the manner of Goto and van de
/// Geijn, *Anatomy of High-Performance Matrix Multiplication* (2008).
///
/// A block of B, `depth` rows of it, is packed once and stays in the last cache; a block of A and a
/// panel of B, which all panels of that block pass over, stay in the second; a panel of A in the
/// first; and a tile of C in registers. 2mkn FLOPs. Buffers are kept between calls, so a product on
/// one thread allocates nothing in steady state. One call at a time.
///
/// [Panels] of B begin at a cache line: a vector of 64 bytes that lies in two lines is two reads.
///
/// A B of few columns is not worth a panel of A: [NarrowProduct] reads A where it lies.
public final class PackedProduct {
  private static final int LINES = 16; // of B that are packed at a time: each is read as a stream
  private static final int SHARED = 1 << 19; // products of numbers that are worth a second thread

  private final TileKernel kernel;
  private final BlockSizes sizes;
  private final int threads;
  private final Block[] blocks;
  private final Panels panels; // of B
  private final float[] lines; // of a panel that is not copied whole
  private float[] narrow = new float[0];

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
    this.sizes = sizes;
    this.kernel = kernel;
    this.threads = threads;
    panels = new Panels(kernel.width());
    lines = new float[LINES * kernel.width()];
    blocks = new Block[threads];
    for (int t = 0; t < threads; t++) blocks[t] = new Block();
  }

  /// Writes A·B to the row-major matrix that begins at `c[c0]`, rows one after the other. A and B
  /// are any views.
  ///
  /// @throws IllegalArgumentException when the inner lengths differ
  public void set(MatrixView a, MatrixView b, float[] c, int c0) {
    if (a.columns() != b.rows()) {
      throw new IllegalArgumentException(
          "a product needs (m,k)·(k,n), got (%d,%d)·(%d,%d)"
              .formatted(a.rows(), a.columns(), b.rows(), b.columns()));
    }
    if (NarrowProduct.suits(a, b)) {
      narrow = NarrowProduct.columns(b, narrow);
      NarrowProduct.set(a, narrow, b.columns(), c, c0, new Shares(threads));
    } else {
      setWide(a, b, c, c0);
    }
  }

  /// Columns of B from `left` on, and rows of it, columns of A, from `top` on.
  private record Part(int top, int depth, int left, int columns) {}

  /// Rows of numbers, `step` apart, from `data[start]` on.
  private record Target(float[] data, int start, int step) {}

  private void setWide(MatrixView a, MatrixView b, float[] c, int c0) {
    var target = new Target(c, c0, b.columns());
    int width = sizes.width() / kernel.width() * kernel.width();
    for (int j = 0; j < b.columns(); j += width) {
      int l = 0;
      do { // once at least: without a row of B, C is zeros
        int depth = Math.min(sizes.depth(), b.rows() - l);
        var part = new Part(l, depth, j, Math.min(width, b.columns() - j));
        pack(b, part);
        rows(a, part, target);
        l += sizes.depth();
      } while (l < b.rows());
    }
  }

  private void pack(MatrixView b, Part part) {
    int wide = kernel.width();
    int count = (part.columns + wide - 1) / wide;
    panels.reserve(count, part.depth);
    for (int i = 0; i < part.depth; i += LINES) {
      int some = Math.min(LINES, part.depth - i);
      for (int p = 0; p < count; p++) {
        int j = part.left + p * wide;
        if (b.columnStep() == 1 && j + wide <= b.columns()) {
          panels.copy(b, part.top + i, j, some, p, i);
        } else {
          Packing.columns(b, part.top + i, some, j, wide, lines, 0);
          panels.put(p, i, lines, some);
        }
      }
    }
  }

  /// Multiplies the rows of A: thread t takes its share of the panels, block by block.
  private void rows(MatrixView a, Part part, Target c) {
    if (threads == 1 || (long) a.rows() * part.depth * part.columns < SHARED) {
      blocks[0].run(a, 0, a.rows(), part, c);
      return;
    }
    var shares = new RowShares(a.rows(), kernel.height(), threads);
    ThreadTeam.run(threads, t -> blocks[t].run(a, shares.begin(t), shares.begin(t + 1), part, c));
  }

  /// A thread's block of A, and a tile for the edges of C.
  private final class Block {
    private final float[] tile = new float[kernel.height() * kernel.width()];
    private float[] packedA = new float[0];

    void run(MatrixView a, int from, int to, Part part, Target c) {
      int depth = part.depth;
      boolean adds = part.top > 0; // to what the blocks before have written
      int high = kernel.height();
      int rows = Math.max(1, sizes.height() / high) * high;
      if (packedA.length < rows * depth) packedA = new float[rows * depth];
      for (int i0 = from; i0 < to; i0 += rows) {
        int i1 = Math.min(to, i0 + rows);
        int lines = a.columnStep() == 1 ? depth : LINES;
        for (int l = 0; l < depth; l += lines) {
          int some = Math.min(lines, depth - l);
          for (int i = i0; i < i1; i += high) {
            Packing.rows(a, part.top + l, some, i, high, packedA, (i - i0) * depth + l * high);
          }
        }
        for (int p = 0; p < part.columns; p += kernel.width()) {
          int there = Math.min(kernel.width(), part.columns - p);
          var panel = panels.get(p / kernel.width());
          for (int i = i0; i < i1; i += high) {
            int at = c.start + i * c.step + part.left + p;
            int pa = (i - i0) * depth;
            if (there == kernel.width() && i + high <= i1) {
              kernel.run(depth, packedA, pa, panel, c.data, at, c.step, adds);
            } else {
              kernel.run(depth, packedA, pa, panel, tile, 0, kernel.width(), false);
              move(Math.min(high, i1 - i), there, c, at, adds);
            }
          }
        }
      }
    }

    /// Moves a tile of which only some rows and columns are in C.
    private void move(int rows, int columns, Target c, int at, boolean adds) {
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          int to = at + i * c.step + j;
          c.data[to] = tile[i * kernel.width() + j] + (adds ? c.data[to] : 0);
        }
      }
    }
  }
}
