package tapeline.bench.stats;

/// Welch's t test (*Biometrika* 34, 1947): whether two samples of independent values have the same
/// mean, whatever their variances.
///
/// @param difference mean of B less mean of A
/// @param t the difference in units of its standard error
/// @param df degrees of freedom, seldom a whole number
/// @param p how often |t| would be as large if the means were equal
/// @param interval of the difference
public record WelchTest(double difference, double t, double df, double p, Interval interval) {

  /// Compares B with A; `level` is that of the interval.
  ///
  /// @throws IllegalArgumentException when one of them has one value, or both do not vary
  public static WelchTest of(Sample a, Sample b, double level) {
    if (a.size() < 2 || b.size() < 2 || a.variance() + b.variance() == 0) {
      throw new IllegalArgumentException(
          "Welch's test needs two values or more of each, that vary, got %d and %d, variances %s and %s"
              .formatted(a.size(), b.size(), a.variance(), b.variance()));
    }
    double difference = b.mean() - a.mean();
    double va = a.variance() / a.size();
    double vb = b.variance() / b.size();
    // BEGIN SOLUTION 19.3 "Welch's t" 10 points
    double error = Math.sqrt(va + vb);
    double t = difference / error;
    double df = (va + vb) * (va + vb) / (va * va / (a.size() - 1) + vb * vb / (b.size() - 1));
    double reach = StudentT.quantile((1 + level) / 2, df) * error;
    var interval = new Interval(difference - reach, difference + reach, level);
    return new WelchTest(difference, t, df, StudentT.twoSided(t, df), interval);
    // STUB // TODO 19.3 — 6 lines. va and vb are the squared standard errors of the two means, and
    // STUB // that of their difference is va + vb. t = difference/√(va + vb), with df = (va +
    // STUB // vb)²/(va²/(nₐ − 1) + vb²/(n_b − 1)) degrees of freedom. StudentT.twoSided is the p
    // STUB // of a t; the interval reaches a quantile of t times the error to each side. Which df
    // STUB // do two samples of equal size and variance get?
    // STUB throw new Todo("19.3", "Welch's t");
    // END SOLUTION
  }
}
