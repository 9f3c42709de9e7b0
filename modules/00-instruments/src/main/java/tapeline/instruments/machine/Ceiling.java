package tapeline.instruments.machine;

import java.util.Arrays;

/// A rate that no program on a machine exceeds: FLOP/s of its arithmetic, bytes/s of a memory.
///
/// @param name for example `512-bit` or `L2`; of a rate of all cores together, it ends in
///   [Ceilings#ALL_CORES]
/// @param perSecond the median of several measurements, or the published rate
/// @param least of them
/// @param most of them
public record Ceiling(String name, double perSecond, double least, double most) {
  public Ceiling {
    if (!(0 < least && least <= perSecond && perSecond <= most && most < Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "a ceiling needs 0 < least ≤ median ≤ most, got %s, %s and %s for %s"
              .formatted(least, perSecond, most, name));
    }
  }

  /// The median of these rates, of an even number of them the mean of the two in the middle.
  public static Ceiling of(String name, double... rates) {
    double[] sorted = Arrays.stream(rates).sorted().toArray();
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    return new Ceiling(name, median, sorted[0], sorted[n - 1]);
  }

  /// One that was published: it has no spread.
  public static Ceiling published(String name, double perSecond) {
    return new Ceiling(name, perSecond, perSecond, perSecond);
  }

  /// Returns this ceiling under another name.
  public Ceiling named(String other) {
    return new Ceiling(other, perSecond, least, most);
  }

  /// Returns whether all cores were at work.
  public boolean ofAllCores() {
    return name.endsWith(Ceilings.ALL_CORES);
  }
}
