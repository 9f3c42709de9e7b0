package tapeline.laboratory.suite;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tapeline.bench.stats.Interval;
import tapeline.toolkit.TextTable;

/// An expectation of benchmarks, said before they are measured: an entry of a suite.
///
/// @param claim in words
/// @param over the benchmark whose time, or whose bytes, are asked for: see [JmhScore#is]
/// @param under the benchmark by which its time is divided; empty for bytes
/// @param low the least that is expected
/// @param high the most that is expected
record Expectation(String claim, String over, String under, double low, double high) {

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

  /// That one benchmark takes from `low` to `high` times as long as another.
  static Expectation ratio(String claim, String over, String under, double low, double high) {
    return new Expectation(claim, over, under, low, high);
  }

  /// That a call allocates no object: what JMH finds below the size of the smallest is its own.
  static Expectation allocatesNothing(String claim, String benchmark) {
    return new Expectation(claim, benchmark, "", 0, 15);
  }

  /// The interval that was measured for it; empty where there is none.
  Optional<Interval> measured(List<JmhScore> scores) {
    var first = find(scores, over);
    return under.isEmpty()
        ? first
            .filter(s -> !Double.isNaN(s.bytes()))
            .map(s -> Interval.exactly(Math.rint(s.bytes())))
        : first.flatMap(a -> find(scores, under).map(a::ratio));
  }

  private static Optional<JmhScore> find(List<JmhScore> scores, String what) {
    return scores.stream().filter(s -> s.is(what)).findFirst();
  }

  /// It held when all of the interval is inside, did not when all of it is outside, and else it is
  /// undecided.
  Outcome outcome(Optional<Interval> measured) {
    return measured
        .map(m ->
            low <= m.low() && m.high() <= high
                ? Outcome.HELD
                : m.high() < low || high < m.low() ? Outcome.DID_NOT_HOLD : Outcome.UNDECIDED)
        .orElse(Outcome.NOT_MEASURED);
  }

  /// A line of a table: the claim, what is expected, what was measured, and the outcome.
  String[] row(List<JmhScore> scores) {
    var measured = measured(scores);
    var expected = "%s to %s".formatted(TextTable.number(low, 3), TextTable.number(high, 3));
    var found = measured.map(Expectation::words).orElse("–");
    return new String[] {claim, expected, found, outcome(measured).toString()};
  }

  static String words(Interval measured) {
    var low = TextTable.number(measured.low(), 3);
    return measured.low() == measured.high()
        ? low
        : Double.isFinite(measured.high())
            ? "%.0f %% [%s, %s]"
                .formatted(100 * measured.level(), low, TextTable.number(measured.high(), 3))
            : "too few forks";
  }
}
