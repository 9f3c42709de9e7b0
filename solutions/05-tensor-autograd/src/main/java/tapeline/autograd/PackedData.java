package tapeline.autograd;

import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The data of tensors in fewer bytes, which a tape keeps in its place until backward. See
/// [TapePrecision#pack].
public abstract class PackedData {
  private final Tensor mark = Tensor.scalar(Float.NaN);

  /// How many bytes it takes.
  public abstract long bytes();

  /// The data in a new array.
  public abstract float[] unpack();

  /// Stands for it in the tape and before listeners: NaN stretched to a shape, on the same array
  /// each time.
  final Tensor standIn(Shape shape) {
    return mark.expand(shape);
  }
}
