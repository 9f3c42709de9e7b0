package tapeline.bench.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/// The sign-flip test: whether paired differences lie around 0, by what they would be if in each
/// pair the roles had been exchanged.
///
/// If A and B are the same, and which was which was drawn, then each difference `dᵢ` might as well
/// have been `−dᵢ`: all 2ⁿ tables of signs were equally likely, whatever the numbers are, however
/// they drift, and whatever their tails. The statistic `T = |Σ clip(dᵢ/s, −1, 1)|`, with s the
/// median of |dᵢ|, lets no single pair decide (Huber's score); and s is the same for all signs, so
/// the test is exact.
public final class SignFlip {
  /// Up to so many pairs all tables are counted.
  private static final int EXACT = 20;

  private static final int DRAWN = 1 << 16;
  private static final double ROUNDING = 1e-9;

  private SignFlip() {}

  /// The share of sign tables with a T as large as the differences': the two-sided p-value. At
  /// least 2/2ⁿ. Above 20 pairs tables are drawn, always the same, and p has a standard error of at
  /// most 0.002.
  ///
  /// @throws IllegalArgumentException when there are none, or one is not finite
  public static double p(double... differences) {
    double[] x = clipped(differences);
    double observed = Math.abs(Sums.of(x));
    return share(x, sum -> Math.abs(sum) >= observed - ROUNDING ? 1 : 0);
  }

  /// `Σ clip(dᵢ/s, −1, 1)`, of which T is the size: below 0 where the differences lie below 0.
  public static double sum(double... differences) {
    return Sums.of(clipped(differences));
  }

  /// The share of sign tables whose sum is as low: the p-value for "they lie below 0".
  public static double below(double... differences) {
    double[] x = clipped(differences);
    double observed = Sums.of(x);
    return share(x, sum -> sum <= observed + ROUNDING ? 1 : 0);
  }

  /// `dᵢ` in units of the median of |dᵢ|, at most 1.
  private static double[] clipped(double... differences) {
    double[] sizes = Sample.of(differences).values();
    Arrays.setAll(sizes, i -> Math.abs(sizes[i]));
    double s = Sample.of(sizes).median();
    return Arrays.stream(differences)
        .map(d -> s == 0 ? Math.signum(d) : Math.clamp(d / s, -1, 1))
        .toArray();
  }

  /// The mean of `counts` over the sums of all sign tables of x, or over drawn ones.
  private static double share(double[] x, DoubleUnaryOperator counts) {
    return x.length <= EXACT ? ofAll(x, counts) : ofDrawn(x, counts);
  }

  private static double ofAll(double[] x, DoubleUnaryOperator counts) {
    // BEGIN SOLUTION 19.3 "all sign tables" 10 points, core
    double counted = 0;
    for (int table = 0; table < 1 << x.length; table++) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += (table >> i & 1) == 0 ? x[i] : -x[i];
      }
      counted += counts.applyAsDouble(sum);
    }
    return counted / (1 << x.length);
    // STUB // TODO 19.3 — 9 lines. There are 2ⁿ ways to give n numbers a sign: bit i of a number
    // STUB // from 0 to 2ⁿ − 1 can say which sign x[i] gets. Add up counts.applyAsDouble(sum) for
    // STUB // the sum of each way, and divide. What is the least p that 5 pairs can have?
    // STUB throw new Todo("19.3", "all sign tables");
    // END SOLUTION
  }

  private static double ofDrawn(double[] x, DoubleUnaryOperator counts) {
    var random = new SplittableRandom(x.length);
    double count = counts.applyAsDouble(Sums.of(x)); // the table that was seen is one of them
    for (int k = 0; k < DRAWN; k++) {
      double sum = 0;
      for (double v : x) {
        sum += random.nextBoolean() ? v : -v;
      }
      count += counts.applyAsDouble(sum);
    }
    return count / (DRAWN + 1);
  }

  /// The values θ that the test does not reject: those for which `p(d − θ) > 1 − level`. From −∞ to
  /// ∞ when there are too few pairs to reject any.
  public static Interval interval(double level, double... differences) {
    Interval.requireLevel(level);
    double alpha = 1 - level;
    double middle = Sample.of(differences).median();
    return new Interval(
        edge(middle, -1, alpha, differences), edge(middle, 1, alpha, differences), level);
  }

  /// The largest θ that the one-sided test does not reject: with this confidence the differences
  /// lie below it.
  public static double upperBound(double level, double... differences) {
    Interval.requireLevel(level);
    double alpha = 1 - level;
    var sample = Sample.of(differences);
    double reach = reach(sample);
    if (below(less(sample.max() + reach, differences)) > alpha) {
      return Double.POSITIVE_INFINITY;
    }
    return root(
        theta -> alpha - below(less(theta, differences)),
        sample.min() - reach,
        sample.max() + reach);
  }

  private static double edge(double middle, int side, double alpha, double... differences) {
    var sample = Sample.of(differences);
    double reach = sample.max() - sample.min() + reach(sample);
    if (p(less(middle + side * reach, differences)) > alpha) {
      return side * Double.POSITIVE_INFINITY;
    }
    return middle + side * root(x -> alpha - p(less(middle + side * x, differences)), 0, reach);
  }

  private static double reach(Sample sample) {
    double ulp = Math.ulp(Math.max(Math.abs(sample.min()), Math.abs(sample.max())));
    return Math.max(Math.max(1e-12, 4 * ulp), sample.max() - sample.min());
  }

  private static double[] less(double theta, double... differences) {
    return Arrays.stream(differences).map(d -> d - theta).toArray();
  }

  /// Returns where an increasing function is 0, between `low`, where it is not above, and `high`,
  /// where it is not below: halved until no double lies between. It may have steps, as shares have.
  private static double root(DoubleUnaryOperator f, double low, double high) {
    double a = low;
    double b = high;
    while (true) {
      double middle = a + (b - a) / 2;
      if (!(a < middle && middle < b)) {
        return middle;
      }
      if (f.applyAsDouble(middle) < 0) {
        a = middle;
      } else {
        b = middle;
      }
    }
  }
}
