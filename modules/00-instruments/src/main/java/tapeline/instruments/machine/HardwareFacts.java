package tapeline.instruments.machine;

import java.util.EnumMap;
import java.util.Map;
import tapeline.toolkit.TextTable;

/// Some of seven qualities of a machine, as a source states or a measurement found them. A quality
/// that the source does not state is *not stated*, and never guessed.
///
/// @param machine its name
/// @param source the page, or how it was measured
/// @param precision of the throughput and of the power efficiency, for example `FP16 tensor`
/// @param values by quality, each above 0
public record HardwareFacts(
    String machine, String source, String precision, Map<Quality, Double> values) {
  /// A respect in which machines are compared.
  public enum Quality {
    THROUGHPUT("throughput", "TFLOP/s", 1e12, true),
    BANDWIDTH("bandwidth", "GB/s", 1e9, true),
    LATENCY("latency", "ns a load", 1e-9, false),
    ACCURACY("accuracy", "%", 0.01, true),
    EFFICIENCY("power efficiency", "GFLOP/s a watt", 1e9, true),
    MEMORY("memory", "GB", 1e9, true),
    COST("cost", "an hour", 1, false);

    private final String words;
    private final String unit;
    private final double one;
    private final boolean moreIsBetter;

    Quality(String words, String unit, double one, boolean moreIsBetter) {
      this.words = words;
      this.unit = unit;
      this.one = one;
      this.moreIsBetter = moreIsBetter;
    }

    /// Returns the quality as it is shown, for example `power efficiency`.
    @Override
    public String toString() {
      return words;
    }

    /// Returns whether the quality is a rate of arithmetic, which depends on the precision.
    private boolean isOfPrecision() {
      return this == THROUGHPUT || this == EFFICIENCY;
    }

    /// Returns whether a larger value is the better one.
    boolean moreIsBetter() {
      return moreIsBetter;
    }
  }

  /// Keeps its own copy.
  public HardwareFacts {
    values = Map.copyOf(values);
  }

  /// Returns a machine of which nothing is stated.
  public static HardwareFacts of(String machine, String source) {
    return new HardwareFacts(machine, source, "", Map.of());
  }

  /// Returns these facts, and the precision of their rates of arithmetic.
  public HardwareFacts in(String precision) {
    return new HardwareFacts(machine, source, precision, values);
  }

  /// Returns these facts and one more, in FLOP/s, bytes/s, seconds, a share, FLOP/s a watt, bytes
  /// or the price of an hour; 0 stands for *not stated*.
  ///
  /// @throws IllegalArgumentException when the value is negative or not finite
  public HardwareFacts with(Quality quality, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%s is 0 or more, and 0 where it is not stated, got %s of %s"
              .formatted(quality, value, machine));
    }
    var more = new EnumMap<Quality, Double>(Quality.class);
    more.putAll(values);
    if (value > 0) {
      more.put(quality, value);
    }
    return new HardwareFacts(machine, source, precision, more);
  }

  /// Returns a value with its unit and its precision, for example `312 TFLOP/s, FP16 tensor`, or
  /// `not stated`.
  String words(Quality quality) {
    var value = values.get(quality);
    if (value == null) {
      return "not stated";
    }
    var words = TextTable.number(value / quality.one, 3) + " " + quality.unit;
    return quality.isOfPrecision() && !precision.isEmpty() ? words + ", " + precision : words;
  }
}
