package tapeline.profile.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.MatMul;
import tapeline.autograd.TensorOp;
import tapeline.instruments.profile.Cost;
import tapeline.tensor.Shape;
import tapeline.toolkit.Todo;

/// A tape of shapes: what a training step would record, cost and hold, known before a number is
/// computed.
///
/// ```java
/// var tape = new ShapeTape();
/// var logits = ShapeLayers.linear(tape.constant(32, 64), 10);
/// var loss = ShapeLayers.crossEntropy(logits);
/// tape.peakBytes(loss); // as a TensorTape's stats().peakBytes() after the same step
/// ```
public final class ShapeTape {
  private final List<@Nullable PlannedOp> nodes = new ArrayList<>(); // null is a variable
  private Cost forward = Cost.NONE;
  private long parameters;
  private long multiplyAdds;

  /// An op that a gradient passes through.
  private record PlannedOp(TensorOp op, List<ShapeVariable> inputs, ShapeVariable result) {

    /// The tensors that the tape keeps of it for backward.
    Stream<ArrayView> kept() {
      var x = inputs.stream();
      var y = Stream.of(result);
      var kept =
          switch (op.keeps()) {
            case NOTHING -> Stream.<ShapeVariable>of();
            case INPUTS -> x;
            case OUTPUT -> y;
            case ALL -> Stream.concat(x, y);
          };
      return kept.map(ShapeVariable::memory);
    }

    Cost backward() {
      var wanted = new boolean[inputs.size()];
      for (int k = 0; k < wanted.length; k++) {
        wanted[k] = inputs.get(k).node() >= 0;
      }
      return OpCost.backward(op, shapes(inputs), result.shape(), wanted);
    }
  }

  /// A new parameter.
  public ShapeVariable variable(int... lengths) {
    var memory = ArrayView.fresh(Shape.of(lengths));
    parameters += memory.shape().size();
    nodes.add(null);
    return new ShapeVariable(this, nodes.size() - 1, memory);
  }

  /// A new constant, such as a batch.
  public ShapeVariable constant(int... lengths) {
    return new ShapeVariable(this, -1, ArrayView.fresh(Shape.of(lengths)));
  }

  /// The result of an op on these, of shape `y`, recorded if a gradient can reach one of them.
  ///
  /// @throws IllegalArgumentException when the course has no formula for the op, naming it
  ShapeVariable apply(TensorOp op, Shape y, ShapeVariable... inputs) {
    var from = List.of(inputs);
    var cost = OpCost.forward(op, shapes(from), y);
    forward = forward.plus(cost);
    multiplyAdds += op instanceof MatMul ? cost.flops() / 2 : 0;
    var memory = ArrayView.value(op, y, from.getFirst().memory());
    if (from.stream().allMatch(x -> x.node() < 0)) {
      return new ShapeVariable(this, -1, memory);
    }
    var result = new ShapeVariable(this, nodes.size(), memory);
    nodes.add(new PlannedOp(op, from, result));
    return result;
  }

  private static List<Shape> shapes(List<ShapeVariable> variables) {
    return variables.stream().map(ShapeVariable::shape).toList();
  }

  /// How many numbers are learnt.
  public long parameters() {
    return parameters;
  }

  /// The cost of all ops' values.
  public Cost forward() {
    return forward;
  }

  /// The multiply–adds of the matrix products among them, 2 FLOPs each: what papers count.
  public long multiplyAdds() {
    return multiplyAdds;
  }

  /// The cost of backward from `output`: of each op's gradients where one is wanted, and of adding
  /// those that come along several paths.
  ///
  /// @throws IllegalArgumentException when no parameter of this tape leads to it
  public Cost backward(ShapeVariable output) {
    require(output);
    var reached = new boolean[output.node() + 1];
    reached[output.node()] = true;
    var sum = Cost.NONE;
    for (int i = output.node(); i >= 0; i--) {
      var node = nodes.get(i);
      if (reached[i] && node != null) {
        sum = sum.plus(node.backward());
        for (var x : node.inputs()) {
          if (x.node() >= 0) {
            sum = reached[x.node()] ? sum.plus(OpCost.accumulate(x.shape())) : sum;
            reached[x.node()] = true;
          }
        }
      }
    }
    return sum;
  }

  private void require(ShapeVariable output) {
    if (output.tape() != this || output.node() < 0) {
      throw new IllegalArgumentException(
          "backward needs an output that this tape's parameters lead to, got a "
              + (output.node() < 0 ? "constant " : "variable of another tape, ")
              + output.shape());
    }
  }

  /// The bytes that the tape keeps for backward, the parameters that ops read among them.
  public long savedBytes() {
    return saved().bytes();
  }

  private HeldArrays saved() {
    var saved = new HeldArrays();
    nodes.stream().filter(node -> node != null).forEach(node -> node.kept().forEach(saved::hold));
    return saved;
  }

  /// The most bytes that the tape keeps, and gradients take, at any time of forward and backward
  /// from `output`: what [tapeline.autograd.TensorTapeStats#peakBytes] will say.
  ///
  /// Arrays that an op needs only while it computes are not held by a tape, and not counted. A
  /// batch counts as an array of its own; one that is a slice of a larger array keeps all of that.
  ///
  /// @throws IllegalArgumentException when no parameter of this tape leads to it
  public long peakBytes(ShapeVariable output) {
    require(output);
    var saved = saved();
    var gradients = new ShapeGradients(output);
    // BEGIN EXERCISE 11.3
    // TODO 11.3 — 11 lines. Forward is over: `saved` has what all ops keep, and `gradients`
    // the output's. Walk the nodes from the output's down to 0, as backward does. A node
    // that is null is a parameter, whose gradient stays; another one that a gradient has
    // reached hands it on to its inputs, gradients.handOn(node.op(), i, node.inputs()).
    // Then its gradient is dropped, and each array of node.kept() released from `saved`. At
    // which moment of this is the most held, and why never before the walk?
    throw new Todo("11.3", "what a step keeps");
    // END EXERCISE 11.3
  }
}
