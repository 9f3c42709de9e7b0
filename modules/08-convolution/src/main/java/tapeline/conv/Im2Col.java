package tapeline.conv;

import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// Writes out what a window sees at each of its places: images (n,c,h,w) become columns (c·k·k,
/// n·h′·w′), one for each place, so that convolution is a product of two matrices.
///
/// Row `(c·k + u)·k + v` holds pixel (u, v) of the window in channel c, for all places of image 0,
/// then of image 1, and so on; outside the image it is 0. Every pixel is copied up to k² times:
/// that is the price. No pixel is tested for being inside: [Window] knows from where to where it
/// is.
public record Im2Col(Window window) implements TensorOp.Unary {

  @Override
  public Tensor forward(Tensor x) {
    var in = Images.of(x.shape());
    int k = window.size();
    int places = window.places(in.h()) * window.places(in.w());
    var y = Tensor.zeros(in.c() * k * k, in.n() * places);
    columns(x, y.data());
    return y;
  }

  /// Writes the columns of X, as [#forward] does, into an array that is all 0 where the border is;
  /// one that held columns of such images before is.
  public void columns(Tensor x, float[] y) {
    var in = Images.of(x.shape());
    int k = window.size();
    int places = window.places(in.h()) * window.places(in.w());
    var from = x.contiguous();
    for (int r = 0; r < in.c() * k * k; r++) {
      for (int n = 0; n < in.n(); n++) {
        int image = from.offset() + in.index(n, r / (k * k), 0, 0);
        int row = (r * in.n() + n) * places;
        gather(from.data(), image, in, r / k % k, r % k, y, row);
      }
    }
  }

  /// The pixels of one channel that (u, v) of the window is over: from the channel, whose first
  /// pixel is `x[image]`, to `y[row]`, `y[row + 1]`, …, one for each place.
  private void gather(float[] x, int image, Images in, int u, int v, float[] y, int row) {
    int columns = window.places(in.w());
    int top = window.firstInside(u);
    int bottom = window.endInside(u, in.h());
    int left = window.firstInside(v);
    int count = window.endInside(v, in.w()) - left;
    if (count == 0) {
      return; // column v of the window is over the border at every place
    }
    // BEGIN EXERCISE 08.4
    // TODO 08.4 — 11 lines. Row 0 of the channel is at x[image], in.w() pixels a row, and
    // place 0 at y[row], `columns` places a row. For each row of places, top ≤ i < bottom:
    // the pixels are in row window.pixel(i, u) of the channel, `count` of them from column
    // window.pixel(left, v) on, a stride apart. Where in y does place (i, left) stand? y
    // holds zeros already. With stride 1 the pixels are neighbours: System.arraycopy.
    throw new Todo("08.4", "im2col");
    // END EXERCISE 08.4
  }

  /// The transpose of [#forward], which is linear: each pixel adds up the gradients of its copies.
  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var dX = Images.of(x.shape()).zeros();
    pixels(dY, dX);
    return dX;
  }

  /// Adds to the pixels of dX, row-major, the gradients of their copies.
  public void pixels(Tensor dY, Tensor dX) {
    var in = Images.of(dX.shape());
    int k = window.size();
    int places = window.places(in.h()) * window.places(in.w());
    var from = dY.contiguous();
    for (int r = 0; r < in.c() * k * k; r++) {
      for (int n = 0; n < in.n(); n++) {
        int row = from.offset() + (r * in.n() + n) * places;
        int image = dX.offset() + in.index(n, r / (k * k), 0, 0);
        scatter(from.data(), row, in, r / k % k, r % k, dX.data(), image);
      }
    }
  }

  /// One row back: `dY[row]`, `dY[row + 1]`, … are added to the pixels that they came from, in the
  /// channel whose first pixel is `dX[image]`.
  private void scatter(float[] dY, int row, Images in, int u, int v, float[] dX, int image) {
    int columns = window.places(in.w());
    int top = window.firstInside(u);
    int bottom = window.endInside(u, in.h());
    int left = window.firstInside(v);
    int count = window.endInside(v, in.w()) - left;
    if (count == 0) {
      return; // column v of the window is over the border at every place
    }
    // BEGIN EXERCISE 08.5
    // TODO 08.5 — 7 lines. The walk of im2col, the other way round: place 0 is at dY[row],
    // row 0 of the channel at dX[image]. A pixel was copied to several places: what
    // becomes of the gradients of its copies?
    throw new Todo("08.5", "col2im");
    // END EXERCISE 08.5
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }
}
