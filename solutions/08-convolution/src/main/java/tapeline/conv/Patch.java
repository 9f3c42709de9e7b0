package tapeline.conv;

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
    // BEGIN SOLUTION 08.2 "convolution by definition" 15 points
    double sum = 0;
    for (int c = 0; c < in.c(); c++) {
      for (int u = Math.max(0, -top); u < Math.min(kernel.h(), in.h() - top); u++) {
        for (int v = Math.max(0, -left); v < Math.min(kernel.w(), in.w() - left); v++) {
          double pixel = pixels[in.index(n, c, top + u, left + v)];
          sum += pixel * weights[kernel.index(o, c, u, v)];
        }
      }
    }
    return sum;
    // STUB // TODO 08.2 — 10 lines. pixels[in.index(n, c, row, column)] is a pixel, and
    // STUB // weights[kernel.index(o, c, u, v)] a weight. Add up their products, in a double,
    // STUB // over the channels and the window. top and left may be negative, and the window may
    // STUB // reach beyond in.h() and in.w(): what does a pixel add that does not exist?
    // STUB throw new Todo("08.2", "convolution by definition");
    // END SOLUTION
  }

  // BEGIN SOLUTION 08.3 "the definition's gradients" 15 points
  /// Adds what `dy`, the gradient in [#sum], gives to each pixel.
  void addToPixels(double dy, float[] weights, double[] dX) {
    for (int c = 0; c < in.c(); c++) {
      for (int u = Math.max(0, -top); u < Math.min(kernel.h(), in.h() - top); u++) {
        for (int v = Math.max(0, -left); v < Math.min(kernel.w(), in.w() - left); v++) {
          dX[in.index(n, c, top + u, left + v)] += dy * weights[kernel.index(o, c, u, v)];
        }
      }
    }
  }

  /// Adds what `dy`, the gradient in [#sum], gives to each weight.
  void addToWeights(double dy, float[] pixels, double[] dW) {
    for (int c = 0; c < in.c(); c++) {
      for (int u = Math.max(0, -top); u < Math.min(kernel.h(), in.h() - top); u++) {
        for (int v = Math.max(0, -left); v < Math.min(kernel.w(), in.w() - left); v++) {
          dW[kernel.index(o, c, u, v)] += dy * pixels[in.index(n, c, top + u, left + v)];
        }
      }
    }
  }
  // STUB /// Adds what `dy`, the gradient in [#sum], gives to each pixel.
  // STUB void addToPixels(double dy, float[] weights, double[] dX) {
  // STUB   // TODO 08.3 — 14 lines in two bodies. sum adds pixel·weight over (c, u, v). By how
  // STUB   // much does it grow when one of its pixels grows by 1? That, times dy, is added to
  // STUB   // dX, at the pixel's index. Why added, and not set: how many patches see a pixel?
  // STUB   throw new Todo("08.3", "the gradient in the pixels");
  // STUB }
  // STUB
  // STUB /// Adds what `dy`, the gradient in [#sum], gives to each weight.
  // STUB void addToWeights(double dy, float[] pixels, double[] dW) {
  // STUB   throw new Todo("08.3", "the gradient in the weights");
  // STUB }
  // END SOLUTION
}
