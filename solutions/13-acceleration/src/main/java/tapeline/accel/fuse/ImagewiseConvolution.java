package tapeline.accel.fuse;

import static tapeline.accel.fuse.ShiftedRows.HEIGHT;
import static tapeline.accel.fuse.ShiftedRows.ROWS;
import static tapeline.accel.fuse.ShiftedRows.STRETCHES;
import static tapeline.accel.fuse.ShiftedRows.WIDTH;

import tapeline.accel.VectorBackend;
import tapeline.autograd.TensorOp;
import tapeline.conv.Window;
import tapeline.tensor.Backend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// `Y = W∗X`, what [tapeline.conv.Convolution#convolve] computes, one image after the other: X
/// (n,c,h,w), W (o,c,k,k), Y (n,o,h′,w′).
///
/// An image is copied once, with its border of zeros. What pixel (u, v) of the window sees at all
/// its places is then one stretch of the copy: im2col's columns are there, and are not written. dX
/// is a convolution of dY by W turned around, and dW the products of dY with the stretches.
///
/// The window is also put over the ends of rows, `k − 1` places a row, and in steps of 1: a stride
/// s costs s² times the work. A NaN among the pixels may reach all of dW.
public record ImagewiseConvolution(Window window) implements TensorOp.Binary {

  /// Convolves image by image.
  ///
  /// @throws IllegalArgumentException when the channels differ or the window does not fit
  @Override
  public Tensor forward(Tensor x, Tensor w) {
    int k = window.size();
    if (x.shape().rank() != 4
        || w.shape().rank() != 4
        || w.shape().length(1) != x.shape().length(1)
        || w.shape().length(2) != k
        || w.shape().length(3) != k) {
      throw new IllegalArgumentException(
          "convolution needs X (n,c,h,w) and W (o,c,%1$d,%1$d), got %2$s and %3$s"
              .formatted(k, x.shape(), w.shape()));
    }
    int high = window.places(x.shape().length(2));
    int wide = window.places(x.shape().length(3));
    int o = w.shape().length(0);
    var y = VectorBackend.unwritten(Shape.of(x.shape().length(0), o, high, wide));
    var in = bordered(x);
    var weights = panels(w, false);
    var places = in.results(o, window.stride());
    for (int i = 0; i < x.shape().length(0); i++) {
      Pixels.of(x, i).copyTo(in.inside(1), x);
      in.product(weights, o, places.data);
      places.copyTo(Pixels.of(y, i), y);
    }
    return y;
  }

  @Override
  public Tensor gradA(Tensor dY, Tensor x, Tensor w, Tensor y) {
    int k = window.size();
    int c = x.shape().length(1);
    var dX = VectorBackend.unwritten(x.shape());
    var steps = bordered(x); // of 1, where dY's are a stride apart
    var out =
        new Bordered(
            dY.shape().length(1),
            steps.high - k + 1,
            steps.wide - k + 1,
            k - 1 - window.padding(),
            k);
    var turned = panels(w, true);
    var pixels = out.results(c, 1);
    for (int i = 0; i < x.shape().length(0); i++) {
      Pixels.of(dY, i).copyTo(out.inside(window.stride()), dY);
      out.product(turned, c, pixels.data);
      pixels.copyTo(Pixels.of(dX, i), dX);
    }
    return dX;
  }

  @Override
  public Tensor gradB(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var dW = Tensor.zeros(w.shape());
    var in = bordered(x);
    int o = w.shape().length(0);
    var slopes = in.results(o, window.stride());
    int across = in.starts.length / STRETCHES;
    int tiles = Math.ceilDiv(o, ROWS) * across;
    var sums = Backend.current().zeros(tiles * ROWS * STRETCHES);
    for (int i = 0; i < x.shape().length(0); i++) {
      Pixels.of(x, i).copyTo(in.inside(1), x);
      Pixels.of(dY, i).copyTo(slopes, dY);
      for (int t = 0; t < tiles; t++) {
        int rows = t / across * ROWS * in.places;
        int to = t * ROWS * STRETCHES;
        ShiftedRows.dots(
            in.places, slopes.data, rows, in.data, in.starts, t % across * STRETCHES, sums, to);
      }
    }
    for (int row = 0, to = 0; row < o; row++) {
      for (int l = 0; l < in.depth; l++) {
        int tile = row / ROWS * across + l / STRETCHES;
        dW.data()[to++] = sums[(tile * ROWS + row % ROWS) * STRETCHES + l % STRETCHES];
      }
    }
    return dW;
  }

