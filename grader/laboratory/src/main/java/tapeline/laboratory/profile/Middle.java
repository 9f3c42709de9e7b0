package tapeline.laboratory.profile;

import java.util.Arrays;
import java.util.Locale;

/// The median of times in nanoseconds, and the interval that holds the true one with 95 %, by the
/// sign test.
record Middle(double low, double value, double high) {
  private static final double DEVIATIONS = 1.96;

  /// That of one value or more.
  static Middle of(double... nanos) {
    var sorted = nanos.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int edge = Math.max(0, (int) Math.floor((n - DEVIATIONS * Math.sqrt(n)) / 2) - 1);
    return new Middle(
        sorted[edge], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - 1 - edge]);
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
