package tapeline.bench.stats;

/// How large a difference is, apart from how sure it is.
public final class EffectSize {
  private EffectSize() {}

  /// Cohen's d: the difference of the means in units of the pooled standard deviation.
  public static double cohen(Sample a, Sample b) {
    double pooled =
        ((a.size() - 1) * a.variance() + (b.size() - 1) * b.variance()) / (a.size() + b.size() - 2);
    return (b.mean() - a.mean()) / Math.sqrt(pooled);
  }

  /// Hedges' g: Cohen's d, freed of its bias in small samples by `Γ(m/2)/(√(m/2)·Γ((m − 1)/2))`
  /// with `m = nₐ + n_b − 2`.
  public static double hedges(Sample a, Sample b) {
    return cohen(a, b) * bias(a.size() + b.size() - 2);
  }

  static double bias(int m) {
    double logs = Special.logGamma(m / 2.0) - Special.logGamma((m - 1) / 2.0);
    return Math.exp(logs) / Math.sqrt(m / 2.0);
  }

  /// Cliff's δ: the share of pairs in which B's value is the larger one less the share in which A's
  /// is; from −1 to 1.
  public static double cliff(Sample a, Sample b) {
    return 2 * MannWhitney.of(a, b).u() / ((double) a.size() * b.size()) - 1;
  }
}
