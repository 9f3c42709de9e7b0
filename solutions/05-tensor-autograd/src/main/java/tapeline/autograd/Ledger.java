package tapeline.autograd;

import java.util.IdentityHashMap;
import tapeline.tensor.Tensor;

/// Counts the bytes of tensors that are held: views of the same data, and data held twice, once.
final class Ledger {
  private final IdentityHashMap<float[], Integer> holders = new IdentityHashMap<>();
  private long bytes;

  long bytes() {
    return bytes;
  }

  void hold(Tensor tensor) {
    if (holders.merge(tensor.data(), 1, Integer::sum) == 1) {
      bytes += 4L * tensor.data().length;
    }
  }

  void release(Tensor tensor) {
    if (holders.merge(tensor.data(), -1, (now, less) -> now == 1 ? null : now + less) == null) {
      bytes -= 4L * tensor.data().length;
    }
  }
}
