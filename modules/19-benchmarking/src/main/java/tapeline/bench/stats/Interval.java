package tapeline.bench.stats;

import java.util.Locale;

/// From where to where a number lies, as far as the data say.
///
/// @param level the share of such intervals that hold the true value, for example 0.95
public record Interval(double low, double high, double level) {
  /// @throws IllegalArgumentException unless low ≤ high and 0 < level < 1
  public Interval {
    requireLevel(level);
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "an interval goes from low to high, got %s to %s".formatted(low, high));
    }
  }

  /// An exact number: at whatever level, it lies where it is.
  public static Interval exactly(double x) {
    return new Interval(x, x, 0.95);
  }

  static void requireLevel(double level) {
    if (!(0 < level && level < 1)) {
      throw new IllegalArgumentException("a level is between 0 and 1, got " + level);
    }
  }

  public boolean contains(double x) {
    return low <= x && x <= high;
  }

  public double middle() {
    return low + halfWidth();
  }

  public double halfWidth() {
    return (high - low) / 2;
  }

  /// Returns the interval of e to the power of the number: of a difference of logarithms, the
  /// ratio.
  public Interval exp() {
    return new Interval(Math.exp(low), Math.exp(high), level);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.0f %% [%.4g, %.4g]", 100 * level, low, high);
  }
}
