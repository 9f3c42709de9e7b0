package tapeline.conv;

import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// Images (n,c,h,w) cut into squares that do not overlap: what pooling makes one number of.
///
/// Squares are counted as the pixels of the pooled images (n, c, h/size, w/size) lie, row by row.
record Squares(Images in, int size) {

  /// @throws IllegalArgumentException when the side does not divide height and width
  static Squares of(Shape images, int size) {
    var in = Images.of(images);
    if (in.h() % size != 0 || in.w() % size != 0) {
      throw new IllegalArgumentException(
          "pooling by %d needs images whose sides it divides, got %s".formatted(size, images));
    }
    return new Squares(in, size);
  }

  /// @throws IllegalArgumentException when it is not above 0
  static void requireSide(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("the side of a square is above 0, got " + size);
    }
  }

  /// A number for each square, all 0.
  Tensor zeros() {
    return Tensor.zeros(in.n(), in.c(), in.h() / size, in.w() / size);
  }

  /// Returns the index of the first pixel of square `e`, in row-major order. Pixel (u, v) of the
  /// square lies `u·w + v` places further.
  int first(int e) {
    int across = in.w() / size;
    return e / across * size * in.w() + e % across * size;
  }
}
