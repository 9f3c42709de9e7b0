package tapeline.conv;

import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// Writes out what a window sees at each of its places: images (n,c,h,w) become columns
/// (n, c·k·k, places), so that convolution is a matrix product.
///
/// Row `(c·k + u)·k + v` holds pixel (u, v) of channel c under the window, for all places; outside
/// the image it is 0. Every pixel is copied up to k² times: that is the price.
public record Im2Col(Window window) implements TensorOp.Unary {

  @Override
  public Tensor forward(Tensor x) {
    var in = Images.of(x);
    int k = window.size();
    int places = window.places(in.h()) * window.places(in.w());
    var y = Tensor.zeros(in.n(), in.c() * k * k, places);
    var from = x.contiguous();
    int row = 0;
    for (int image = 0; image < in.n() * in.c(); image++) {
      for (int u = 0; u < k; u++) {
        for (int v = 0; v < k; v++) {
          gather(from.data(), from.offset() + image * in.h() * in.w(), in, u, v, y.data(), row);
          row += places;
        }
      }
    }
    return y;
  }

  /// One row: the pixels that (u, v) of the window is over, from the channel that begins at
  /// `x[image]`, to `y[row]`, `y[row + 1]`, ….
  private void gather(float[] x, int image, Images in, int u, int v, float[] y, int row) {
    int rows = window.places(in.h());
    int columns = window.places(in.w());
    // BEGIN SOLUTION 08.3 "im2col" 15 points
    for (int i = 0; i < rows; i++) {
      int h = window.first(i) + u;
      if (h < 0 || h >= in.h()) {
        continue;
      }
      for (int j = 0; j < columns; j++) {
        int w = window.first(j) + v;
        if (w >= 0 && w < in.w()) {
          y[row + i * columns + j] = x[image + h * in.w() + w];
        }
      }
    }
    // STUB // TODO 08.3 — 11 lines. For each place (i, j): the pixel is in row window.first(i) + u and
    // STUB // column window.first(j) + v, at x[image + row·in.w() + column], if it is inside. y holds
    // STUB // zeros already. At which index of y does place (i, j) stand?
    // STUB throw new Todo("08.3", "im2col");
    // END SOLUTION
  }

  /// The transpose of [#forward], a linear map: each pixel adds up the gradients of its copies.
  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var in = Images.of(x);
    int k = window.size();
    int places = window.places(in.h()) * window.places(in.w());
    var dX = Tensor.zeros(x.shape());
    var from = dY.contiguous();
    int row = from.offset();
    for (int image = 0; image < in.n() * in.c(); image++) {
      for (int u = 0; u < k; u++) {
        for (int v = 0; v < k; v++) {
          scatter(from.data(), row, in, u, v, dX.data(), image * in.h() * in.w());
          row += places;
        }
      }
    }
    return dX;
  }

  /// One row back: `dY[row]`, `dY[row + 1]`, … are added to the pixels of the channel that begins at
  /// `dX[image]`.
  private void scatter(float[] dY, int row, Images in, int u, int v, float[] dX, int image) {
    int rows = window.places(in.h());
    int columns = window.places(in.w());
    // BEGIN SOLUTION 08.4 "col2im" 15 points
    for (int i = 0; i < rows; i++) {
      int h = window.first(i) + u;
      if (h < 0 || h >= in.h()) {
        continue;
      }
      for (int j = 0; j < columns; j++) {
        int w = window.first(j) + v;
        if (w >= 0 && w < in.w()) {
          dX[image + h * in.w() + w] += dY[row + i * columns + j];
        }
      }
    }
    // STUB // TODO 08.4 — 11 lines. The same walk as im2col's, the other way. A pixel was copied to
    // STUB // several places: what becomes of their gradients?
    // STUB throw new Todo("08.4", "col2im");
    // END SOLUTION
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }
}
