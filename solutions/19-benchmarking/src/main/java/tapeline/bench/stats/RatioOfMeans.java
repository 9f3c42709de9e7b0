package tapeline.bench.stats;

/// The ratio of two means with Fieller's interval (*Journal of the Royal Statistical Society B* 16,
/// 1954), for independent samples.
public final class RatioOfMeans {
  private RatioOfMeans() {}

  /// The interval of mean(B)/mean(A): the ratios r for which `mean(B) − r·mean(A)` does not differ
  /// from 0.
  ///
  /// @throws IllegalArgumentException when A's mean does not differ from 0: then any ratio would do
  public static Interval interval(Sample a, Sample b, double level) {
    double va = a.variance() / a.size();
    double vb = b.variance() / b.size();
    if (a.mean() == 0) {
      throw indistinct(a);
    }
    double ratio = b.mean() / a.mean();
    if (va + vb == 0) {
      return new Interval(ratio, ratio, level);
    }
    // Satterthwaite's degrees of freedom of mean(B) − ratio·mean(A)
    double scaled = ratio * ratio * va;
    double df =
        (vb + scaled)
            * (vb + scaled)
            / (vb * vb / (b.size() - 1) + scaled * scaled / (a.size() - 1));
    double t = StudentT.quantile((1 + level) / 2, df);
    double g = t * t * va / (a.mean() * a.mean());
    if (!(g < 1)) {
      throw indistinct(a);
    }
    double reach = t / a.mean() * Math.sqrt(vb * (1 - g) + scaled);
    double low = (ratio - reach) / (1 - g);
    double high = (ratio + reach) / (1 - g);
    return new Interval(Math.min(low, high), Math.max(low, high), level);
  }

  private static IllegalArgumentException indistinct(Sample a) {
    return new IllegalArgumentException(
        "a ratio needs a divisor that differs from 0, got a mean of %s ± %s"
            .formatted(a.mean(), a.standardError()));
  }
}
