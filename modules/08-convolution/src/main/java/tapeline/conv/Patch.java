package tapeline.conv;

import tapeline.toolkit.Todo;

/// The window at one place of one image, for one channel of the result: the pixels and the weights
/// that meet in one number.
///
/// Pixel (u, v) of the window lies in row `top + u` and column `left + v` of image `n`, where there
/// is one, and meets weight (o, c, u, v) in each channel c.
///
/// @param in the lengths of the images
/// @param kernel the lengths of the weights, (o,c,k,k)
/// @param top the window's first row; below 0 in the border
/// @param left the window's first column; below 0 in the border
record Patch(Images in, Images kernel, int n, int o, int top, int left) {

  /// The patch of number `e` of the result, in row-major order.
  static Patch of(Window window, Images in, Images kernel, Images result, int e) {
    int column = e % result.w();
    int row = e / result.w() % result.h();
    int o = e / (result.w() * result.h()) % result.c();
    int n = e / (result.w() * result.h() * result.c());
    return new Patch(in, kernel, n, o, window.pixel(row, 0), window.pixel(column, 0));
  }

  /// `Σ_{c,u,v} pixel·weight`, of the pixels that there are.
  double sum(float[] pixels, float[] weights) {
    // BEGIN EXERCISE 08.2
    // TODO 08.2 — 10 lines. pixels[in.index(n, c, row, column)] is a pixel, and
    // weights[kernel.index(o, c, u, v)] a weight. Add up their products, in a double,
    // over the channels and the window. top and left may be negative, and the window may
    // reach beyond in.h() and in.w(): what does a pixel add that does not exist?
    throw new Todo("08.2", "convolution by definition");
    // END EXERCISE 08.2
  }

  // BEGIN EXERCISE 08.3
  /// Adds what `dy`, the gradient in [#sum], gives to each pixel.
  void addToPixels(double dy, float[] weights, double[] dX) {
    // TODO 08.3 — 14 lines in two bodies. sum adds pixel·weight over (c, u, v). By how
    // much does it grow when one of its pixels grows by 1? That, times dy, is added to
    // dX, at the pixel's index. Why added, and not set: how many patches see a pixel?
    throw new Todo("08.3", "the gradient in the pixels");
  }

  /// Adds what `dy`, the gradient in [#sum], gives to each weight.
  void addToWeights(double dy, float[] pixels, double[] dW) {
    throw new Todo("08.3", "the gradient in the weights");
  }
  // END EXERCISE 08.3
}
