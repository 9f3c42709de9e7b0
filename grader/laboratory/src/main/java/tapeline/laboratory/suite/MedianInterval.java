package tapeline.laboratory.suite;

import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;
import tapeline.bench.stats.Interval;

/// The interval for a median by the sign test: from the k-th least to the k-th largest of n
/// numbers. It misses when fewer than k lie on one side of the true median, as fewer than k of n
/// coins show heads. k is as large as 95 % allow; of fewer than six numbers it is 1, and the level
/// lower.
public final class MedianInterval {
  private static final double LEAST_LEVEL = 0.95;

  private MedianInterval() {}

  /// The interval for these numbers, some of which may be infinite.
  public static Interval of(double... numbers) {
    double[] x = numbers.clone();
    Arrays.sort(x);
    int k = 1;
    while (2 * (k + 1) <= x.length && level(k + 1, x.length) >= LEAST_LEVEL) {
      k++;
    }
    return new Interval(x[k - 1], x[x.length - k], level(k, x.length));
  }

  /// `1 − 2·P(fewer than k of n coins show heads)`, at least a whisker above 0.
  private static double level(int k, int n) {
    double fewer = new BinomialDistribution(null, n, 0.5).cumulativeProbability(k - 1);
    return Math.max(Double.MIN_NORMAL, 1 - 2 * fewer);
  }
}
