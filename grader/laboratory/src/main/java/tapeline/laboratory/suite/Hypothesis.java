package tapeline.laboratory.suite;

import java.util.Locale;
import tapeline.bench.stats.Interval;
import tapeline.toolkit.TextTable;

/// What somebody expects of a measurement, said before it, and what came of it.
///
/// @param claim in words
/// @param prediction what would have to be measured
/// @param measured what was
public record Hypothesis(String claim, String prediction, String measured, Outcome outcome) {

  /// Whether a prediction came true.
  public enum Outcome {
    HELD,
    DID_NOT_HOLD,
    /// The measurement is too coarse to tell: that is a result, too.
    UNDECIDED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// A prediction of a count: it is met exactly, or not at all.
  ///
  /// @param unit for example `nodes`
  public static Hypothesis count(String claim, long predicted, long counted, String unit) {
    return new Hypothesis(
        claim,
        predicted + " " + unit,
        counted + " " + unit,
        predicted == counted ? Outcome.HELD : Outcome.DID_NOT_HOLD);
  }

  /// A prediction that a number is from `low` to `high`, of which an interval is known. It held
  /// when all of the interval is inside, did not when all of it is outside, and else it is
  /// undecided.
  public static Hypothesis between(String claim, double low, double high, Interval measured) {
    boolean inside = low <= measured.low() && measured.high() <= high;
    boolean outside = measured.high() < low || high < measured.low();
    return new Hypothesis(
        claim,
        "%s to %s".formatted(TextTable.number(low, 3), TextTable.number(high, 3)),
        shown(measured),
        inside ? Outcome.HELD : outside ? Outcome.DID_NOT_HOLD : Outcome.UNDECIDED);
  }

  private static String shown(Interval measured) {
    return Double.isFinite(measured.halfWidth())
        ? "%.0f %% [%s, %s]"
            .formatted(
                100 * measured.level(),
                TextTable.number(measured.low(), 3),
                TextTable.number(measured.high(), 3))
        : "too few forks";
  }
}
