package tapeline.conv;

import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The lengths of a batch of images (n,c,h,w): n images of c channels with h rows of w pixels.
record Images(int n, int c, int h, int w) {
  static Images of(Tensor x) {
    return of(x.shape());
  }

  /// @throws IllegalArgumentException unless there are four axes
  static Images of(Shape shape) {
    if (shape.rank() != 4) {
      throw new IllegalArgumentException("images are (n,channels,height,width), got " + shape);
    }
    return new Images(shape.length(0), shape.length(1), shape.length(2), shape.length(3));
  }
}
