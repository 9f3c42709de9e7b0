package tapeline.memory;

import java.util.ArrayList;
import java.util.List;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Tensor;

/// The cost of each block of a chain, by one step of each alone.
final class MeasuredBlocks {
  private MeasuredBlocks() {}

  /// Runs each block by itself, forward and backward, and looks what its tape holds. Forgets what
  /// gradients the blocks had.
  ///
  /// @param x the chain's input, a constant
  /// @throws IllegalArgumentException when there is no block, or one returns its input or a view of
  ///   it: that belongs to the block before or behind
  @SuppressWarnings("ReferenceEquality") // one array, not equal ones
  static List<ChainBlock> of(List<? extends Layer> layers, Tensor x) {
    var blocks = new ArrayList<ChainBlock>();
    var input = x;
    for (var layer : layers) {
      var y = layer.apply(input);
      if (y.data() == input.data()) {
        throw new IllegalArgumentException(
            "a block of a chain makes a new tensor, and block %d returns its input"
                .formatted(blocks.size()));
      }
      blocks.add(of(layer, input, blocks.isEmpty()));
      input = y;
    }
    return blocks;
  }

  private static ChainBlock of(Layer layer, Tensor x, boolean first) {
    var dY = Tensor.full(1, layer.apply(x).shape().toArray());
    var whole = LiveBytes.beside(layer, x);
    long left = walk(layer, x, first, dY, whole);
    var beside = LiveBytes.beside(layer, x, dY);
    walk(layer, x, first, dY, beside);
    layer.parameters().forEach(Parameter::clearGradient);
    return new ChainBlock(
        whole.marks().getFirst().live(),
        bytes(dY),
        whole.peak(),
        beside.peak(),
        left,
        CountedBackend.of(() -> layer.apply(x)).flops());
  }

  /// Forward, which ends with a mark of what is kept beside the output, and backward; the bytes of
  /// parameters' gradients.
  private static long walk(Layer layer, Tensor x, boolean first, Tensor dY, LiveBytes live) {
    try (var _ = TapeListener.use(live)) {
      var tape = new TensorTape();
      var in = first ? tape.constant(x) : tape.variable(x);
      var y = layer.forward(PlannedChain.held(in));
      live.markBeside("forward", y.value());
      tape.backward(y, dY);
      return live.live() - inputGradient(in, live);
    }
  }

  private static long inputGradient(Variable in, LiveBytes live) {
    return in.hasGradient() && live.holds(in.gradient()) ? bytes(in.gradient()) : 0;
  }

  private static long bytes(Tensor t) {
    return (long) Float.BYTES * t.data().length;
  }
}
