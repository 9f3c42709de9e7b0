package tapeline.laboratory.suite;

import java.util.Locale;
import tapeline.bench.stats.Interval;
import tapeline.toolkit.TextTable;

/// An expectation beside what came of it.
///
/// @param claim in words
/// @param expected what would have to be measured
/// @param measured what was
record Hypothesis(String claim, String expected, String measured, Outcome outcome) {

  /// Whether an expectation came true.
  enum Outcome {
    HELD,
    DID_NOT_HOLD,
    /// The measurement is too coarse to tell: that is a result, too.
    UNDECIDED,
    NOT_MEASURED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// That a number is from `low` to `high`, of which an interval is known. It held when all of the
  /// interval is inside, did not when all of it is outside, and else it is undecided.
  static Hypothesis between(String claim, double low, double high, Interval measured) {
    boolean inside = low <= measured.low() && measured.high() <= high;
    boolean outside = measured.high() < low || high < measured.low();
    return new Hypothesis(
        claim,
        range(low, high),
        shown(measured),
        inside ? Outcome.HELD : outside ? Outcome.DID_NOT_HOLD : Outcome.UNDECIDED);
  }

  /// That it is, and nobody has looked.
  static Hypothesis notMeasured(String claim, double low, double high) {
    return new Hypothesis(claim, range(low, high), "–", Outcome.NOT_MEASURED);
  }

  private static String range(double low, double high) {
    return "%s to %s".formatted(TextTable.number(low, 3), TextTable.number(high, 3));
  }

  private static String shown(Interval measured) {
    if (!Double.isFinite(measured.high())) {
      return "too few forks";
    }
    if (measured.low() == measured.high()) {
      return TextTable.number(measured.low(), 3);
    }
    return "%.0f %% [%s, %s]"
        .formatted(
            100 * measured.level(),
            TextTable.number(measured.low(), 3),
            TextTable.number(measured.high(), 3));
  }
}
