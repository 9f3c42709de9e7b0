package tapeline.profile;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.profile.cost.Cost;
import tapeline.profile.cost.OpCost;
import tapeline.tensor.Shape;

/// One application of an op as it is recorded: shapes, and no tensor, whose numbers it would keep
/// in memory.
final class OpCall {
  private final int number;
  private final TensorOp op;
  private final Shape[] inputs;
  private final boolean[] wanted; // which inputs a gradient is computed for
  private final String layer;
  private final String line;
  private @Nullable Shape output;

  OpCall(int number, TensorOp op, String layer, String line, Variable... inputs) {
    this.number = number;
    this.op = op;
    this.layer = layer;
    this.line = line;
    this.inputs = new Shape[inputs.length];
    this.wanted = new boolean[inputs.length];
    for (int k = 0; k < inputs.length; k++) {
      this.inputs[k] = inputs[k].shape();
      wanted[k] = inputs[k].hasGradient();
    }
  }

  String name() {
    return op.name();
  }

  /// Notes the shape of the result, which an op that threw has not.
  void succeeded(Shape output) {
    this.output = output;
  }

  boolean hasSucceeded() {
    return output != null;
  }

  /// The work of a span of this op.
  Work work(boolean backward) {
    var result = Objects.requireNonNull(output);
    var shapes = List.of(inputs);
    var cost = OpCost.find(op, shapes, result);
    return work(
        name(),
        shapes,
        result,
        cost.map(c -> backward ? c.backward(wanted) : c.forward()).orElse(null));
  }

  /// The work of adding one of its gradients, of this shape, to what another path brought.
  Work addition(Shape shape) {
    return work("Accumulate", List.of(shape, shape), shape, OpCost.accumulate(shape));
  }

  private Work work(String name, List<Shape> shapes, Shape result, @Nullable Cost cost) {
    return new Work(number, name, shapes, result, cost, layer, line);
  }
}
