package tapeline.peers.golden;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.peers.Difference;

/// The reference solution and PyTorch's float32, each against PyTorch's float64.
record Compared(Errors ours, Errors peer) {

  /// A value, and gradients if there are any.
  record Numbers(double[] value, List<double[]> gradients) {
    private static final double SHARE = 0.1;

    /// The errors. A gradient far smaller than another of the same loss, such as that of a bias
    /// which has no effect, counts against a tenth of the larger one.
    Errors against(Numbers exact) {
      double floor = SHARE * exact.gradients.stream().mapToDouble(Difference::rms).max().orElse(0);
      double backward = gradients.isEmpty() ? Double.NaN : 0;
      for (int k = 0; k < gradients.size(); k++) {
        double error = Difference.of(gradients.get(k), exact.gradients.get(k), floor);
        backward = Math.max(backward, error);
      }
      return new Errors(Difference.of(value, exact.value, 0), backward);
    }
  }

  static Compared of(Numbers ours, Numbers peer, Numbers exact) {
    return new Compared(ours.against(exact), peer.against(exact));
  }

  Compared worse(Compared other) {
    return new Compared(ours.worse(other.ours), peer.worse(other.peer));
  }

  /// The problem, in words; null when the reference's errors are at most `limit`.
  @Nullable String problem(double limit) {
    if (ours.forward() > limit) {
      return "its value is off by %.1e; %.0e is allowed".formatted(ours.forward(), limit);
    }
    return ours.backward() > limit
        ? "a gradient is off by %.1e; %.0e is allowed".formatted(ours.backward(), limit)
        : null;
  }
}
