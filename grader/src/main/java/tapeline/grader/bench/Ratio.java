package tapeline.grader.bench;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/// How much longer one takes than another, with an interval, of 95 % if nothing else is said.
///
/// The ratio of geometric means over forks. The interval is Welch's on the logarithms, one value a
/// fork, because samples within a fork are not independent. NaN limits with fewer than two forks.
///
/// Source: B. L. Welch, *The generalization of "Student's" problem when several different
/// population variances are involved*, Biometrika 34 (1947).
record Ratio(double value, double low, double high) {
  static Ratio of(List<Double> times, List<Double> baseline) {
    return of(times, baseline, 0.95);
  }

  /// @param level the share of such intervals that hold the true ratio
  static Ratio of(List<Double> times, List<Double> baseline, double level) {
    double unit = baseline.getFirst();
    var now = logs(times, unit);
    var before = logs(baseline, unit);
    double d = StatUtils.mean(now) - StatUtils.mean(before);
    if (times.size() < 2 || baseline.size() < 2) {
      return new Ratio(Math.exp(d), Double.NaN, Double.NaN);
    }
    double a = StatUtils.variance(now) / times.size();
    double b = StatUtils.variance(before) / baseline.size();
    if (a + b == 0) {
      return new Ratio(Math.exp(d), Math.exp(d), Math.exp(d));
    }
    double freedom =
        (a + b) * (a + b) / (a * a / (times.size() - 1) + b * b / (baseline.size() - 1));
    double t = new TDistribution(freedom).inverseCumulativeProbability((1 + level) / 2);
    double half = t * Math.sqrt(a + b);
    return new Ratio(Math.exp(d), Math.exp(d - half), Math.exp(d + half));
  }

  /// Over a unit of their own size: the logarithms of large numbers would round away in which
  /// digits they differ.
  private static double[] logs(List<Double> times, double unit) {
    return times.stream()
        .mapToDouble(
            t -> Math.abs(t - unit) < unit / 2 ? Math.log1p((t - unit) / unit) : Math.log(t / unit))
        .toArray();
  }
}
