package tapeline.competition;

import java.util.SplittableRandom;
import tapeline.bench.stats.Sample;

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

  // BEGIN SOLUTION 20.10 "how many forks" 10 points
  /// The power: the share of comparisons with so many forks that show a speed-up that is there.
  ///
  /// @param noise log ratios of forks, of which only the scatter counts, not where they lie
  public static double power(double[] noise, double speedUp, int forks) {
    double middle = Sample.of(noise).mean();
    var random = new SplittableRandom(SEED);
    int shown = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      var drawn = new double[forks];
      for (int f = 0; f < forks; f++) {
        drawn[f] = noise[random.nextInt(noise.length)] - middle - Math.log(speedUp);
      }
      shown += isFaster(drawn) ? 1 : 0;
    }
    return (double) shown / TRIALS;
  }

  /// The fewest forks, as many as a manifest may have, whose power is at least `wished`.
  ///
  /// @throws IllegalArgumentException see [#notEnough]
  public static int forks(double[] noise, double speedUp, double wished) {
    for (int n = ManifestCheck.FEWEST_FORKS; n <= ManifestCheck.MOST_FORKS; n++) {
      if (power(noise, speedUp, n) >= wished) {
        return n;
      }
    }
    throw notEnough(speedUp, wished);
  }

  // STUB /// The power: the share of comparisons with so many forks that show a speed-up that is
  // STUB /// there.
  // STUB ///
  // STUB /// @param noise log ratios of forks, of which only the scatter counts, not where they lie
  // STUB public static double power(double[] noise, double speedUp, int forks) {
  // STUB   // TODO 20.10 — 10 lines. Play TRIALS comparisons. Each fork's log ratio is a value of
  // STUB   // `noise`, drawn by a SplittableRandom of SEED, minus their mean and ln(speedUp).
  // STUB   // Count those for which `isFaster`. Why is the mean of the noise taken away?
  // STUB   throw new Todo("20.10", "how many forks");
  // STUB }
  // STUB
  // STUB /// The fewest forks, as many as a manifest may have, whose power is at least `wished`.
  // STUB ///
  // STUB /// @throws IllegalArgumentException see [#notEnough]
  // STUB public static int forks(double[] noise, double speedUp, double wished) {
  // STUB   // TODO — 4 lines. From ManifestCheck.FEWEST_FORKS to MOST_FORKS; `notEnough` if none
  // STUB   // will do. Of half the difference, how many times the forks?
  // STUB   throw new Todo("20.10", "how many forks");
  // STUB }
  // STUB
  // END SOLUTION
  private static IllegalArgumentException notEnough(double speedUp, double wished) {
    return new IllegalArgumentException(
        "%d forks at most, and they show a speed-up of %s in fewer than %s of the comparisons"
            .formatted(ManifestCheck.MOST_FORKS, speedUp, wished));
  }
}
