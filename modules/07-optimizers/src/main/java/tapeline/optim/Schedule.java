package tapeline.optim;

import tapeline.toolkit.Todo;

/// The learning rate of each step, counted from 0.
@FunctionalInterface
public interface Schedule {
  double rate(int step);

  /// Returns a schedule with the same rate at every step.
  static Schedule constant(double rate) {
    requirePositive(rate);
    return _ -> rate;
  }

  /// `rate·factor^⌊step/every⌋`: a staircase.
  ///
  /// @throws IllegalArgumentException unless rate > 0, 0 < factor ≤ 1 and every ≥ 1
  static Schedule steps(double rate, double factor, int every) {
    requirePositive(rate);
    require(
        0 < factor && factor <= 1 && every >= 1,
        "a staircase needs 0 < factor ≤ 1 and every ≥ 1, got %s and %d".formatted(factor, every));
    return step -> rate * Math.pow(factor, Math.floorDiv(step, every));
  }

  /// Up in a straight line to `peak`, which step `warmup` has, then down half a cosine to 0 at step
  /// `total` (Loshchilov and Hutter 2017, arXiv 1608.03983), and 0 after that.
  ///
  /// ```text
  /// step < warmup:  peak·(step + 1)/(warmup + 1)
  /// else:           peak·(1 + cos(π·(step − warmup)/(total − warmup)))/2
  /// ```
  ///
  /// @throws IllegalArgumentException unless peak > 0 and 0 ≤ warmup < total
  static Schedule cosine(double peak, int warmup, int total) {
    requirePositive(peak);
    require(
        0 <= warmup && warmup < total,
        "a cosine schedule needs 0 ≤ warmup < total, got %d and %d".formatted(warmup, total));
    return step -> {
      // BEGIN EXERCISE 07.4
      // TODO 07.4 — 5 lines. The two formulas above, and 0 after step `total`. Which share
      // of the way down is done at a step, and what would the cosine do after `total`?
      throw new Todo("07.4", "warm-up and cosine");
      // END EXERCISE 07.4
    };
  }

  private static void requirePositive(double rate) {
    require(rate > 0, "a learning rate is above 0, got " + rate);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
