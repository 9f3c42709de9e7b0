package tapeline.autograd;

import static tapeline.autograd.TapeListener.Holding.SAVED;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// A reverse-mode tape of tensor ops.
///
/// ```java
/// var tape = new TensorTape();
/// var w = tape.variable(Tensor.normal(random, 3, 2));
/// var x = tape.constant(inputs); // (5,3)
/// var loss = x.matmul(w).tanh().square().mean();
/// tape.backward(loss);
/// w.gradient(); // (3,2)
/// ```
///
/// - An op is recorded when a gradient can reach one of its inputs; on constants it is computed
///   only.
/// - Backward costs O(ops up to the output), and computes the gradients that lead to a variable.
/// - It frees what it has passed: a tape is walked once, unless [#backwardKeeping] is asked for.
/// - A tensor that backward reads must not have been written in place since: that is an error.
///
/// A tape belongs to one thread.
public final class TensorTape {
  /*
   * Inputs are recorded before results, so the nodes are in topological order already, and backward
   * is a walk from the output down to 0. A node holds the tensors that backward will read, and is
   * null once backward has passed: the only other references to them are the program's own.
   */
  private static final int NONE = -1;

  private final List<@Nullable Node> nodes = new ArrayList<>();
  private final Holdings holdings = new Holdings(this);
  private Gradients gradients = new Gradients(this, holdings, 0);
  private boolean walked; // to the end: the gradients are known
  private int passing = NONE; // the op that backward has reached, as the listener was told

  /// A new variable, whose gradient is asked for.
  public Variable variable(Tensor value) {
    return variable(value, _ -> {});
  }

  /// A new variable; `onGradient` gets its gradient, see [Variable#gradient], at the end of each
  /// backward that reaches it.
  public Variable variable(Tensor value, Consumer<Tensor> onGradient) {
    return append(new Node.Leaf(onGradient), value);
  }

  /// A new constant. It has no place on the tape.
  public Variable constant(Tensor value) {
    return new Variable(this, -1, value);
  }

  private Variable append(Node node, Tensor value) {
    nodes.add(node);
    return new Variable(this, nodes.size() - 1, value);
  }

  /// `op(x)`, recorded if need be.
  public Variable apply(TensorOp.Unary op, Variable x) {
    return computed(op, x);
  }

  /// `op(a, b)`, recorded if need be.
  public Variable apply(TensorOp.Binary op, Variable a, Variable b) {
    return computed(op, a, b);
  }

  /// `op(inputs)`, recorded if need be.
  public Variable apply(TensorOp.Many op, List<Variable> inputs) {
    return computed(op, inputs.toArray(Variable[]::new));
  }

  private Variable computed(TensorOp op, Variable... inputs) {
    var listener = TapeListener.current();
    listener.forwardStarts(op, inputs);
    Tensor y;
    try {
      y = Node.value(op, inputs);
    } finally {
      listener.forwardEnds(op);
    }
    var result = record(op, y, inputs);
    listener.recorded(op, result, result.node());
    return result;
  }

  /// The variable of `y`, the value of `op` at the inputs: a new node where a gradient can reach an
  /// input, else a constant.
  private Variable record(TensorOp op, Tensor y, Variable... inputs) {
    for (var x : inputs) {
      if (x.tape() != this) {
        throw new IllegalArgumentException(
            op.name() + " needs inputs of one tape, got those of two");
      }
    }
    // BEGIN EXERCISE 05.4
    // TODO 05.4 — 8 lines. append(new Node.Applied(…), y) records the op with a Node.Input
    // for each input, its node and its value, and with y. Value and y are what the given
    // keep(tensor, wanted) makes of them; op.keeps() says what is wanted. When must nothing
    // be recorded, and y be a constant(y)?
    throw new Todo("05.4", "record");
    // END EXERCISE 05.4
  }

  /// The tensor when it is `wanted` by backward, and counted; else its shape alone.
  private Node.Kept keep(Tensor tensor, boolean wanted) {
    var kept = Node.Kept.of(tensor, wanted);
    hold(nodes.size(), kept);
    return kept;
  }

  private void hold(int node, Node.Kept kept) {
    if (kept.isKept()) {
      holdings.hold(SAVED, node, kept.tensor(), kept.bytes());
    }
  }

  /// Computes the gradients of `output`, a tensor of one element, in every variable, and frees the
  /// tape.
  ///
  /// @throws IllegalArgumentException when the output has more elements, is a constant, or is of
  ///   another tape
  /// @throws IllegalStateException when the tape was freed, or a kept tensor was written since
  public void backward(Variable output) {
    backward(output, one(output));
  }

  /// [#backward] from `∂loss/∂output`, of the output's shape, that came from elsewhere: the
  /// gradients are those of the loss.
  public void backward(Variable output, Tensor dOutput) {
    backward(output, dOutput, true);
  }

  /// [#backward] after which the tape can be walked again.
  public void backwardKeeping(Variable output) {
    backwardKeeping(output, one(output));
  }

  /// [#backward] from `∂loss/∂output`, after which the tape can be walked again.
  public void backwardKeeping(Variable output, Tensor dOutput) {
    backward(output, dOutput, false);
  }

