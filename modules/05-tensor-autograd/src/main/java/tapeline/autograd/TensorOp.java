package tapeline.autograd;

import java.util.List;
import tapeline.tensor.Tensor;

/// An op on tensors: its value, and beside it one gradient for each input.
///
/// A gradient is the op's share in the chain rule: from `dY`, the gradient of the loss in the
/// result, it makes the gradient in one input. It may leave axes stretched, of the result's shape
/// instead of the input's: the tape adds those up. An op does not ask which gradients are wanted:
/// the tape calls only those. It gives away what it returns: a backend may overwrite the array once
/// backward has passed.
///
/// Ops are records, and may hold what is no tensor: axes, a scale. Modules add their own.
public sealed interface TensorOp {

  /// `Y = f(X)`.
  non-sealed interface Unary extends TensorOp {
    Tensor forward(Tensor x);

    /// `dX` from dY, X and Y.
    Tensor grad(Tensor dY, Tensor x, Tensor y);
  }

  /// `Y = f(A, B)`.
  non-sealed interface Binary extends TensorOp {
    Tensor forward(Tensor a, Tensor b);

    /// `dA` from dY, A, B and Y.
    Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y);

    /// `dB` from dY, A, B and Y.
    Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y);
  }

  /// `Y = f(X₀, X₁, …)`.
  non-sealed interface Many extends TensorOp {
    Tensor forward(List<Tensor> inputs);

    /// `dXₖ` from dY, the inputs and Y.
    Tensor grad(int k, Tensor dY, List<Tensor> inputs, Tensor y);
  }

  /// The tensors that the gradients read beside dY: the tape keeps those alone until backward. A
  /// tensor that is not kept is NaN everywhere; its shape is right.
  default Keeps keeps() {
    return Keeps.ALL;
  }

  /// The name for messages: that of the record, without its fields.
  default String name() {
    return toString().replaceFirst("\\[.*", "");
  }

  /// The numbers that backward reads.
  enum Keeps {
    NOTHING,
    INPUTS,
    OUTPUT,
    ALL;

    boolean inputs() {
      return this == INPUTS || this == ALL;
    }

    boolean output() {
      return this == OUTPUT || this == ALL;
    }
  }
}
