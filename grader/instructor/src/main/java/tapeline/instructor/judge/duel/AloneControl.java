package tapeline.instructor.judge.duel;

import java.util.ArrayList;
import java.util.List;

/// How much slower the other side is beside the entry than alone.
///
/// A JVM becomes faster as it goes on: what was measured alone at last makes it look disturbed, and
/// what was measured alone at first the opposite. There are as many forks of both kinds, and the
/// geometric mean of both is free of it.
final class AloneControl {
  /// A person looks at more. Eight honest entries, six forks each, on two processors with a load of
  /// 4 to 14: from 0.57 to 1.10 times as long, a standard deviation of 0.2 of the logarithm, so
  /// that 3 is five of them away.
  static final double MOST = 3;

  private final List<Double> first = new ArrayList<>();
  private final List<Double> last = new ArrayList<>();

  /// Adds a fork.
  ///
  /// @param ratio the other side's time beside the entry, over that alone
  /// @param aloneFirst whether that alone was before the entry came, and not after it had gone
  void add(double ratio, boolean aloneFirst) {
    (aloneFirst ? first : last).add(ratio);
  }

  /// How many times as long it took; 1 until there are forks of both kinds.
  double ratio() {
    return first.isEmpty() || last.isEmpty()
        ? 1
        : Math.sqrt(TimedPair.median(first) * TimedPair.median(last));
  }
}
