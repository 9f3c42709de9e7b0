package tapeline.profile.cost;

import java.util.Arrays;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Views;
import tapeline.tensor.Shape;

/// The places of a tensor's elements in an array, as in [tapeline.tensor.Strided]. Views of the
/// same numbers have the same array, which holds no numbers.
record ArrayView(Floats array, Shape shape, int... strides) {

  /// An array, which is nothing but itself and its length.
  static final class Floats {
    final long bytes;

    Floats(Shape shape) {
      bytes = (long) Float.BYTES * shape.size();
    }
  }

  /// Row-major, in an array of its own.
  static ArrayView fresh(Shape shape) {
    return new ArrayView(new Floats(shape), shape, shape.strides());
  }

  // spotless:off
  /// The value of an op, whose first input lies in `x`.
  static ArrayView value(TensorOp op, Shape y, ArrayView x) {
    return switch (op) {
      case Views.Reshape _ -> x.reshape(y);
      case Views.Permute f -> x.permute(f.order());
      case Views.Slice _   -> x.part(y);
      default              -> fresh(y);
    };
  }

  /// The gradient in input `k` of an op, which has the shape `x`, once it is summed back to that.
  static ArrayView gradient(TensorOp op, int k, ArrayView dY, Shape x) {
    var dX = switch (op) {
      case Arithmetic.Add _              -> dY;
      case Arithmetic.Shift _            -> dY;
      case Arithmetic.Sub _ when k == 0  -> dY;
      case Views.Reshape _               -> dY.reshape(x);
      case Views.Permute f               -> dY.permute(inverse(x, f.order()));
      case Views.Concat _                -> dY.part(x);
      case Reductions.Sum f              -> dY.reshape(x.reduced(true, f.axes())).stretch(x);
      default                            -> fresh(x);
    };
    return dX.shape.equals(x) ? dX : fresh(x);
  }
  // spotless:on

  private ArrayView permute(int... order) {
    var axes = Arrays.stream(order).map(shape::axis).toArray();
    var lengths = Arrays.stream(axes).map(shape::length).toArray();
    var steps = Arrays.stream(axes).map(k -> strides[k]).toArray();
    return new ArrayView(array, Shape.of(lengths), steps);
  }

  private static int[] inverse(Shape x, int... order) {
    var back = new int[order.length];
    for (int k = 0; k < order.length; k++) {
      back[x.axis(order[k])] = k;
    }
    return back;
  }

  private ArrayView reshape(Shape to) {
    return isRowMajor() ? new ArrayView(array, to, to.strides()) : fresh(to);
  }

  private ArrayView part(Shape to) {
    return new ArrayView(array, to, strides);
  }

  /// Returns this view stretched to `wide`, of the same rank.
  private ArrayView stretch(Shape wide) {
    var steps = strides.clone();
    Arrays.setAll(steps, k -> shape.length(k) == 1 ? 0 : strides[k]);
    return new ArrayView(array, wide, steps);
  }

  private boolean isRowMajor() {
    int step = 1;
    for (int k = strides.length - 1; k >= 0; k--) {
      if (strides[k] != step && shape.length(k) > 1) {
        return shape.size() == 0;
      }
      step *= shape.length(k);
    }
    return true;
  }
}
