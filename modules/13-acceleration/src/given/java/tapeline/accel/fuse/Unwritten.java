package tapeline.accel.fuse;

import java.util.Arrays;
import tapeline.tensor.Backend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.vector.FloatRange;
import tapeline.vector.Shares;
import tapeline.vector.StridedArray;

/// Makes tensors for a fused op that writes all their numbers: until then any numbers stand there.
/// Says also how threads share the op's loops.
public interface Unwritten {
  Tensor toWrite(Shape shape);

  /// Takes back an array that is not read any more.
  void release(float[] array);

  Shares shares();

  /// Returns the shares of the backend in use, one thread's where that has none.
  static Shares sharesInUse() {
    return Backend.current() instanceof Unwritten arrays ? arrays.shares() : new Shares(1);
  }

  /// Returns such a tensor of the backend in use, and zeros where that makes none.
  static Tensor of(Shape shape) {
    return Backend.current() instanceof Unwritten arrays
        ? arrays.toWrite(shape)
        : Tensor.zeros(shape);
  }

  /// Gives an array back to the backend in use.
  static void releaseInUse(float[] array) {
    if (Backend.current() instanceof Unwritten arrays) arrays.release(array);
  }

  /// Returns x as it lies.
  static StridedArray strided(Tensor x) {
    var steps = new int[x.shape().rank()];
    Arrays.setAll(steps, x::stride);
    return new StridedArray(x.data(), x.offset(), x.shape().toArray(), steps);
  }

  /// Returns the numbers of `x` in row-major order, copied where they lie otherwise.
  static FloatRange range(Tensor x) {
    var close = x.contiguous();
    return new FloatRange(close.data(), close.offset());
  }
}
