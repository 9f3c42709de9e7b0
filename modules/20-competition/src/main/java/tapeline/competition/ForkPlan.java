package tapeline.competition;

import java.util.SplittableRandom;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.Todo;

/// How many forks show a difference, decided before the first one is run.
///
/// What a comparison can show follows from its forks' noise and their number alone, so it can be
/// played with noise that was measured already, and a difference that is made up.
public final class ForkPlan {
  /// The comparisons that are played for a power: it has a standard error of at most 0.025.
  static final int TRIALS = 400;

  private static final long SEED = 20;

  private ForkPlan() {}

  /// Returns whether log ratios show that the entry is faster: Student's interval of their mean
  /// lies below 0. It is quick to compute, and the claim's is hardly longer.
  static boolean isFaster(double... logRatios) {
    return Sample.of(logRatios).meanInterval(1 - ClaimCheck.ALPHA).high() < 0;
  }

  // BEGIN EXERCISE 20.10
  /// The power: the share of comparisons with so many forks that show a speed-up that is
  /// there.
  ///
  /// @param noise log ratios of forks, of which only the scatter counts, not where they lie
  public static double power(double[] noise, double speedUp, int forks) {
    // TODO 20.10 — 10 lines. Play TRIALS comparisons. Each fork's log ratio is a value of
    // `noise`, drawn by a SplittableRandom of SEED, minus their mean and ln(speedUp).
    // Count those for which `isFaster`. Why is the mean of the noise taken away?
    throw new Todo("20.10", "how many forks");
  }

  /// The fewest forks, as many as a manifest may have, whose power is at least `wished`.
  ///
  /// @throws IllegalArgumentException see [#notEnough]
  public static int forks(double[] noise, double speedUp, double wished) {
    // TODO — 4 lines. From ManifestCheck.FEWEST_FORKS to MOST_FORKS; `notEnough` if none
    // will do. Of half the difference, how many times the forks?
    throw new Todo("20.10", "how many forks");
  }

  // END EXERCISE 20.10
  private static IllegalArgumentException notEnough(double speedUp, double wished) {
    return new IllegalArgumentException(
        "%d forks at most, and they show a speed-up of %s in fewer than %s of the comparisons"
            .formatted(ManifestCheck.MOST_FORKS, speedUp, wished));
  }
}
