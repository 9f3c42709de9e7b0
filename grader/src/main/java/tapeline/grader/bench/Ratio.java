package tapeline.grader.bench;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/// How much longer one takes than another, with a 95 % interval.
///
/// The ratio of geometric means over forks. The interval is Welch's on the logarithms, one value a
/// fork, because samples within a fork are not independent. NaN limits with fewer than two forks.
///
/// Source: B. L. Welch, *The generalization of "Student's" problem when several different
/// population variances are involved*, Biometrika 34 (1947).
record Ratio(double value, double low, double high) {
  private static final double TAIL = 0.975;

  static Ratio of(List<Double> times, List<Double> baseline) {
    double d = mean(times) - mean(baseline);
    if (times.size() < 2 || baseline.size() < 2) {
      return new Ratio(Math.exp(d), Double.NaN, Double.NaN);
    }
    double a = variance(times) / times.size();
    double b = variance(baseline) / baseline.size();
    if (a + b == 0) {
      return new Ratio(Math.exp(d), Math.exp(d), Math.exp(d));
    }
    double freedom =
        (a + b) * (a + b) / (a * a / (times.size() - 1) + b * b / (baseline.size() - 1));
    double half = new TDistribution(freedom).inverseCumulativeProbability(TAIL) * Math.sqrt(a + b);
    return new Ratio(Math.exp(d), Math.exp(d - half), Math.exp(d + half));
  }

  private static double mean(List<Double> times) {
    return times.stream().mapToDouble(Math::log).average().orElseThrow();
  }

  private static double variance(List<Double> times) {
    double mean = mean(times);
    return times.stream().mapToDouble(t -> Math.pow(Math.log(t) - mean, 2)).sum()
        / (times.size() - 1);
  }
}
