package tapeline.vector.window;

import static tapeline.vector.window.ShiftedRows.HEIGHT;
import static tapeline.vector.window.ShiftedRows.ROWS;
import static tapeline.vector.window.ShiftedRows.STRETCHES;

import java.util.function.IntFunction;
import java.util.function.Supplier;
import tapeline.vector.Shares;

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
/// @param shares of the images, or of an image's slopes, that threads take
public record ImagewiseLoops(
    int k, int stride, int padding, IntFunction<float[]> zeros, Shares shares) {
  private static final int FMAS = 8; // products of numbers that take as long as an addition alone

  /// Computes `Y = W∗X`; `w.count()` is the number of Y's channels.
  public void convolve(ImageBatch x, ImageBatch w, ImageBatch y) {
    var weights = panels(w, false);
    each(
        x.count(),
        y,
        stride,
        () -> bordered(x),
        (i, in, places) -> {
          x.copy(x.image(i), in.inside(1));
          in.product(weights, y.channels(), places.data());
          y.copy(places, y.image(i));
        });
  }

  /// Computes dX, from dY.
  public void pixelSlopes(ImageBatch dY, ImageBatch w, ImageBatch dX) {
    int high = dX.height() + 2 * padding - k + 1; // steps of 1, where dY's are a stride apart
    int wide = dX.width() + 2 * padding - k + 1;
    var turned = panels(w, true);
    each(
        dX.count(),
        dX,
        1,
        () -> new Bordered(zeros, dY.channels(), high, wide, k - 1 - padding, k),
        (i, out, pixels) -> {
          dY.copy(dY.image(i), out.inside(stride));
          out.product(turned, dX.channels(), pixels.data());
          dX.copy(pixels, dX.image(i));
        });
  }

  /// Work on image i, in the space of the thread that has it.
  private interface ImageWork {
    void run(int i, Bordered in, ImageBatch.Pixels out);
  }

  /// Does the work on each image. The spaces are made here: a thread of the team has no step.
  private void each(int images, ImageBatch y, int apart, Supplier<Bordered> space, ImageWork work) {
    var first = space.get();
    long all = (long) first.depth * y.channels() / FMAS * first.places;
    int products = (int) Math.min(all, Integer.MAX_VALUE); // an image is enough for a thread by far
    var in = new Bordered[shares.parts(images, products)];
    var out = new ImageBatch.Pixels[in.length];
    for (int t = 0; t < in.length; t++) {
      in[t] = t == 0 ? first : space.get();
      out[t] = in[t].results(y.channels(), apart);
    }
    shares.run(
        images,
        products,
        (t, from, end) -> {
          for (int i = from; i < end; i++) work.run(i, in[t], out[t]);
        });
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
      shares.each(
          tiles,
          ROWS * STRETCHES / FMAS * in.places,
          t -> {
            int rows = t / across * ROWS * in.places;
            int to = t * ROWS * STRETCHES;
            int from = t % across * STRETCHES;
            ShiftedRows.dots(in.places, slopes.data(), rows, in.data, in.starts, from, sums, to);
          });
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
