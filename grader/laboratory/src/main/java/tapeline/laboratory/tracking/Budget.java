package tapeline.laboratory.tracking;

import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.SpeedVerdict;

/// By how much a new version may be worse than the baseline.
///
/// @param time the share by which it may be slower, 0.05 for 5 %
/// @param bytes how many bytes more a run may allocate
/// @param objects how many objects more a run may make: a thousand small ones cost more than one
///   large array of as many bytes
/// @param gradientError how far its gradients may lie from the baseline's, relative
/// @param nodes how many nodes more its tape may have
public record Budget(double time, double bytes, long objects, double gradientError, int nodes) {
  /// 5 % of time, no new allocation, gradients to 1e-5, no new node.
  public static final Budget STRICT = new Budget(0.05, 0, 0, 1e-5, 0);

  /// The figures of a version that are counted and not timed.
  ///
  /// @param bytes that a run allocates
  /// @param objects that a run makes, arrays too
  /// @param gradientError relative, against the float64 oracle
  /// @param nodes on its tape
  public record Counts(double bytes, long objects, double gradientError, int nodes) {}

  /// Returns whether the comparison is sure that the new version, B, is slower, *and* the slowdown
  /// is larger than allowed: a large difference that may be noise is no regression, and a sure one
  /// that is tiny is none either.
  boolean isSlower(Comparison comparison) {
    double slowdown = 1 / comparison.speedUp() - 1;
    return comparison.verdict() == SpeedVerdict.SLOWER && slowdown > time;
  }

  /// The figures over the budget, each in words; empty when none is. Counts need no statistics.
  public List<String> exceeded(Comparison comparison, Counts before, Counts now) {
    var over = new ArrayList<String>();
    if (isSlower(comparison)) {
      over.add("time: " + comparison + ", allowed are %.3g %% more".formatted(100 * time));
    }
    if (now.bytes() > before.bytes() + bytes) {
      over.add(
          "allocation: %.0f bytes a run instead of %.0f, allowed are %.0f more"
              .formatted(now.bytes(), before.bytes(), bytes));
    }
    if (now.objects() > before.objects() + objects) {
      over.add(
          "allocation: %d objects a run instead of %d, allowed are %d more"
              .formatted(now.objects(), before.objects(), objects));
    }
    if (!(now.gradientError() <= gradientError)) {
      over.add(
          "gradients: an error of %.2g, allowed is %.2g"
              .formatted(now.gradientError(), gradientError));
    }
    if (now.nodes() > before.nodes() + nodes) {
      over.add(
          "tape: %d nodes instead of %d, allowed are %d more"
              .formatted(now.nodes(), before.nodes(), nodes));
    }
    return over;
  }
}
