package tapeline.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// A [Checkpoint] on a tape: one use of its block. Inputs are the block's input, then its
/// parameters; they are all that is kept.
final class ReplayedOp implements TensorOp.Many {
  private final Checkpoint checkpoint;
  private final boolean[] wanted; // by input: whether a gradient can reach it
  private final @Nullable Tensor[] gradients; // of a replay, until they are asked for
  private long[] drawnFrom = {}; // the generators' states in front of forward
  private int digest; // of the output

  ReplayedOp(Checkpoint checkpoint, List<Variable> inputs) {
    this.checkpoint = checkpoint;
    wanted = new boolean[inputs.size()];
    gradients = new Tensor[inputs.size()];
    for (int k = 0; k < wanted.length; k++) {
      wanted[k] = inputs.get(k).hasGradient();
    }
  }

  /// The block's output; nothing of it is recorded.
  @Override
  public Tensor forward(List<Tensor> inputs) {
    drawnFrom = states();
    var y = run(variables(new TensorTape(), inputs, false)).value();
    digest = Arrays.hashCode(y.toArray());
    return y;
  }

  /// The first input that is asked for has the block computed again, for all of them.
  @Override
  public Tensor grad(int k, Tensor dY, List<Tensor> inputs, Tensor y) {
    if (gradients[k] == null) {
      replay(dY, inputs);
    }
    var dX = gradients[k];
    gradients[k] = null;
    if (dX == null) {
      throw new IllegalStateException("no gradient was asked for in input " + k + " of " + name());
    }
    return dX;
  }

  /// Computes the block again, and its gradients.
  private void replay(Tensor dY, List<Tensor> inputs) {
    var now = states();
    // BEGIN SOLUTION 14.1 "a block computed again" 15 points, core
    rewind(drawnFrom);
    var tape = new TensorTape();
    var variables = variables(tape, inputs, true);
    var y = run(variables);
    rewind(now);
    requireSame(y.value());
    tape.backward(y, dY);
    for (int k = 0; k < wanted.length; k++) {
      gradients[k] = wanted[k] ? variables.get(k).gradient() : null;
    }
    // STUB // TODO 14.1 — 10 lines. variables(tape, inputs, true) puts the inputs on a new tape,
    // STUB // run(…) is the block's output there, and gradients[k] is to be the gradient of each
    // STUB // input that is `wanted`, dY being the output's. requireSame(…) refuses an output that
    // STUB // is not forward's. rewind(…) sets the generators: from where does the block have to
    // STUB // draw, and where do they have to stand for what comes after?
    // STUB throw new Todo("14.1", "a block computed again");
    // END SOLUTION
  }

  /// The inputs on a tape: variables where a gradient is wanted, or constants all of them.
  private List<Variable> variables(TensorTape tape, List<Tensor> inputs, boolean recorded) {
    return IntStream.range(0, wanted.length)
        .mapToObj(k ->
            recorded && wanted[k] ? tape.variable(inputs.get(k)) : tape.constant(inputs.get(k)))
        .toList();
  }

  /// The block's output on the tape of these inputs, which stand in for its parameters meanwhile.
  private Variable run(List<Variable> inputs) {
    var parameters = checkpoint.parameters();
    var before = new ArrayList<@Nullable Variable>();
    for (int k = 0; k < parameters.size(); k++) {
      before.add(parameters.get(k).standIn(inputs.get(k + 1)));
    }
    try {
      return checkpoint.block().forward(inputs.getFirst());
    } finally {
      for (int k = 0; k < parameters.size(); k++) {
        parameters.get(k).standIn(before.get(k));
      }
    }
  }

  private long[] states() {
    return checkpoint.randoms().stream().mapToLong(ReplayRandom::state).toArray();
  }

  private void rewind(long... states) {
    for (int i = 0; i < states.length; i++) {
      checkpoint.randoms().get(i).rewind(states[i]);
    }
  }

  private void requireSame(Tensor y) {
    if (Arrays.hashCode(y.toArray()) != digest) {
      throw new IllegalStateException(
          "a checkpointed block gives the same output when it is computed again, and block %s does"
                  .formatted(checkpoint.name())
              + " not: it has a side effect, or draws from a generator that it does not name");
    }
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }

  @Override
  public String toString() {
    return "Checkpoint " + checkpoint.name();
  }
}
