package tapeline.conv;

import tapeline.tensor.Shape;
import tapeline.toolkit.Todo;

/// How a square window moves over an image: its side, its step, and the border of zeros around the
/// image.
public record Window(int size, int stride, int padding) {
  public Window {
    if (size < 1 || stride < 1 || padding < 0 || padding >= size) {
      throw new IllegalArgumentException(
          "a window needs size ≥ 1, stride ≥ 1 and 0 ≤ padding < size, got %d, %d and %d"
              .formatted(size, stride, padding));
    }
  }

  /// A window that leaves height and width as they are.
  ///
  /// @throws IllegalArgumentException when its size is even: it would have no middle
  public static Window same(int size) {
    if (size % 2 == 0) {
      throw new IllegalArgumentException(
          "a window that keeps the image's size has a middle, so an odd size, got " + size);
    }
    return new Window(size, 1, size / 2);
  }

  /// How many places the window has along `length` pixels.
  ///
  /// @throws IllegalArgumentException when it has none
  public int places(int length) {
    if (length + 2 * padding < size) {
      throw new IllegalArgumentException(
          "a window of %d does not fit into %d pixels with a border of %d"
              .formatted(size, length, padding));
    }
    // BEGIN EXERCISE 08.1
    // TODO 08.1 — 1 line. Along the length with both borders the window starts at 0,
    // stride, 2·stride, … as long as its last pixel is inside. How many starts are these?
    throw new Todo("08.1", "places");
    // END EXERCISE 08.1
  }

  /// The pixel under row (or column) `k` of the window at its place `i`; below 0, or not below the
  /// image's length, when that is in the border.
  int pixel(int i, int k) {
    return i * stride + k - padding;
  }

  /// The first place at which row `k` of the window is over the image.
  int firstInside(int k) {
    return Math.max(0, Math.ceilDiv(padding - k, stride));
  }

  /// The place after the last at which row `k` of the window is over an image of this length; not
  /// before [#firstInside].
  int endInside(int k, int length) {
    int end = Math.min(places(length), Math.ceilDiv(length + padding - k, stride));
    return Math.max(firstInside(k), end);
  }

  /// The result of a convolution of images with weights (o,c,k,k): images of o channels, with a
  /// pixel for each place of the window.
  ///
  /// @throws IllegalArgumentException when the channels differ, or the weights are not of the
  ///   window's size
  Images convolved(Images x, Shape weights) {
    var fits =
        weights.rank() == 4
            && weights.length(1) == x.c()
            && weights.length(2) == size
            && weights.length(3) == size;
    if (!fits) {
      throw new IllegalArgumentException(
          "convolution needs weights (o,%d,%d,%d) for images (%d,%d,%d,%d), got %s"
              .formatted(x.c(), size, size, x.n(), x.c(), x.h(), x.w(), weights));
    }
    return new Images(x.n(), weights.length(0), places(x.h()), places(x.w()));
  }
}
