package tapeline.bench.stats;

/// How many values a two-sided t test of two equally large samples needs.
///
/// If the means differ by d standard deviations, t follows the noncentral distribution with `δ =
/// d·√(n/2)`: of a normal number with mean δ, divided by an independent estimate of 1.
public final class Power {
  private static final int STEPS = 4_000;

  private Power() {}

  /// How often the test finds an effect of `d` standard deviations with n values on each side.
  public static double of(double n, double d, double alpha) {
    double df = 2 * n - 2;
    double t = StudentT.quantile(1 - alpha / 2, df);
    double delta = d * Math.sqrt(n / 2);
    return 1 - noncentral(t, df, delta) + noncentral(-t, df, delta);
  }

  /// The least n, as a real number, with at least this power.
  ///
  /// @throws IllegalArgumentException unless d ≠ 0 and alpha < power < 1
  public static double sampleSize(double power, double d, double alpha) {
    if (!(d != 0 && 0 < alpha && alpha < power && power < 1)) {
      throw new IllegalArgumentException(
          "a sample size needs d ≠ 0 and 0 < alpha < power < 1, got d = %s, alpha = %s, power = %s"
              .formatted(d, alpha, power));
    }
    double high = 2;
    while (of(high, d, alpha) < power) {
      high *= 2;
    }
    return Special.root(n -> of(n, d, alpha) - power, 2, high);
  }

  /// `P(T ≤ t)`: over the estimates s of 1, `∫ Φ(t·s − δ)·f(s) ds`, by Simpson's rule. s² has the
  /// χ² distribution divided by its degrees of freedom.
  private static double noncentral(double t, double df, double delta) {
    double spread = 1 / Math.sqrt(2 * df);
    double low = Math.max(0, 1 - 12 * spread);
    double high = 1 + 12 * spread;
    double step = (high - low) / STEPS;
    double front = df / 2 * Math.log(df / 2) - Special.logGamma(df / 2);
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
      double s = low + i * step;
      double density = s == 0 ? 0 : 2 * Math.exp(front + (df - 1) * Math.log(s) - df * s * s / 2);
      int weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * density * Normal.cdf(t * s - delta);
    }
    return sum * step / 3;
  }
}
