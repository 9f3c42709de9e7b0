package tapeline.tests;

import java.util.Random;

/// Random inputs that are the same in every run with the same seed.
///
/// The seed is `-Dseed=…`, or 1: a learner who runs a test twice sees the same numbers twice.
public final class Seeds {
  private static final long SEED = Long.getLong("tapeline.seed", 1);

  private Seeds() {}

  /// A generator of its own for each `purpose`, so that adding a test moves no other test's inputs.
  public static Random random(String purpose) {
    return new Random(SEED * 0x9E3779B97F4A7C15L + purpose.hashCode());
  }

  /// A uniform value in `[low, high)`.
  public static double uniform(Random random, double low, double high) {
    return low + (high - low) * random.nextDouble();
  }
}
