package tapeline.optim;

/// The learning rate at each step, counted from 0.
@FunctionalInterface
public interface Schedule {
  float rate(int step);

  /// The same rate always.
  static Schedule constant(float rate) {
    require(rate > 0, "a learning rate is above 0, got " + rate);
    return _ -> rate;
  }

  /// `rate·factor^⌊step/every⌋`.
  static Schedule steps(float rate, float factor, int every) {
    require(every >= 1, "a rate changes every 1 or more steps, got " + every);
    return step -> rate * (float) Math.pow(factor, step / every);
  }

  /// Up in a straight line for `warmup` steps to `peak`, which step `warmup` has, then down half a
  /// cosine to 0 at step `total` (Loshchilov and Hutter 2017, arXiv 1608.03983); 0 after that.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ warmup < total
  static Schedule cosine(float peak, int warmup, int total) {
    require(
        0 <= warmup && warmup < total,
        "a cosine schedule needs 0 ≤ warmup < total, got %d and %d".formatted(warmup, total));
    return step -> {
      // BEGIN SOLUTION 07.4 "warm-up and cosine" 10 points
      if (step < warmup) {
        return peak * (step + 1) / (warmup + 1);
      }
      double done = Math.min(1, (double) (step - warmup) / (total - warmup));
      return (float) (peak * 0.5 * (1 + Math.cos(Math.PI * done)));
      // STUB // TODO 07.4 — 5 lines. Before step `warmup` the line through peak at step `warmup` that
      // STUB // would be 0 one step before the first: (step + 1)/(warmup + 1). After it, which share
      // STUB // of the way down is done, and what makes of it 1 at its beginning and 0 at its end?
      // STUB throw new Todo("07.4", "cosine");
      // END SOLUTION
    };
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
