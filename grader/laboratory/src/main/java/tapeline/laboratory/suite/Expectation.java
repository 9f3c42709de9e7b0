package tapeline.laboratory.suite;

import java.util.List;
import java.util.Optional;
import tapeline.bench.stats.Interval;

/// What somebody expects of benchmarks, said before they are measured: an entry of a suite.
///
/// @param claim in words
/// @param over the benchmark whose time, or whose bytes, are asked for: see [JmhScore#is]
/// @param under the benchmark by which its time is divided; empty for bytes
/// @param low the least that is expected
/// @param high the most that is expected
record Expectation(String claim, String over, String under, double low, double high) {

  /// That one benchmark takes from `low` to `high` times as long as another.
  static Expectation ratio(String claim, String over, String under, double low, double high) {
    return new Expectation(claim, over, under, low, high);
  }

  /// That a call allocates no object: what JMH finds below the size of the smallest is its own.
  static Expectation allocatesNothing(String claim, String benchmark) {
    return new Expectation(claim, benchmark, "", 0, 15);
  }

  /// Decides by what was measured.
  Hypothesis decide(List<JmhScore> scores) {
    var first = find(scores, over);
    if (under.isEmpty()) {
      return first
          .filter(s -> !Double.isNaN(s.bytes()))
          .map(s -> Hypothesis.between(claim, low, high, Interval.exactly(Math.rint(s.bytes()))))
          .orElse(Hypothesis.notMeasured(claim, low, high));
    }
    return first
        .flatMap(a -> find(scores, under).map(a::ratio))
        .map(ratio -> Hypothesis.between(claim, low, high, ratio))
        .orElse(Hypothesis.notMeasured(claim, low, high));
  }

  private static Optional<JmhScore> find(List<JmhScore> scores, String what) {
    return scores.stream().filter(s -> s.is(what)).findFirst();
  }
}