  private static Tensor one(Variable output) {
    if (output.shape().size() != 1) {
      throw new IllegalArgumentException(
          "backward starts from one number, got %s: sum it, or give its gradient"
              .formatted(output.shape()));
    }
    return Tensor.full(1, output.shape().toArray());
  }

  private void backward(Variable output, Tensor dOutput, boolean free) {
    require(output, dOutput);
    walked = false;
    var listener = TapeListener.current();
    listener.walkStarts(this);
    try {
      gradients.dropAll();
      gradients = new Gradients(this, holdings, output.node() + 1);
      gradients.begin(output.node(), dOutput);
      walk(output.node(), free);
      pass(NONE);
      walked = true;
      tell(output.node());
    } finally {
      gradients.end();
      pass(NONE);
      listener.walkEnds(this);
    }
  }

  /// Hands on the gradient of each op to its inputs, from node `last`, which alone has one, down.
  private void walk(int last, boolean free) {
    // BEGIN EXERCISE 05.7
    // TODO 05.7 — 13 lines. Go from node `last` down to 0. Where no gradient came,
    // gradients.of(i) is null; a variable, a Node.Leaf, only gathers. Of any other node,
    // op(i), input k is inputs().get(k), of shape(k), and its share in the chain rule is
    // gradient(k, dY), which gradients.add takes; then passed(i, node, free) lets go. For
    // which inputs must the share not even be computed?
    throw new Todo("05.7", "the walk");
    // END EXERCISE 05.7
  }

  /// The op at node i, fit to be walked through.
  private Node.Applied op(int i) {
    if (!(nodes.get(i) instanceof Node.Applied node)) {
      throw new IllegalStateException(
          "an earlier backward freed a part of the tape that this output rests on;"
              + " backwardKeeping leaves it as it is");
    }
    node.requireUnchanged();
    pass(i);
    return node.isPacked() ? unpack(i, node) : node;
  }

  /// The op with its numbers, which from here on the tape holds in place of what was packed.
  private Node.Applied unpack(int i, Node.Applied node) {
    var unpacked = node.unpacked();
    unpacked.kept().forEach(x -> hold(i, x));
    node.kept().forEach(x -> release(i, x));
    nodes.set(i, unpacked);
    return unpacked;
  }

  /// Tells the listener which op backward has reached, once however often it is asked for.
  private void pass(int i) {
    if (i == passing) {
      return;
    }
    var listener = TapeListener.current();
    if (passing != NONE) {
      listener.backwardEnds(this, passing);
    }
    passing = i;
    if (i != NONE && nodes.get(i) instanceof Node.Applied node) {
      listener.backwardStarts(this, i, node.op());
    }
  }

  /// Lets go of an op whose inputs have their gradients: of its own gradient, and of what it kept.
  private void passed(int i, Node.Applied node, boolean free) {
    gradients.pass(i, free);
    if (free) {
      node.inputs().forEach(x -> release(i, x.value()));
      release(i, node.result());
      nodes.set(i, null);
    }
    pass(NONE);
  }

  private void release(int node, Node.Kept kept) {
    if (kept.isKept()) {
      holdings.release(SAVED, node, kept.tensor(), kept.bytes());
    }
  }

  private void tell(int last) {
    for (int i = 0; i <= last; i++) {
      var gradient = gradients.of(i);
      if (gradient != null && nodes.get(i) instanceof Node.Leaf leaf) {
        leaf.onGradient().accept(gradient);
      }
    }
  }

  private void require(Variable output, Tensor dOutput) {
    if (output.tape() != this || !output.hasGradient()) {
      throw new IllegalArgumentException(
          "backward needs an output that this tape's variables lead to, got a "
              + (output.hasGradient() ? "variable of another tape" : "constant"));
    }
    if (!dOutput.shape().equals(output.shape())) {
      throw new IllegalArgumentException(
          "the output's gradient has its shape %s, got %s"
              .formatted(output.shape(), dOutput.shape()));
    }
  }

  /// See [Variable#gradient].
  Tensor gradient(Variable x) {
    if (!x.hasGradient()) {
      throw new IllegalStateException("a constant has no gradient, " + x.shape());
    }
    if (!walked) {
      throw new IllegalStateException("a gradient is known after backward(output)");
    }
    if (!(nodes.get(x.node()) instanceof Node.Leaf)) {
      throw new IllegalStateException(
          "only variables keep their gradients, and this is what an op made, " + x.shape());
    }
    var gradient = gradients.of(x.node());
    return gradient == null ? Tensor.zeros(x.shape()) : gradient;
  }

  /// The last op that keeps the data of this tensor for backward, if there is one. O(nodes).
  public Optional<TensorOp> keeper(Tensor tensor) {
    for (int i = nodes.size() - 1; i >= 0; i--) {
      if (nodes.get(i) instanceof Node.Applied node && node.keeps(tensor)) {
        return Optional.of(node.op());
      }
    }
    return Optional.empty();
  }

  /// The counts and bytes of the tape. O(nodes).
  public TensorTapeStats stats() {
    int live = 0;
    for (var node : nodes) {
      live += node == null ? 0 : 1;
    }
    return holdings.stats(live);
  }
}
