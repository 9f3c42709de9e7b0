package tapeline.laboratory.load;

import org.apache.commons.math3.distribution.BinomialDistribution;

/// How queries come: the four scenarios of MLPerf Inference (Reddi et al., ISCA 2020). What makes a
/// run count is in LoadGen's `mlperf.conf`, here as in version 5.1.
public enum Scenario {
  /// One query at a time, the next when the one before is answered: a phone. What counts is the 90
  /// % quantile of the latency.
  SINGLE_STREAM(0.90),
  /// Several samples in each query, the next when the one before is answered: a car with its
  /// cameras. The 99 % quantile.
  MULTI_STREAM(0.99),
  /// Queries at random times, at a given rate on average: a web service. The 99 % quantile has to
  /// stay below a bound, and what counts is the rate.
  SERVER(0.99),
  /// All samples at once: a batch job. What counts is samples a second.
  OFFLINE(0.99);

  private static final double CONFIDENCE = 0.99;

  private final double quantile;

  Scenario(double quantile) {
    this.quantile = quantile;
  }

  /// The quantile of the latency that counts.
  public double quantile() {
    return quantile;
  }

  /// The least number of queries from which one can be sure, with 99 % confidence, that this
  /// quantile is below a bound that all queries but one met. LoadGen asks for so many before it
  /// estimates.
  public int leastQueries() {
    return leastQueries(1);
  }

  /// Returns the least number of queries from which the quantile is surely below a bound that
  /// `misses` queries missed.
  public int leastQueries(int misses) {
    int high = misses + 1;
    while (mostMisses(high) < misses) {
      high = Math.multiplyExact(2, high);
    }
    int low = high / 2; // too few, or as few as can be
    while (low + 1 < high) {
      int middle = (low + high) / 2;
      if (mostMisses(middle) < misses) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /// How many of so many queries may miss a bound, and one is still sure: so few or fewer have at
  /// most 1 % where a share `1 − quantile` misses it. −1 where even none says nothing yet.
  public int mostMisses(int queries) {
    var late = new BinomialDistribution(null, queries, 1 - quantile);
    int quantile = late.inverseCumulativeProbability(1 - CONFIDENCE); // the least with more
    return late.cumulativeProbability(quantile) <= 1 - CONFIDENCE ? quantile : quantile - 1;
  }
}
