package tapeline.conv;

import tapeline.tensor.Tensor;

/// Convolution by its definition: seven loops, no memory but the result. What the fast one is
/// checked against.
///
/// `Y[n,o,i,j] = Σ_{c,u,v} X[n, c, i·s + u − p, j·s + v − p]·W[o,c,u,v]`, zero outside the image. As
/// everywhere in deep learning the window is not flipped: strictly it is a cross-correlation.
public final class DirectConvolution {
  private DirectConvolution() {}

  /// X (n,c,h,w), W (o,c,k,k), Y (n,o,places(h),places(w)).
  ///
  /// @throws IllegalArgumentException when the channels differ or the window does not fit
  public static Tensor of(Tensor x, Tensor w, Window window) {
    var in = Images.of(x);
    var k = Images.of(w);
    if (in.c() != k.c() || k.h() != window.size() || k.w() != window.size()) {
      throw new IllegalArgumentException(
          "convolution needs images (n,c,h,w) and weights (o,c,%d,%d), got %s and %s"
              .formatted(window.size(), window.size(), x.shape(), w.shape()));
    }
    int rows = window.places(in.h());
    int columns = window.places(in.w());
    var y = Tensor.zeros(in.n(), k.n(), rows, columns);
    for (int n = 0; n < in.n(); n++) {
      for (int o = 0; o < k.n(); o++) {
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < columns; j++) {
            y.set(at(x, n, w, o, window.first(i), window.first(j)), n, o, i, j);
          }
        }
      }
    }
    return y;
  }

  /// One output: the window's first pixel is (top, left) of image n, and lies outside where that is
  /// negative.
  private static float at(Tensor x, int n, Tensor w, int o, int top, int left) {
    var in = Images.of(x);
    int size = w.shape().length(-1);
    // BEGIN SOLUTION 08.2 "convolution by definition" 15 points
    double sum = 0;
    for (int c = 0; c < in.c(); c++) {
      for (int u = 0; u < size; u++) {
        for (int v = 0; v < size; v++) {
          int row = top + u;
          int column = left + v;
          if (0 <= row && row < in.h() && 0 <= column && column < in.w()) {
            sum += (double) x.at(n, c, row, column) * w.at(o, c, u, v);
          }
        }
      }
    }
    return (float) sum;
    // STUB // TODO 08.2 — 12 lines. Σ over channels c and window places (u, v) of a pixel times a
    // STUB // weight. Which pixels are there at all: what do those outside the image contribute?
    // STUB throw new Todo("08.2", "convolution");
    // END SOLUTION
  }
}
