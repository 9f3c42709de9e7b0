package tapeline.bench.stats;

/// Student's t distribution: what the mean of few values, in units of its estimated error, follows.
public final class StudentT {
  private StudentT() {}

  /// `P(T ≤ t)`.
  ///
  /// @param df degrees of freedom, above 0; no whole number in Welch's test
  public static double cdf(double t, double df) {
    double tail = twoSided(t, df) / 2;
    return t < 0 ? tail : 1 - tail;
  }

  /// `P(|T| ≥ |t|)`: the p-value of a two-sided test.
  public static double twoSided(double t, double df) {
    requireFreedom(df);
    return Special.beta(df / (df + t * t), df / 2, 0.5);
  }

  /// The t below which a share `p` lies.
  ///
  /// @throws IllegalArgumentException unless 0 < p < 1 and df > 0
  public static double quantile(double p, double df) {
    requireFreedom(df);
    if (!(0 < p && p < 1)) {
      throw new IllegalArgumentException("a share is between 0 and 1, got " + p);
    }
    if (p < 0.5) {
      return -quantile(1 - p, df);
    }
    double tail = 2 * (1 - p);
    double high = 1;
    while (twoSided(high, df) > tail) {
      high *= 2;
    }
    return Special.root(t -> tail - twoSided(t, df), 0, high);
  }

  private static void requireFreedom(double df) {
    if (!(df > 0)) {
      throw new IllegalArgumentException("degrees of freedom are above 0, got " + df);
    }
  }
}
