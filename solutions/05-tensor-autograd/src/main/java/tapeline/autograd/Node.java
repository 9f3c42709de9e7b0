package tapeline.autograd;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// One place on the tape: a variable, or an op that a gradient passes through.
sealed interface Node {

  /// A variable. When backward is done, `onGradient` hears of its gradient.
  record Leaf(Shape shape, Consumer<Tensor> onGradient) implements Node {}

  /// An op.
  ///
  /// @param inputs the nodes of its inputs; −1 where no gradient goes
  /// @param values the inputs as backward reads them, see [Kept]
  /// @param value the output as backward reads it
  record Applied(TensorOp op, int[] inputs, List<Kept> values, Kept value) implements Node {}

  /// A tensor kept for backward, with the version it had; or, when only its shape is needed, NaN
  /// stretched to that shape: an op that reads what it did not ask for shows.
  record Kept(Tensor tensor, int version, boolean isKept) {
    static Kept of(Tensor tensor, boolean keep) {
      var kept = keep ? tensor : Tensor.scalar(Float.NaN).expand(tensor.shape());
      return new Kept(kept, kept.version(), keep);
    }

    boolean changed() {
      return tensor.version() != version;
    }
  }

  /// The gradient that reached an op's output, as its input k gets it; may still be stretched.
  static Tensor gradient(Applied node, int k, Tensor dY) {
    var values = node.values();
    var y = node.value().tensor();
    return switch (node.op()) {
      case TensorOp.Unary op -> op.grad(dY, values.getFirst().tensor(), y);
      case TensorOp.Binary op -> {
        var a = values.get(0).tensor();
        var b = values.get(1).tensor();
        yield k == 0 ? op.gradA(dY, a, b, y) : op.gradB(dY, a, b, y);
      }
      case TensorOp.Many op -> op.grad(k, dY, values.stream().map(Kept::tensor).toList(), y);
    };
  }

  /// What was kept and has been written since, in words, or null.
  static @Nullable String changed(Applied node) {
    for (int k = 0; k < node.values().size(); k++) {
      if (node.values().get(k).changed()) {
        return "input %d of %s, %s,".formatted(k, node.op(), node.values().get(k).tensor().shape());
      }
    }
    return node.value().changed()
        ? "result of %s, %s,".formatted(node.op(), node.value().tensor().shape())
        : null;
  }
}
