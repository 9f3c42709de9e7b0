package tapeline.grader.report;

import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// How many test cases of the JUnit XML ended in which way.
final class JUnitCounts {
  int tests;
  int failures;
  int errors;
  int skipped;

  /// Adds the exercise's tests, and the case of its own if it has one.
  void add(ExerciseResult e) {
    for (var t : e.tests()) {
      add(t.verdict());
    }
    if (hasOwnCase(e)) {
      add(e.verdict());
    }
  }

  private void add(Verdict verdict) {
    tests++;
    switch (verdict) {
      case PASSED -> {}
      case FAILED -> failures++;
      case NOT_STARTED -> skipped++;
      case DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED, UNDECIDED -> errors++;
    }
  }

  /// Returns whether none of the exercise's tests tells why it did not pass.
  static boolean hasOwnCase(ExerciseResult e) {
    return e.problem() != null || (e.verdict() != Verdict.PASSED && e.firstFailure() == null);
  }
}
