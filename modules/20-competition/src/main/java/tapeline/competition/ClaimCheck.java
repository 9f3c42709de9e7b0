package tapeline.competition;

import java.util.List;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.Todo;

/// A claim, and what the raw samples come to.
public final class ClaimCheck {
  /// The significance level of a claim. Where the number of forks was decided beforehand, the
  /// claim's interval holds the truth with 95 %. A claim does not know of earlier looks, at which a
  /// plan might have ended.
  public static final double ALPHA = 0.05;

  /// The relative difference that rounding may make between a claim and the value computed here.
  public static final double ROUNDING = 1e-6;

  private ClaimCheck() {}

  // BEGIN EXERCISE 20.2
  /// Returns the claim of the samples, by module 19's comparison: a fork is one value.
  public static Manifest.Claim recomputed(List<Manifest.Times> samples) {
    // TODO 20.2 — 4 lines. Make a `fork` of each sample, and a Comparison of the baseline
    // and the entry at ALPHA: it has the speed-up and its interval. Why not one mean over
    // all?
    throw new Todo("20.2", "the claim, computed again");
  }

  /// Returns whether a claim is that one, to rounding, in all its numbers.
  public static boolean agrees(Manifest.Claim claim, Manifest.Claim recomputed) {
    // TODO — 3 lines. `isClose` for each number. What is the answer where the claim is NaN?
    throw new Todo("20.2", "the claim, computed again");
  }

  // END EXERCISE 20.2

  /// Returns what is wrong with a claim beside its samples: nothing, or that it is not theirs.
  public static List<String> problems(Manifest.Claim claim, List<Manifest.Times> samples) {
    var recomputed = recomputed(samples);
    return agrees(claim, recomputed)
        ? List.of()
        : List.of("a claim is what the samples come to, %s, got %s".formatted(recomputed, claim));
  }

  /// One fork, of which only the times are known.
  static Fork fork(Manifest.Times times) {
    return new Fork(sample(times.baseline()), sample(times.entry()), 1, 0, 0, false);
  }

  /// Returns whether a number is another to rounding; NaN is close to nothing.
  static boolean isClose(double number, double other) {
    return Math.abs(number - other) <= ROUNDING * Math.abs(other);
  }

  private static Sample sample(List<Double> nanos) {
    return Sample.of(nanos.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
