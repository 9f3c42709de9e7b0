package tapeline.bench.stats;

/// The standard normal distribution.
public final class Normal {
  /// Beyond it the tail's continued fraction is used, below it a series of positive terms.
  private static final double TAIL = 2.5;

  private static final int DEPTH = 200;

  private Normal() {}

  public static double density(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /// `P(Z ≤ z)`.
  public static double cdf(double z) {
    if (z > TAIL) {
      return 1 - tail(z);
    }
    if (z < -TAIL) {
      return tail(-z);
    }
    // ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …), Marsaglia, Journal of Statistical Software 11, 2004
    double term = z;
    double sum = z;
    for (int k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
      term *= z * z / k;
      sum += term;
    }
    return 0.5 + density(z) * sum;
  }

  /// `P(Z > z)` for z above 2.5: `φ(z)/(z + 1/(z + 2/(z + 3/(z + …))))`.
  private static double tail(double z) {
    double fraction = z;
    for (int k = DEPTH; k > 0; k--) {
      fraction = z + k / fraction;
    }
    return density(z) / fraction;
  }

  /// The z below which a share `p` lies.
  ///
  /// @throws IllegalArgumentException unless 0 < p < 1
  public static double quantile(double p) {
    if (!(0 < p && p < 1)) {
      throw new IllegalArgumentException("a share is between 0 and 1, got " + p);
    }
    return p > 0.5 ? -quantile(1 - p) : Special.root(z -> cdf(z) - p, -40, 0);
  }
}
