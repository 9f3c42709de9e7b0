package tapeline.profile;

import tapeline.toolkit.Todo;

/// The gain of a whole when one part of it becomes faster (Amdahl 1967, AFIPS 30, p. 483), and what
/// it gains when that part is given more work instead (Gustafson 1988, CACM 31, p. 532).
///
/// @param time of the whole then, in the unit of the times that it follows from
/// @param speedup the time before divided by that
/// @param limit the speedup that no factor exceeds; ∞ where there is no other part
/// @param scaled how much more work is done in the time before, when the part does as many times
///   more as it is faster
public record Amdahl(double time, double speedup, double limit, double scaled) {

  /// The prediction for a whole that takes `total`, of which `part` becomes `factor` times as fast.
  ///
  /// It holds where parts do not overlap, and where no other part becomes slower.
  ///
  /// @param factor above 0: below 1 the part becomes slower
  /// @throws IllegalArgumentException unless 0 ≤ part ≤ total, 0 < total and 0 < factor
  public static Amdahl of(double total, double part, double factor) {
    if (!(0 <= part && part <= total && 0 < total && 0 < factor)) {
      throw new IllegalArgumentException(
          "a part takes 0 to all of a total above 0, and becomes faster by a factor above 0, got"
              + " %s of %s, and %s".formatted(part, total, factor));
    }
    // BEGIN EXERCISE 11.9
    // TODO 11.9 — 3 lines. Only the part changes. How long does the whole take then, and
    // what is left of that when the factor is ∞? For `scaled` the time stays: how much of
    // the part's work fits into its time, when it is `factor` times as fast?
    throw new Todo("11.9", "Amdahl");
    // END EXERCISE 11.9
  }
}
