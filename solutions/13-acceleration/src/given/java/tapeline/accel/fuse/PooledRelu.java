package tapeline.accel.fuse;

import java.util.Arrays;
import tapeline.autograd.TensorOp;
import tapeline.conv.MaxPool;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The largest pixel of each `size × size` square, or 0 where none is above it: ReLU and [MaxPool]
/// in one visit of each pixel. (n,c,h,w) to (n, c, h/size, w/size); the gradients are those of
/// both.
///
/// Forward keeps where the largest pixels are, so backward compares nothing again. One op is for
/// one place on a tape.
public final class PooledRelu implements TensorOp.Unary, FusedOp {
  private final int size;
  private int[] largest = {}; // the place of each square's; −1 for a square without one above 0

  /// @throws IllegalArgumentException when the side is not above 0
  public PooledRelu(int size) {
    this.size = new MaxPool(size).size();
  }

  /// @throws IllegalArgumentException when the side does not divide height and width
  @Override
  public Tensor forward(Tensor x) {
    if (x.shape().rank() != 4
        || x.shape().length(2) % size != 0
        || x.shape().length(3) % size != 0) {
      return new MaxPool(size).forward(x); // which says what is wrong
    }
    int w = x.shape().length(3);
    int wide = w / size;
    var y =
        Unwritten.of(
            Shape.of(x.shape().length(0), x.shape().length(1), x.shape().length(2) / size, wide));
    var from = Unwritten.range(x);
    largest = new int[y.data().length];
    for (int e = 0, row = 0; e < largest.length; row += size * w) {
      for (int j = 0; j < w; j += size, e++) {
        y.data()[e] = square(from.data(), from.from(), row + j, w, e);
      }
    }
    return y;
  }

  /// Returns the largest pixel of square e, whose first one is number `first`, and keeps its place;
  /// of equals the first. NaN counts as larger than any number.
  /*
   * There is no branch, as none could be guessed: a number above 0 is compared by its bits, and
   * behind them the place, the first one highest. Where no number is above 0 the place stays −1.
   */
  private float square(float[] x, int from, int first, int w, int e) {
    long most = 0xffff_ffffL; // 0, and the place −1
    for (int u = 0; u < size; u++) {
      for (int v = 0; v < size; v++) {
        int pixel = first + u * w + v;
        long bits = Float.floatToIntBits(x[from + pixel]);
        most = Math.max(most, bits << 32 | Integer.MAX_VALUE - pixel);
      }
    }
    largest[e] = (int) most < 0 ? -1 : Integer.MAX_VALUE - (int) most;
    return Float.intBitsToFloat((int) (most >> 32));
  }

  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var slopes = Unwritten.range(dY);
    var dX = Unwritten.of(x.shape());
    Arrays.fill(dX.data(), 0);
    for (int e = 0; e < largest.length; e++) {
      if (largest[e] >= 0) dX.data()[largest[e]] = slopes.data()[slopes.from() + e];
    }
    return dX;
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }

  @Override
  public String name() {
    return "PooledRelu";
  }
}
