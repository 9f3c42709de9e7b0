package tapeline.bench.stats;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;

/// Numbers that were measured, in the order in which they came, and what describes them.
///
/// The order matters: what drifts, warms up or repeats shows only there.
public final class Sample {
  private final double[] values;
  private final double[] sorted;
  private final double unit;
  private final double mean;
  private final double variance;

  private Sample(double[] values) {
    this.values = values;
    this.sorted = values.clone();
    Arrays.sort(sorted);
    this.unit = unit(Math.max(-sorted[0], sorted[sorted.length - 1]));
    var inUnits = Arrays.stream(values).map(x -> x / unit).toArray();
    double middle = Sums.of(inUnits) / values.length;
    this.mean = unit * middle;
    this.variance = variance(inUnits, middle);
  }

  /// 1; or where squares would be no doubles a power of two near the largest size: dividing by it
  /// rounds nothing.
  private static double unit(double largest) {
    boolean ordinary = largest == 0 || (1e-100 < largest && largest < 1e100);
    return ordinary ? 1 : Math.scalb(1.0, Math.clamp(Math.getExponent(largest), -1000, 1000));
  }

  /// These values, copied.
  ///
  /// @throws IllegalArgumentException when there are none, or one is not finite
  public static Sample of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a sample has at least one value, got none");
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "a sample's values are finite, got %s at %d".formatted(values[i], i));
      }
    }
    return new Sample(values.clone());
  }

  /// The unbiased variance `Σ (xᵢ − x̄)² / (n − 1)`; NaN for one value.
  ///
  /// The mean was rounded, so that the deviations do not add up to 0: their sum corrects it (Chan,
  /// Golub and LeVeque, *The American Statistician* 37, 1983). The formula `Σx² − n·x̄²` would
  /// subtract two large numbers, and can come out negative.
  private static double variance(double[] xs, double mean) {
    // BEGIN SOLUTION 19.1 "the variance" 5 points, core
    var squares = new Sums();
    var deviations = new Sums();
    for (double x : xs) {
      squares.add((x - mean) * (x - mean));
      deviations.add(x - mean);
    }
    double correction = deviations.value() * deviations.value() / xs.length;
    return (squares.value() - correction) / (xs.length - 1);
    // STUB // TODO 19.1 — 8 lines. Two sums over the deviations x − mean: of their squares, and of
    // STUB // themselves, which would be 0 if the mean were exact. (squares − deviations²/n)/(n −
    // STUB // 1). `Sums` adds without losing digits. Why n − 1, and why not Σx² − n·mean²?
    // STUB throw new Todo("19.1", "the variance");
    // END SOLUTION
  }

  public int size() {
    return values.length;
  }

  /// A copy, in the order of measurement.
  public double[] values() {
    return values.clone();
  }

  /// The natural logarithms of the values, in the order of measurement: between these, a ratio is a
  /// difference.
  ///
  /// @throws IllegalArgumentException when a value is not above 0
  public Sample logs() {
    return logs(1);
  }

  /// The natural logarithms of the values over a unit. One of the values' own size keeps the digits
  /// in which values differ that are nearly equal: ln 10⁹ is 20.7, and a change of 10⁻¹² would be
  /// rounded to a multiple of 4·10⁻¹⁵.
  public Sample logs(double unit) {
    return of(Arrays.stream(values).map(x -> log(x, unit)).toArray());
  }

  private static double log(double x, double unit) {
    if (!(x > 0)) {
      throw new IllegalArgumentException("a logarithm is of a value above 0, got " + x);
    }
    boolean near = Math.abs(x - unit) < unit / 2; // the difference rounds nothing
    return near ? Math.log1p((x - unit) / unit) : Math.log(x / unit);
  }

  public double mean() {
    return mean;
  }

  /// The unbiased variance; NaN for one value.
  public double variance() {
    return unit * unit * variance;
  }

  public double sd() {
    return unit * Math.sqrt(variance);
  }

  /// The standard deviation of the mean of independent values, `sd/√n`. Values of one process are
  /// seldom independent.
  public double standardError() {
    return sd() / Math.sqrt(values.length);
  }

  /// The coefficient of variation, `sd/mean`.
  public double cv() {
    return sd() / mean;
  }

  public double min() {
    return sorted[0];
  }

  public double max() {
    return sorted[sorted.length - 1];
  }

  public double median() {
    return quantile(0.5);
  }

  /// The interquartile range.
  public double iqr() {
    return quantile(0.75) - quantile(0.25);
  }

  /// The quantile at `p`, interpolated between the order statistics around `(n − 1)·p`: type 7 of
  /// Hyndman and Fan (*The American Statistician* 50, 1996), as in R and NumPy.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ p ≤ 1
  public double quantile(double p) {
    if (!(0 <= p && p <= 1)) {
      throw new IllegalArgumentException("a quantile is asked for at 0 to 1, got " + p);
    }
    double place = (sorted.length - 1) * p;
    int below = (int) place;
    double share = place - below;
    return share == 0 ? sorted[below] : sorted[below] + share * (sorted[below + 1] - sorted[below]);
  }

  /// The interval for the mean of independent values with a bell-shaped distribution: `x̄ ± t(n −
  /// 1)·sd/√n`.
  ///
  /// @throws IllegalArgumentException when there is one value, or unless 0 < level < 1
  public Interval meanInterval(double level) {
    if (values.length < 2) {
      throw new IllegalArgumentException("an interval needs two values or more, got one");
    }
    Interval.requireLevel(level);
    // BEGIN SOLUTION 19.2 "the t interval" 5 points, core
    var t = new TDistribution(values.length - 1);
    double reach = t.inverseCumulativeProbability((1 + level) / 2) * standardError();
    return new Interval(mean - reach, mean + reach, level);
    // STUB // TODO 19.2 — 3 lines. new TDistribution(degrees of freedom) is Student's t, and its
    // STUB // inverseCumulativeProbability(p) the t below which a share p lies. Which p leaves
    // STUB // (1 − level)/2 on each side? With 1.96 instead of t, how often would an interval from
    // STUB // 5 values miss?
    // STUB throw new Todo("19.2", "the t interval");
    // END SOLUTION
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%d values, mean %.4g ± %.2g, median %.4g", size(), mean, sd(), median());
  }
}
