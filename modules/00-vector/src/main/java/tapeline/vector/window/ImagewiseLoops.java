package tapeline.vector.window;

import static tapeline.vector.window.ShiftedRows.HEIGHT;
import static tapeline.vector.window.ShiftedRows.ROWS;
import static tapeline.vector.window.ShiftedRows.STRETCHES;

import java.util.function.IntFunction;

/// A convolution and its gradients, one image after the other.
///
/// An image is copied once, with its border of zeros. What pixel (u, v) of the window sees at all
/// its places is then one stretch of the copy: im2col's columns are there, and are not written. dX
/// is a convolution of dY by W turned around, and dW the products of dY with the stretches.
///
/// The window is also put over the ends of rows, `k − 1` places a row, and in steps of 1: a stride
/// s costs s² times the work.
///
/// @param k pixels that the window is high and wide
/// @param zeros makes an array of so many zeros
public record ImagewiseLoops(int k, int stride, int padding, IntFunction<float[]> zeros) {

  /// Computes `Y = W∗X`; `w.count()` is the number of Y's channels.
  public void convolve(ImageBatch x, ImageBatch w, ImageBatch y) {
    var in = bordered(x);
    var weights = panels(w, false);
    var places = in.results(y.channels(), stride);
    for (int i = 0; i < x.count(); i++) {
      x.copy(x.image(i), in.inside(1));
      in.product(weights, y.channels(), places.data());
      y.copy(places, y.image(i));
    }
  }

  /// Computes dX, from dY.
  public void pixelSlopes(ImageBatch dY, ImageBatch w, ImageBatch dX) {
    var steps = bordered(dX); // of 1, where dY's are a stride apart
    int high = steps.high - k + 1;
    int wide = steps.wide - k + 1;
    var out = new Bordered(zeros, dY.channels(), high, wide, k - 1 - padding, k);
    var turned = panels(w, true);
    var pixels = out.results(dX.channels(), 1);
    for (int i = 0; i < dX.count(); i++) {
      dY.copy(dY.image(i), out.inside(stride));
      out.product(turned, dX.channels(), pixels.data());
      dX.copy(pixels, dX.image(i));
    }
  }

  /// Computes dW, (o,c·k²) row by row, from dY and X.
  public void weightSlopes(ImageBatch dY, ImageBatch x, float[] dW) {
    var in = bordered(x);
    int o = dY.channels();
    var slopes = in.results(o, stride);
    int across = in.starts.length / STRETCHES;
    int tiles = Math.ceilDiv(o, ROWS) * across;
    var sums = zeros.apply(tiles * ROWS * STRETCHES);
    for (int i = 0; i < x.count(); i++) {
      x.copy(x.image(i), in.inside(1));
      dY.copy(dY.image(i), slopes);
      for (int t = 0; t < tiles; t++) {
        int rows = t / across * ROWS * in.places;
        int to = t * ROWS * STRETCHES;
        ShiftedRows.dots(
            in.places, slopes.data(), rows, in.data, in.starts, t % across * STRETCHES, sums, to);
      }
    }
    for (int row = 0, to = 0; row < o; row++) {
      for (int l = 0; l < in.depth; l++) {
        int tile = row / ROWS * across + l / STRETCHES;
        dW[to++] = sums[(tile * ROWS + row % ROWS) * STRETCHES + l % STRETCHES];
      }
    }
  }

  private Bordered bordered(ImageBatch x) {
    return new Bordered(zeros, x.channels(), x.height(), x.width(), padding, k);
  }

  /// Returns the weights as a matrix (o,c·k²) in the order in which a tile reads it, with rows of 0
  /// behind it; `turned`, as (c,o·k²), each window by half a turn.
  private float[] panels(ImageBatch w, boolean turned) {
    int c = w.channels();
    int pixels = w.height() * w.width();
    int rows = turned ? c : w.count();
    int channels = turned ? w.count() : c;
    int panel = HEIGHT * channels * pixels;
    var to = zeros.apply(Math.ceilDiv(rows, HEIGHT) * panel);
    for (int row = 0; row < rows; row++) {
      int at = row / HEIGHT * panel + row % HEIGHT;
      for (int channel = 0; channel < channels; channel++) {
        int window = w.start() + pixels * (turned ? channel * c + row : row * c + channel);
        for (int p = 0; p < pixels; p++, at += HEIGHT) {
          to[at] = w.data()[window + (turned ? pixels - 1 - p : p)];
        }
      }
    }
    return to;
  }
}
