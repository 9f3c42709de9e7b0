package tapeline.profile;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TapeListener.Holding;
import tapeline.tensor.Tensor;

/// A profiler's record of one tape: the op at each node, and who holds which data.
final class TapeCalls {
  private static final String VARIABLE = "variable";

  private final int number;
  private final List<@Nullable OpCall> byNode = new ArrayList<>();
  private final IdentityHashMap<float[], Object> saved = new IdentityHashMap<>();
  private final IdentityHashMap<float[], Object> gradients = new IdentityHashMap<>();

  TapeCalls(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  void put(int node, OpCall call) {
    if (node < 0) {
      return; // a constant
    }
    while (byNode.size() <= node) {
      byNode.add(null);
    }
    byNode.set(node, call);
  }

  /// The op at a node; null for a variable, and for what was not recorded.
  @Nullable OpCall at(int node) {
    return node < byNode.size() ? byNode.get(node) : null;
  }

  /// The holder of this data from here on, or until here: the first of those that share it.
  ///
  /// @param bytes negative when it is let go
  /// @param recorded the op that is being recorded, if any
  Object holder(Holding as, int node, Tensor tensor, long bytes, @Nullable OpCall recorded) {
    var holders = as == Holding.SAVED ? saved : gradients;
    if (bytes < 0) {
      var holder = holders.remove(tensor.data());
      return holder == null ? MemoryTimeline.BEFORE : holder;
    }
    var call = as == Holding.SAVED ? recorded : at(node);
    var holder = call == null ? VARIABLE : call;
    holders.put(tensor.data(), holder);
    return holder;
  }
}
