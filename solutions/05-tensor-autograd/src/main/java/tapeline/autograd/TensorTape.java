package tapeline.autograd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Tensor;

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
/// - An op is recorded when a gradient can reach one of its inputs; on constants it is computed only.
/// - Backward costs O(ops up to the output), and computes the gradients that lead to a variable.
/// - It frees what it has passed: a tape is walked once, unless [#backwardKeeping] is asked for.
/// - A tensor that backward reads must not have been written in place since: that is an error.
///
/// A tape belongs to one thread.
public final class TensorTape {
  private final List<@Nullable Node> nodes = new ArrayList<>();
  private final Ledger saved = new Ledger();
  private @Nullable Gradients gradients;
  private long peakBytes;

  /// A new variable, whose gradient is asked for.
  public Variable variable(Tensor value) {
    return variable(value, _ -> {});
  }

  /// A new variable; `onGradient` gets its gradient at the end of each backward that reaches it.
  public Variable variable(Tensor value, Consumer<Tensor> onGradient) {
    nodes.add(new Node.Leaf(value.shape(), onGradient));
    return new Variable(this, nodes.size() - 1, value);
  }

  /// A new constant. It has no place on the tape.
  public Variable constant(Tensor value) {
    return new Variable(this, -1, value);
  }

  /// `op(x)`, recorded if need be.
  public Variable apply(TensorOp.Unary op, Variable x) {
    return record(op, op.forward(x.value()), x);
  }

  /// `op(a, b)`, recorded if need be.
  public Variable apply(TensorOp.Binary op, Variable a, Variable b) {
    return record(op, op.forward(a.value(), b.value()), a, b);
  }

  /// `op(inputs)`, recorded if need be.
  public Variable apply(TensorOp.Many op, List<Variable> inputs) {
    var values = inputs.stream().map(Variable::value).toList();
    return record(op, op.forward(values), inputs.toArray(Variable[]::new));
  }

  private Variable record(TensorOp op, Tensor y, Variable... inputs) {
    for (var x : inputs) {
      if (x.tape() != this) {
        throw new IllegalArgumentException(op + " needs inputs of one tape, got those of two");
      }
    }
    // BEGIN SOLUTION 05.4 "record" 15 points
    if (Arrays.stream(inputs).noneMatch(Variable::hasGradient)) {
      return constant(y);
    }
    var values = new ArrayList<Node.Kept>();
    for (var x : inputs) {
      values.add(keep(x.value(), op.keeps().inputs()));
    }
    var sources = Arrays.stream(inputs).mapToInt(Variable::node).toArray();
    nodes.add(new Node.Applied(op, sources, values, keep(y, op.keeps().output())));
    return new Variable(this, nodes.size() - 1, y);
    // STUB // TODO 05.4 — 9 lines. When does no gradient pass through this op, so that y is a
    // STUB // constant? Else append a Node.Applied: the inputs' nodes, each input's value and y, kept
    // STUB // (keep, below) as op.keeps() says. Which number is the new variable's node?
    // STUB throw new Todo("05.4", "record");
    // END SOLUTION
  }

  private Node.Kept keep(Tensor tensor, boolean wanted) {
    var kept = Node.Kept.of(tensor, wanted);
    if (wanted) {
      saved.hold(tensor);
      notePeak();
    }
    return kept;
  }

  /// Computes the gradients of `output`, a tensor of one element, in every variable, and frees the
  /// tape.
  ///
  /// @throws IllegalArgumentException when the output has more elements, is a constant, or is of
  ///   another tape
  /// @throws IllegalStateException when the tape was freed, or a kept tensor was written since
  public void backward(Variable output) {
    walk(output, one(output), true);
  }

  /// [#backward] from a gradient of the output that came from elsewhere, of its shape.
  public void backward(Variable output, Tensor dOutput) {
    walk(output, dOutput, true);
  }

  /// [#backward] after which the tape can be walked again.
  public void backwardKeeping(Variable output) {
    walk(output, one(output), false);
  }

  private static Tensor one(Variable output) {
    if (output.shape().size() != 1) {
      throw new IllegalArgumentException(
          "backward starts from one number, got %s: sum it, or give its gradient"
              .formatted(output.shape()));
    }
    return Tensor.full(1, output.shape().toArray());
  }

  private void walk(Variable output, Tensor dOutput, boolean free) {
    require(output, dOutput);
    var known = new Gradients(output.node() + 1);
    gradients = known;
    known.add(output.node(), dOutput, output.shape());
    for (int i = output.node(); i >= 0; i--) {
      var dY = known.of(i);
      if (dY != null && !(nodes.get(i) instanceof Node.Leaf)) {
        var node = applied(i);
        // BEGIN SOLUTION 05.7 "the walk" 20 points
        for (int k = 0; k < node.inputs().length; k++) {
          int input = node.inputs()[k];
          if (input >= 0) {
            known.add(input, Node.gradient(node, k, dY), node.values().get(k).tensor().shape());
          }
        }
        // STUB // TODO 05.7 — 6 lines. To each input k that a gradient can reach, add what
        // STUB // Node.gradient(node, k, dY) computes: known.add(node of the input, gradient, shape of
        // STUB // the input). Which inputs have no gradient, so that it must not be computed?
        // STUB throw new Todo("05.7", "the walk");
        // END SOLUTION
        notePeak();
        known.drop(i);
        if (free) {
          free(i, node);
        }
      }
    }
    tell(known, output.node());
  }

  /// The op of a node, fit to be walked through.
  private Node.Applied applied(int i) {
    if (!(nodes.get(i) instanceof Node.Applied node)) {
      throw new IllegalStateException(
          "an earlier backward freed a part of the tape that this output rests on;"
              + " backwardKeeping leaves it as it is");
    }
    var changed = Node.changed(node);
    if (changed != null) {
      throw new IllegalStateException(
          "backward needs the %s as it was, but it was written in place since".formatted(changed));
    }
    return node;
  }

  private void free(int i, Node.Applied node) {
    for (var kept : node.values()) {
      release(kept);
    }
    release(node.value());
    nodes.set(i, null);
  }

  private void release(Node.Kept kept) {
    if (kept.isKept()) {
      saved.release(kept.tensor());
    }
  }

  private void tell(Gradients known, int last) {
    for (int i = 0; i <= last; i++) {
      var gradient = known.of(i);
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

  Tensor gradient(Variable x) {
    if (!x.hasGradient()) {
      throw new IllegalStateException("a constant has no gradient, " + x.shape());
    }
    if (gradients == null) {
      throw new IllegalStateException("a gradient is known after backward(output)");
    }
    if (!(nodes.get(x.node()) instanceof Node.Leaf)) {
      throw new IllegalStateException(
          "only variables keep their gradients, and this is what an op made, " + x.shape());
    }
    var gradient = gradients.of(x.node());
    return gradient == null ? Tensor.zeros(x.shape()) : gradient;
  }

  /// What the tape holds. O(nodes).
  public TensorTapeStats stats() {
    int live = 0;
    for (var node : nodes) {
      live += node == null ? 0 : 1;
    }
    return new TensorTapeStats(live, saved.bytes(), gradientBytes(), peakBytes);
  }

  private long gradientBytes() {
    return gradients == null ? 0 : gradients.bytes();
  }

  private void notePeak() {
    peakBytes = Math.max(peakBytes, saved.bytes() + gradientBytes());
  }
}
