package tapeline.bench.stats;

import tapeline.toolkit.Todo;

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
    // BEGIN EXERCISE 19.3
    // TODO 19.3 — 6 lines. va and vb are the squared standard errors of the two means, and
    // that of their difference is va + vb. t = difference/√(va + vb), with df = (va +
    // vb)²/(va²/(nₐ − 1) + vb²/(n_b − 1)) degrees of freedom. StudentT.twoSided is the p
    // of a t; the interval reaches a quantile of t times the error to each side. Which df
    // do two samples of equal size and variance get?
    throw new Todo("19.3", "Welch's t");
    // END EXERCISE 19.3
  }
}
