package tapeline.autograd;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// One place on the tape: a variable, or an op that a gradient passes through.
sealed interface Node {

  /// The value of `op` at the inputs, as the tape hands it on.
  static Tensor value(TensorOp op, Variable... inputs) {
    var precision = TapePrecision.current();
    return precision.equals(TapePrecision.PLAIN)
        ? forward(op, inputs)
        : precision.compute(op, () -> forward(op, inputs));
  }

  private static Tensor forward(TensorOp op, Variable... inputs) {
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
      var precision = TapePrecision.current();
      return precision.equals(TapePrecision.PLAIN)
          ? backward(k, dY)
          : precision.compute(op, () -> backward(k, dY));
    }

    private Tensor backward(int k, Tensor dY) {
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

    boolean isPacked() {
      boolean any = result.packed() != null;
      for (int k = 0; k < inputs.size(); k++) {
        any |= inputs.get(k).value().packed() != null;
      }
      return any;
    }

    /// The op with all that it keeps unpacked.
    Applied unpacked() {
      var open = inputs.stream().map(x -> new Input(x.node(), x.value().unpacked())).toList();
      return new Applied(op, open, result.unpacked());
    }

    /// All that it keeps, the result last.
    List<Kept> kept() {
      return Stream.concat(inputs.stream().map(Input::value), Stream.of(result)).toList();
    }

    /// Returns whether backward reads the data of this tensor here.
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
  /// stretched to that shape, and version −1: an op that reads what it did not ask for shows. Where
  /// the data is packed, such a NaN stands for it until backward.
  record Kept(Tensor tensor, int version, @Nullable PackedView packed) {
    static Kept of(Tensor tensor, boolean wanted) {
      if (!wanted) {
        return new Kept(Tensor.scalar(Float.NaN).expand(tensor.shape()), -1, null);
      }
      var packed = TapePrecision.current().pack(tensor);
      return packed == null
          ? of(tensor)
          : new Kept(packed.standIn(tensor.shape()), 0, new PackedView(packed, tensor.layout()));
    }

    boolean isKept() {
      return version >= 0;
    }

    /// Returns this with its numbers; itself, when they are not packed.
    Kept unpacked() {
      return packed == null ? this : of(packed.tensor());
    }

    private static Kept of(Tensor tensor) {
      return new Kept(tensor, tensor.version(), null);
    }

    /// Returns the bytes of all its data, which other views may share.
    long bytes() {
      return packed == null ? (long) Float.BYTES * tensor.data().length : packed.data().bytes();
    }

    @SuppressWarnings("ReferenceEquality") // the same numbers, not equal ones
    private boolean holds(Tensor other) {
      return isKept() && tensor.data() == other.data();
    }

    private void requireUnchanged(String what, TensorOp op) {
      if (isKept() && tensor.version() != version) {
        throw new IllegalStateException(
            "backward reads %s of %s, %s, and it was written in place since the op was recorded"
                .formatted(what, op.name(), tensor.shape()));
      }
    }
  }

  /// A tensor whose data is packed.
  record PackedView(PackedData data, Function<float[], Tensor> layout) {
    Tensor tensor() {
      return layout.apply(data.unpack());
    }
  }
}
