package tapeline.peers.golden;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.peers.Difference;

/// The reference solution and PyTorch's float32, each against PyTorch's float64.
record Compared(Errors ours, Errors peer) {

  /// Values, and gradients if there are any.
  record Numbers(double[] value, List<double[]> gradients) {
    Errors against(Numbers exact) {
      double backward = gradients.isEmpty() ? Double.NaN : 0;
      for (int k = 0; k < gradients.size(); k++) {
        backward =
            Math.max(backward, Difference.of(gradients.get(k), exact.gradients.get(k)));
      }
      return new Errors(Difference.of(value, exact.value), backward);
    }
  }

  static Compared of(Numbers ours, Numbers peer, Numbers exact) {
    return new Compared(ours.against(exact), peer.against(exact));
  }

  Compared worse(Compared other) {
    return new Compared(ours.worse(other.ours), peer.worse(other.peer));
  }

  /// What is wrong, in words; null when the reference's errors are at most `limit`.
  @Nullable String problem(double limit) {
    if (ours.forward() > limit) {
      return "its value is off by %.1e; %.0e is allowed".formatted(ours.forward(), limit);
    }
    return ours.backward() > limit
        ? "a gradient is off by %.1e; %.0e is allowed".formatted(ours.backward(), limit)
        : null;
  }
}
