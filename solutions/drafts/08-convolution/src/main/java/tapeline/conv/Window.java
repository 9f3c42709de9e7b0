package tapeline.conv;

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

  /// A window that leaves height and width as they are. Its size is odd.
  public static Window same(int size) {
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
    // BEGIN SOLUTION 08.1 "places of a window" 5 points
    return (length + 2 * padding - size) / stride + 1;
    // STUB // TODO 08.1 — 1 line. The window's first pixel is at 0, stride, 2·stride, … of the length
    // STUB // with both borders, as long as its last pixel is inside. How many are these?
    // STUB throw new Todo("08.1", "places");
    // END SOLUTION
  }

  /// How far it reaches into the image at its place `i`: the pixel under its first row or column,
  /// negative in the border.
  int first(int i) {
    return i * stride - padding;
  }
}
