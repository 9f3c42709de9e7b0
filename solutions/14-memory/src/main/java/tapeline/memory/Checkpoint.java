package tapeline.memory;

import java.util.ArrayList;
import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;

/// A block of which the tape keeps the input alone. Backward computes the block again, on a tape of
/// its own, and walks that: fewer bytes, for one forward more (Chen et al. 2016, arXiv 1604.06174).
///
/// ```java
/// var model = new Sequential(new Checkpoint("1", block1), new Checkpoint("2", block2), head);
/// ```
///
/// Gradients are bitwise those of the block itself, as long as its input and its parameters are
/// used nowhere else: of sums of three gradients and more the order may change. Checkpoints may
/// stand in checkpoints.
///
/// @param name what messages call the block
/// @param randoms all generators that the block draws from: computed again, it draws the same
public record Checkpoint(String name, Layer block, List<ReplayRandom> randoms) implements Layer {
  public Checkpoint {
    randoms = List.copyOf(randoms);
  }

  public Checkpoint(String name, Layer block, ReplayRandom... randoms) {
    this(name, block, List.of(randoms));
  }

  /// The block's output, as one op on the tape of `x`. Its inputs are x and the block's parameters,
  /// so it is recorded where a gradient can reach any of them.
  ///
  /// Backward throws [IllegalStateException] when the block, computed again, gives another output.
  @Override
  public Variable forward(Variable x) {
    var tape = x.tape();
    var inputs = new ArrayList<Variable>();
    inputs.add(x);
    parameters().forEach(p -> inputs.add(p.on(tape)));
    return tape.apply(new ReplayedOp(this, inputs), inputs);
  }

  /// The block's, each once.
  @Override
  public List<Parameter> parameters() {
    return block.parameters().stream().distinct().toList();
  }
}
