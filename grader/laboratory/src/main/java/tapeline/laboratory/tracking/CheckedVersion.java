package tapeline.laboratory.tracking;

import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;

/// A version beside the baseline: a line of the history.
///
/// @param commit the version
/// @param when as ISO 8601
/// @param program the hash of its classes
/// @param baseline the number of the baseline beside which it ran
/// @param ratio its time over that of baseline 1: 1.1 is 10 % slower
/// @param low the interval's lower end, of the comparison with its baseline alone: the error that
///   this one's own ratio has, where it is not baseline 1, is left out
/// @param high its upper end; both infinite where there were too few pairs of processes
/// @param p how often equal versions would look as different
/// @param counts what it counted
/// @param over what is over the budget, each in words
public record CheckedVersion(
    String commit,
    String when,
    String program,
    int baseline,
    double ratio,
    double low,
    double high,
    double p,
    Budget.Counts counts,
    List<String> over) {
  public CheckedVersion {
    over = List.copyOf(over);
  }

  /// The line for a version that was compared with a baseline.
  static CheckedVersion of(
      String commit,
      String when,
      String program,
      Baseline beside,
      Comparison comparison,
      Budget.Counts counts,
      List<String> over) {
    double first = beside.toFirst();
    return new CheckedVersion(
        commit,
        when,
        program,
        beside.number(),
        first / comparison.speedUp(),
        first / comparison.interval().high(),
        first / comparison.interval().low(),
        comparison.p(),
        counts,
        over);
  }

  /// Returns this version as the next baseline.
  Baseline baseline(int number, String workload, Conditions conditions) {
    return new Baseline(number, workload, conditions, commit, when, program, counts, ratio);
  }
}
