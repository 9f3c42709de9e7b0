package tapeline.precision;

import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A tensor in two bytes a number. No op computes on it: [#unpack] first.
public record HalfTensor(Shape shape, HalfArray numbers) {

  /// Each number rounded to the format.
  public static HalfTensor of(FloatFormat format, Tensor tensor) {
    return new HalfTensor(tensor.shape(), HalfArray.rounded(format, tensor.toArray()));
  }

  /// Its numbers, as they were rounded, in a new tensor.
  ///
  /// @throws IllegalStateException when the numbers were released
  public Tensor unpack() {
    return Tensor.of(numbers.unpack(), shape.toArray());
  }

  public long bytes() {
    return numbers.bytes();
  }
}
