package tapeline.laboratory.profile;

import java.util.Locale;
import org.apache.commons.math3.stat.StatUtils;
import tapeline.laboratory.suite.MedianInterval;

/// The median of times in nanoseconds, and the interval that holds the true one with 95 %, by the
/// sign test.
record Middle(double low, double value, double high) {
  /// That of one value or more.
  static Middle of(double... nanos) {
    var interval = MedianInterval.of(nanos);
    return new Middle(interval.low(), StatUtils.percentile(nanos, 50), interval.high());
  }

  /// The median in µs.
  String micros() {
    return micros(value);
  }

  /// The interval in µs.
  String interval() {
    return micros(low) + " to " + micros(high);
  }

  static String micros(double nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e3);
  }
}
