package tapeline.bench;

import java.util.Locale;
import tapeline.bench.stats.Interval;

/// How many times as fast one result is as another, the baseline.
///
/// @param factor the baseline's time over this one's: above 1 where this one is faster
/// @param interval of the factor
public record SpeedUp(double factor, Interval interval) {

  /// `faster`, `slower`, or `not known` where the interval holds 1.
  public String verdict() {
    return interval.contains(1) ? "not known" : factor > 1 ? "faster" : "slower";
  }

  /// For example `1.80× [1.74, 1.86]`.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%.3g× [%.3g, %.3g]", factor, interval.low(), interval.high());
  }
}
