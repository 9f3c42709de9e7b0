package tapeline.autograd;

import java.util.IdentityHashMap;
import tapeline.autograd.TapeListener.Holding;
import tapeline.tensor.Tensor;

/// The bytes of the tensors that a tape holds, and held at most: views of the same data, and data
/// held twice as the same, once. Listeners hear of each change.
final class Holdings {
  private final TensorTape tape;
  private final IdentityHashMap<float[], Integer> saved = new IdentityHashMap<>();
  private final IdentityHashMap<float[], Integer> gradients = new IdentityHashMap<>();
  private long savedBytes;
  private long gradientBytes;
  private long peakBytes;

  Holdings(TensorTape tape) {
    this.tape = tape;
  }

  /// A node of the tape holds this tensor from here on.
  void hold(Holding as, int node, Tensor tensor) {
    hold(as, node, tensor, 4L * tensor.data().length);
  }

  /// A node holds this tensor, which stands for data of so many bytes.
  void hold(Holding as, int node, Tensor tensor, long bytes) {
    if (holders(as).merge(tensor.data(), 1, Integer::sum) == 1) {
      change(as, node, tensor, bytes);
    }
  }

  /// The node no longer holds it.
  void release(Holding as, int node, Tensor tensor) {
    release(as, node, tensor, 4L * tensor.data().length);
  }

  void release(Holding as, int node, Tensor tensor, long bytes) {
    var left = holders(as).merge(tensor.data(), -1, (now, _) -> now == 1 ? null : now - 1);
    if (left == null) {
      change(as, node, tensor, -bytes);
    }
  }

  /// Returns whether a node holds these numbers in that role.
  boolean areHeld(Holding as, float... array) {
    return holders(as).containsKey(array);
  }

  /// How many nodes hold each array.
  private IdentityHashMap<float[], Integer> holders(Holding as) {
    return as == Holding.SAVED ? saved : gradients;
  }

  private void change(Holding as, int node, Tensor tensor, long bytes) {
    switch (as) {
      case SAVED -> savedBytes += bytes;
      case GRADIENT -> gradientBytes += bytes;
    }
    long live = savedBytes + gradientBytes;
    peakBytes = Math.max(peakBytes, live);
    TapeListener.current().held(tape, as, node, tensor, bytes, live);
  }

  TensorTapeStats stats(int nodes) {
    return new TensorTapeStats(nodes, savedBytes, gradientBytes, peakBytes);
  }
}
