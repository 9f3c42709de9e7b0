package tapeline.conv;

import tapeline.toolkit.Todo;

/// The window at one place of one image, for one output channel: the pixels and the weights that
/// meet in one number of the result.
///
/// Pixel (u, v) of the window lies in row `top + u` and column `left + v` of image `n`, where there
/// is one, and meets weight (o, c, u, v) in each channel c.
///
/// @param x the lengths of the images
/// @param w the lengths of the weights, (o,c,k,k)
record Patch(Images x, Images w, int n, int o, int top, int left) {

  /// The patch of element number `e` of the result `y`, in row-major order.
  static Patch of(Window window, Images x, Images w, Images y, int e) {
    int column = e % y.w();
    int row = e / y.w() % y.h();
    int channel = e / (y.w() * y.h()) % y.c();
    int image = e / (y.w() * y.h() * y.c());
    return new Patch(x, w, image, channel, window.pixel(row, 0), window.pixel(column, 0));
  }

  /// `Σ_{c,u,v} pixel·weight`, of the pixels that there are.
  double sum(float[] pixels, float[] weights) {
    // BEGIN EXERCISE 08.2
    // TODO 08.2 — 10 lines. pixels[x.index(n, c, row, column)] is a pixel, and
    // weights[w.index(o, c, u, v)] a weight. Add up their products, in a double, over the
    // channels and the window. top and left may be negative, and the window may reach
    // beyond x.h() and x.w(): what does a pixel contribute that does not exist?
    throw new Todo("08.2", "convolution by definition");
    // END EXERCISE 08.2
  }

  // BEGIN EXERCISE 08.3
  /// Adds what `dy`, the gradient in [#sum], gives to each pixel.
  void addToPixels(double dy, float[] weights, double[] dX) {
    // TODO 08.3 — 18 lines, both. sum adds up pixel·weight over (c, u, v). By how much does
    // grow when one of its pixels grows by 1? That times dy is added to dX, where the pixel
    // in x. Why added: how many patches see one pixel?
    throw new Todo("08.3", "the gradient in the pixels");
  }

  /// Adds what `dy`, the gradient in [#sum], gives to each weight.
  void addToWeights(double dy, float[] pixels, double[] dW) {
    throw new Todo("08.3", "the gradient in the weights");
  }
  // END EXERCISE 08.3
}
