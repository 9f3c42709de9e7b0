package tapeline.vector.window;

import static tapeline.vector.window.ShiftedRows.HEIGHT;
import static tapeline.vector.window.ShiftedRows.ROWS;
import static tapeline.vector.window.ShiftedRows.STRETCHES;
import static tapeline.vector.window.ShiftedRows.WIDTH;

import java.util.function.IntFunction;
import tapeline.vector.window.ImageBatch.Pixels;

/// Space for an image with a border of zeros, and for what follows it in a last tile.
final class Bordered {
  final int high;
  final int wide;
  final int border;
  final int[] starts; // of what pixel (u, v) in channel c sees, number (c·k + u)·k + v; whole tiles
  final int depth; // channels·k·k
  final int places; // of the window, the ends of rows too; whole tiles
  final float[] data;
  private final IntFunction<float[]> zeros;

  /// @param k pixels that the window is wide
  Bordered(IntFunction<float[]> zeros, int channels, int h, int w, int border, int k) {
    this.zeros = zeros;
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
    data = zeros.apply(starts[depth - 1] + places);
  }

  /// Returns the image's pixels, `step` apart.
  Pixels inside(int step) {
    return new Pixels(data, border * wide + border, high * wide, wide * step, step);
  }

  /// Returns space for a number at each place, of so many channels, and of those that tiles have
  /// besides; places that are a stride apart.
  Pixels results(int channels, int stride) {
    int rows = channels + Math.max(HEIGHT, ROWS) - 1;
    return new Pixels(zeros.apply(rows * places), 0, places, wide * stride, stride);
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
