package tapeline.autograd;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// One place on the tape: a variable, or an op that a gradient passes through.
sealed interface Node {

  /// The value of `op` at the inputs.
  static Tensor value(TensorOp op, Variable... inputs) {
    return switch (op) {
      case TensorOp.Unary f -> f.forward(inputs[0].value());
      case TensorOp.Binary f -> f.forward(inputs[0].value(), inputs[1].value());
      case TensorOp.Many f -> f.forward(Arrays.stream(inputs).map(Variable::value).toList());
    };
  }

  /// A variable. When backward is done, `onGradient` hears of its gradient.
  record Leaf(Consumer<Tensor> onGradient) implements Node {}

  /// An op, its inputs, and its result as backward reads it.
  record Applied(TensorOp op, List<Input> inputs, Kept result) implements Node {

    /// The gradient in input k; it may still be stretched.
    Tensor gradient(int k, Tensor dY) {
      var y = result.tensor();
      return switch (op) {
        case TensorOp.Unary f -> f.grad(dY, input(0), y);
        case TensorOp.Binary f when k == 0 -> f.gradA(dY, input(0), input(1), y);
        case TensorOp.Binary f -> f.gradB(dY, input(0), input(1), y);
        case TensorOp.Many f ->
            f.grad(k, dY, inputs.stream().map(x -> x.value().tensor()).toList(), y);
      };
    }

    private Tensor input(int k) {
      return inputs.get(k).value().tensor();
    }

    Shape shape(int k) {
      return input(k).shape();
    }

    /// Whether backward reads the data of this tensor here.
    boolean keeps(Tensor tensor) {
      return result.holds(tensor) || inputs.stream().anyMatch(x -> x.value().holds(tensor));
    }

    /// @throws IllegalStateException when something that backward reads was written since
    void requireUnchanged() {
      for (int k = 0; k < inputs.size(); k++) {
        inputs.get(k).value().requireUnchanged("input " + k, op);
      }
      result.requireUnchanged("the result", op);
    }
  }

  /// An input of an op: its node, −1 for a constant, and its value as backward reads it.
  record Input(int node, Kept value) {}

  /// A tensor kept for backward, with the version it had; or, when only its shape is needed, NaN
  /// stretched to that shape: an op that reads what it did not ask for shows.
  record Kept(Tensor tensor, int version, boolean isKept) {
    static Kept of(Tensor tensor, boolean wanted) {
      var kept = wanted ? tensor : Tensor.scalar(Float.NaN).expand(tensor.shape());
      return new Kept(kept, kept.version(), wanted);
    }

    @SuppressWarnings("ReferenceEquality") // the same numbers, not equal ones
    private boolean holds(Tensor other) {
      return isKept && tensor.data() == other.data();
    }

    private void requireUnchanged(String what, TensorOp op) {
      if (tensor.version() != version) {
        throw new IllegalStateException(
            "backward reads %s of %s, %s, and it was written in place since the op was recorded"
                .formatted(what, op.name(), tensor.shape()));
      }
    }
  }
}