  private Bordered bordered(Tensor x) {
    var shape = x.shape();
    return new Bordered(
        shape.length(1), shape.length(2), shape.length(3), window.padding(), window.size());
  }

  /// Returns the weights as a matrix (o,c·k²) in the order in which a tile reads it, with rows of 0
  /// behind it; `turned`, as (c,o·k²), each window by half a turn.
  private static float[] panels(Tensor w, boolean turned) {
    var from = w.contiguous();
    int c = w.shape().length(1);
    int pixels = w.shape().length(2) * w.shape().length(3);
    int rows = w.shape().length(turned ? 1 : 0);
    int channels = w.shape().length(turned ? 0 : 1);
    int panel = HEIGHT * channels * pixels;
    var to = Backend.current().zeros(Math.ceilDiv(rows, HEIGHT) * panel);
    for (int row = 0; row < rows; row++) {
      int at = row / HEIGHT * panel + row % HEIGHT;
      for (int channel = 0; channel < channels; channel++) {
        int window = from.offset() + pixels * (turned ? channel * c + row : row * c + channel);
        for (int p = 0; p < pixels; p++, at += HEIGHT) {
          to[at] = from.data()[window + (turned ? pixels - 1 - p : p)];
        }
      }
    }
    return to;
  }

  /// The pixels of an image: number (c, i, j) is `data[start + c·channel + i·row + j·step]`.
  private record Pixels(float[] data, int start, int channel, int row, int step) {
    /// Returns image i of (n,c,h,w), contiguous.
    static Pixels of(Tensor images, int i) {
      var all = images.contiguous();
      int wide = all.shape().length(3);
      int size = all.shape().length(2) * wide;
      return new Pixels(all.data(), all.offset() + i * all.shape().length(1) * size, size, wide, 1);
    }

    /// Copies an image as large as those of `like`.
    void copyTo(Pixels to, Tensor like) {
      int columns = like.shape().length(3);
      for (int c = 0; c < like.shape().length(1); c++) {
        for (int i = 0; i < like.shape().length(2); i++) {
          int at = start + c * channel + i * row;
          int there = to.start + c * to.channel + i * to.row;
          if (step == 1 && to.step == 1) {
            System.arraycopy(data, at, to.data, there, columns);
          } else {
            for (int j = 0; j < columns; j++) to.data[there + j * to.step] = data[at + j * step];
          }
        }
      }
    }
  }

  /// Space for an image with a border of zeros, and for what follows it in a last tile.
  private static final class Bordered {
    final int high;
    final int wide;
    final int border;
    final int[]
        starts; // of what pixel (u, v) in channel c sees, number (c·k + u)·k + v; whole tiles
    final int depth; // channels·k·k
    final int places; // of the window, the ends of rows too; whole tiles
    final float[] data;

    Bordered(int channels, int h, int w, int border, int k) {
      this.border = border;
      high = h + 2 * border;
      wide = w + 2 * border;
      places = Math.ceilDiv((high - k + 1) * wide, WIDTH) * WIDTH;
      depth = channels * k * k;
      starts = new int[Math.ceilDiv(depth, STRETCHES) * STRETCHES];
      for (int l = 0; l < starts.length; l++) {
        int row = Math.min(l, depth - 1);
        starts[l] = row / (k * k) * high * wide + row / k % k * wide + row % k;
      }
      data = Backend.current().zeros(starts[depth - 1] + places);
    }

    /// Returns the image's pixels, `step` apart.
    Pixels inside(int step) {
      return new Pixels(data, border * wide + border, high * wide, wide * step, step);
    }

    /// Returns space for a number at each place, of so many channels, and of those that tiles have
    /// besides; places that are a stride apart.
    Pixels results(int channels, int stride) {
      int rows = channels + Math.max(HEIGHT, ROWS) - 1;
      var room = Backend.current().zeros(rows * places);
      return new Pixels(room, 0, places, wide * stride, stride);
    }

    /// Multiplies a matrix of weights with all stretches.
    void product(float[] weights, int rows, float[] y) {
      for (int q = 0; q < places; q += WIDTH) {
        for (int row = 0; row < rows; row += HEIGHT) {
          int to = row * places + q;
          ShiftedRows.product(depth, weights, row * depth, data, starts, q, y, to, places);
        }
      }
    }
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }

  @Override
  public String name() {
    return "ImagewiseConvolution";
  }
}
