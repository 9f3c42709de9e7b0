package tapeline.peers.golden;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import tapeline.autograd.TensorTape;
import tapeline.peers.Torch;
import tapeline.peers.Twin;
import tapeline.peers.golden.Compared.Numbers;
import tapeline.tensor.Tensor;

/// An op, and the cases that it is tried on.
///
/// @param module the number of its module
/// @param trial one random case
record GoldenOp(int module, String name, int cases, BiFunction<Draw, NDManager, Compared> trial) {
  private static final int CASES = 12;

  /// An op that is given by a random twin: its value, and each gradient from a random one of the
  /// value.
  static GoldenOp op(int module, String name, Function<Draw, Twin> twin) {
    return new GoldenOp(
        module, name, CASES, (draw, manager) -> compare(twin.apply(draw), draw, manager));
  }

  /// An op whose PyTorch function needs arrays of its own, such as labels.
  static GoldenOp opWith(int module, String name, BiFunction<Draw, NDManager, Twin> twin) {
    return new GoldenOp(
        module, name, CASES, (draw, manager) -> compare(twin.apply(draw, manager), draw, manager));
  }

  /// The worst errors over all cases.
  Compared compare(NDManager manager) {
    var worst = new Compared(Errors.NONE, Errors.NONE);
    for (int i = 0; i < cases; i++) {
      try (var mine = manager.newSubManager()) {
        worst = worst.worse(trial.apply(new Draw(module + name + i), mine));
      }
    }
    return worst;
  }

  private static Compared compare(Twin twin, Draw draw, NDManager manager) {
    var tape = new TensorTape();
    var leaves = twin.leaves(tape);
    var y = twin.forward(tape, leaves);
    var dY = draw.normal(y.shape().toArray());
    tape.backward(y, dY);
    var gradients = leaves.stream().map(x -> Torch.values(x.gradient())).toList();
    return Compared.of(
        new Numbers(Torch.values(y.value()), gradients),
        theirs(twin, dY, manager, DataType.FLOAT32),
        theirs(twin, dY, manager, DataType.FLOAT64));
  }

  private static Numbers theirs(Twin twin, Tensor dY, NDManager manager, DataType type) {
    var leaves = twin.leaves().stream().map(t -> Torch.leaf(Torch.of(manager, t, type))).toList();
    var y = twin.theirs().apply(leaves);
    requireShape(dY.shape().toArray(), y);
    Torch.backward(y, Torch.of(manager, dY, type));
    return new Numbers(
        Torch.values(y), leaves.stream().map(x -> Torch.values(x.getGradient())).toList());
  }

  private static void requireShape(int[] ours, NDArray theirs) {
    var lengths = Arrays.stream(theirs.getShape().getShape()).mapToInt(n -> (int) n).toArray();
    if (!Arrays.equals(ours, lengths)) {
      throw new IllegalStateException(
          "the shapes differ: %s here, %s in PyTorch"
              .formatted(Arrays.toString(ours), Arrays.toString(lengths)));
    }
  }
}
