package tapeline.autograd;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Tensor;

/// In which precision tapes compute, and in which form they keep what backward reads: as the ops
/// are, unless another one is in use.
///
/// ```java
/// try (var _ = TapePrecision.use(precision)) {
///   train(model);
/// }
/// ```
public interface TapePrecision {
  /// Changes nothing.
  TapePrecision PLAIN = new TapePrecision() {};

  /// A value of `op`, or a gradient in one of its inputs, which `work` computes, as it is handed
  /// on.
  default Tensor compute(TensorOp op, Supplier<Tensor> work) {
    return work.get();
  }

  /// The form that a tape keeps in place of the tensor's data until backward comes to the op, or
  /// null when it keeps the tensor itself. Tensors with the same data get the same.
  default @Nullable PackedData pack(Tensor tensor) {
    return null;
  }

  /// Returns the precision in use.
  static TapePrecision current() {
    return CurrentPrecision.get();
  }

  /// Makes all tapes compute and keep tensors in `precision` until the result is closed.
  static Use use(TapePrecision precision) {
    return CurrentPrecision.use(precision);
  }

  /// The time during which a precision is in use; closing it brings the one before back.
  interface Use extends AutoCloseable {
    @Override
    void close();
  }
}
