package tapeline.conv;

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
    // BEGIN SOLUTION 08.2 "convolution by definition" 15 points
    double sum = 0;
    for (int c = 0; c < x.c(); c++) {
      for (int u = Math.max(0, -top); u < Math.min(w.h(), x.h() - top); u++) {
        for (int v = Math.max(0, -left); v < Math.min(w.w(), x.w() - left); v++) {
          double pixel = pixels[x.index(n, c, top + u, left + v)];
          sum += pixel * weights[w.index(o, c, u, v)];
        }
      }
    }
    return sum;
    // STUB // TODO 08.2 — 10 lines. pixels[x.index(n, c, row, column)] is a pixel, and
    // STUB // weights[w.index(o, c, u, v)] a weight. Add up their products, in a double, over the
    // STUB // channels and the window. top and left may be negative, and the window may reach
    // STUB // beyond x.h() and x.w(): what does a pixel contribute that does not exist?
    // STUB throw new Todo("08.2", "convolution by definition");
    // END SOLUTION
  }

  // BEGIN SOLUTION 08.3 "the definition's gradients" 15 points
  /// Adds what `dy`, the gradient in [#sum], gives to each pixel.
  void addToPixels(double dy, float[] weights, double[] dX) {
    for (int c = 0; c < x.c(); c++) {
      for (int u = Math.max(0, -top); u < Math.min(w.h(), x.h() - top); u++) {
        for (int v = Math.max(0, -left); v < Math.min(w.w(), x.w() - left); v++) {
          dX[x.index(n, c, top + u, left + v)] += dy * weights[w.index(o, c, u, v)];
        }
      }
    }
  }

  /// Adds what `dy`, the gradient in [#sum], gives to each weight.
  void addToWeights(double dy, float[] pixels, double[] dW) {
    for (int c = 0; c < x.c(); c++) {
      for (int u = Math.max(0, -top); u < Math.min(w.h(), x.h() - top); u++) {
        for (int v = Math.max(0, -left); v < Math.min(w.w(), x.w() - left); v++) {
          dW[w.index(o, c, u, v)] += dy * pixels[x.index(n, c, top + u, left + v)];
        }
      }
    }
  }
  // STUB /// Adds what `dy`, the gradient in [#sum], gives to each pixel.
  // STUB void addToPixels(double dy, float[] weights, double[] dX) {
  // STUB   // TODO 08.3 — 18 lines, both. sum adds up pixel·weight over (c, u, v). By how much does
  // it
  // STUB   // grow when one of its pixels grows by 1? That times dy is added to dX, where the pixel
  // is
  // STUB   // in x. Why added: how many patches see one pixel?
  // STUB   throw new Todo("08.3", "the gradient in the pixels");
  // STUB }
  // STUB
  // STUB /// Adds what `dy`, the gradient in [#sum], gives to each weight.
  // STUB void addToWeights(double dy, float[] pixels, double[] dW) {
  // STUB   throw new Todo("08.3", "the gradient in the weights");
  // STUB }
  // END SOLUTION
}
