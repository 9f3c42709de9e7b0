package tapeline.profile.cost;

import java.util.HashMap;
import java.util.Map;

/// The arrays that are held, each as often as it has holders; its bytes count once.
final class HeldArrays {
  private final Map<ArrayView.Floats, Integer> holders = new HashMap<>();
  private long bytes;

  long bytes() {
    return bytes;
  }

  void hold(ArrayView view) {
    if (holders.merge(view.array(), 1, Integer::sum) == 1) {
      bytes += view.array().bytes;
    }
  }

  void release(ArrayView view) {
    if (holders.merge(view.array(), -1, (now, less) -> now == 1 ? null : now + less) == null) {
      bytes -= view.array().bytes;
    }
  }
}
