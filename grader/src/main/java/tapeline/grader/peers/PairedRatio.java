package tapeline.grader.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.StatUtils;

/// How much longer one takes than another, from times that were taken in pairs, with a 95 %
/// interval.
///
/// The value is the median over all pairs of all forks. The interval is that of the sign test,
/// which assumes nothing of the noise but that the pairs of a fork have one median; where forks
/// differ, as they do by what the compiler happened to do, it reaches from the lowest limit of a
/// fork to the highest. NaN limits when a fork has fewer than six pairs.
///
/// Source of the sign test's interval: W. R. Thompson, *On confidence ranges for the median and
/// other expectation distributions*, Annals of Mathematical Statistics 7 (1936).
public record PairedRatio(double value, double low, double high) {
  private static final double TAIL = 0.025;

  /// A number that has no noise; NaN for none.
  public static PairedRatio exact(double value) {
    return new PairedRatio(value, value, value);
  }

  /// @param forks the ratios of each fork's pairs
  static PairedRatio of(List<double[]> forks) {
    var all = new ArrayList<Double>();
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (var fork : forks) {
      var sorted = fork.clone();
      Arrays.sort(sorted);
      int left = outside(sorted.length);
      low = Math.min(low, left == 0 ? Double.NaN : sorted[left - 1]);
      high = Math.max(high, left == 0 ? Double.NaN : sorted[sorted.length - left]);
      for (double ratio : fork) {
        all.add(ratio);
      }
    }
    return new PairedRatio(
        StatUtils.percentile(all.stream().mapToDouble(Double::doubleValue).toArray(), 50),
        low,
        high);
  }

  /// The k for which the median lies between the k-th smallest and the k-th largest of n values
  /// with at least 95 %: the largest with `P(fewer than k of n heads) ≤ 2.5 %`. 0 when there is
  /// none.
  static int outside(int n) {
    var heads = new BinomialDistribution(null, n, 0.5);
    int k = 0;
    while (heads.cumulativeProbability(k) <= TAIL) {
      k++;
    }
    return k;
  }
}
