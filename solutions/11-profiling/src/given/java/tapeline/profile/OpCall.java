package tapeline.profile;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Recorded;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;
import tapeline.profile.cost.OpCost;
import tapeline.tensor.Shape;

/// One application of an op as it is recorded: shapes, and no tensor, whose numbers it would keep
/// in memory.
final class OpCall implements Recorded {
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

  @Override
  public String toString() {
    return op.name();
  }

  /// Notes the shape of the result, which an op that threw has not.
  void succeeded(Shape output) {
    this.output = output;
  }

  @Override
  public boolean isDone() {
    return output != null;
  }

  @Override
  public Work work(Span.Kind kind) {
    boolean backward = kind == Span.Kind.BACKWARD;
    var result = Objects.requireNonNull(output);
    var shapes = List.of(inputs);
    var cost = OpCost.find(op, shapes, result);
    return work(
        op.name(),
        shapes,
        result,
        cost.map(c -> backward ? c.backward(wanted) : c.forward()).orElse(null));
  }

  /// A gradient of this shape, for an input of an op, added to what another path brought.
  record Addition(OpCall call, Shape shape) implements Recorded {
    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public Work work(Span.Kind kind) {
      return call.work("Accumulate", List.of(shape, shape), shape, OpCost.accumulate(shape));
    }
  }

  private Work work(String name, List<Shape> shapes, Shape result, @Nullable Cost cost) {
    var texts = shapes.stream().map(Shape::toString).toList();
    return new Work(number, name, texts, result.toString(), cost, layer, line);
  }
}
