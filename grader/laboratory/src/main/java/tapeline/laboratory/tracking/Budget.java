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
/// @param share by how much each count may grow beside, 0.05 for 5 %
public record Budget(
    double time, double bytes, long objects, double gradientError, int nodes, double share) {
  /// 5 % of time, no new allocation, gradients to 1e-5, no new node, no more memory at once, no new
  /// launch.
  public static final Budget STRICT = new Budget(0.05, 0, 0, 1e-5, 0, 0);

  /// Makes 29 % of 100 a whole 29, of which a product of doubles lacks a little.
  private static final double ROUNDING = 1e-12;

  /// The budget of so many percent, of time and of each count; gradients to 1e-5.
  ///
  /// @throws IllegalArgumentException unless they are from 0 to 1000
  public static Budget percent(double percent) {
    if (!(percent >= 0 && percent <= 1000)) {
      throw new IllegalArgumentException(
          "a threshold is a percentage from 0 to 1000, got " + percent);
    }
    return new Budget(percent / 100, 0, 0, 1e-5, 0, percent / 100);
  }

  /// The figures of a version that are counted and not timed.
  ///
  /// @param bytes that a run allocates
  /// @param objects that a run makes, arrays too
  /// @param gradientError relative, against the float64 oracle
  /// @param nodes on its tapes
  /// @param peakBytes most bytes that a tape of tensors held at once; [#UNKNOWN] in baselines from
  ///   before it was counted
  /// @param launches of kernels; [#UNKNOWN] likewise
  public record Counts(
      double bytes, long objects, double gradientError, int nodes, long peakBytes, long launches) {
    static final long UNKNOWN = -1;

    /// The counts of work without tensors and kernels.
    public Counts(double bytes, long objects, double gradientError, int nodes) {
      this(bytes, objects, gradientError, nodes, 0, 0);
    }
  }

  /// Returns whether the comparison is sure that the new version, B, is slower, *and* the slowdown
  /// is larger than allowed: a large difference that may be noise is no regression, and a sure one
  /// that is tiny is none either.
  boolean isSlower(Comparison comparison) {
    double slowdown = 1 / comparison.speedUp() - 1;
    return comparison.verdict() == SpeedVerdict.SLOWER && slowdown > time;
  }

  /// Says that a comparison is slower than allowed.
  String slower(Comparison comparison) {
    return "time: " + comparison + ", allowed are %.3g %% more".formatted(100 * time);
  }

  /// The figures over the budget, each in words; empty when none is. Counts need no statistics.
  public List<String> exceeded(Comparison comparison, Counts before, Counts now) {
    var over = new ArrayList<String>();
    if (isSlower(comparison)) {
      over.add(slower(comparison));
    }
    over.addAll(exceeded(before, now));
    return over;
  }

  /// The counts over the budget, each in words.
  public List<String> exceeded(Counts before, Counts now) {
    var over = new ArrayList<String>();
    more(over, "allocation: %d bytes a run", (long) before.bytes(), (long) now.bytes(), bytes);
    more(over, "allocation: %d objects a run", before.objects(), now.objects(), (double) objects);
    if (!(now.gradientError() <= gradientError)) {
      over.add(
          "gradients: an error of %.2g, allowed is %.2g"
              .formatted(now.gradientError(), gradientError));
    }
    more(over, "tape: %d nodes", before.nodes(), now.nodes(), nodes);
    if (before.peakBytes() != Counts.UNKNOWN) {
      more(over, "memory: %d bytes at once on tapes", before.peakBytes(), now.peakBytes(), 0);
    }
    if (before.launches() != Counts.UNKNOWN) {
      more(over, "kernels: %d launches a run", before.launches(), now.launches(), 0);
    }
    return over;
  }

  private void more(List<String> over, String what, long before, long now, double allowed) {
    long most = (long) Math.floor((allowed + share * before) * (1 + ROUNDING));
    if (now > before + most) {
      over.add(
          "%s instead of %d, allowed are %d more".formatted(what.formatted(now), before, most));
    }
  }
}
