package tapeline.conv;

import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The lengths of a batch of images (n,c,h,w): n images of c channels with h rows of w pixels.
/// Weights (o,c,k,k) have the same form.
record Images(int n, int c, int h, int w) {

  /// @throws IllegalArgumentException unless there are four axes
  static Images of(Shape shape) {
    if (shape.rank() != 4) {
      throw new IllegalArgumentException("images are (n,channels,height,width), got " + shape);
    }
    return new Images(shape.length(0), shape.length(1), shape.length(2), shape.length(3));
  }

  /// Images of these lengths, all 0.
  Tensor zeros() {
    return Tensor.zeros(n, c, h, w);
  }

  /// How far pixel (row, column) of a channel of an image is from the first of all, where they lie
  /// in row-major order.
  int index(int image, int channel, int row, int column) {
    return ((image * c + channel) * h + row) * w + column;
  }
}
