package tapeline.grader.result;

import org.jspecify.annotations.Nullable;

/// The result of one test.
///
/// @param testClass the simple name of the class that holds the test
/// @param name the method's name; a repetition's index stands behind it in brackets
/// @param problem why it did not pass; null when it did
/// @param output what the learner's code printed meanwhile, cut at a limit
public record TestResult(
    String testClass,
    String name,
    Verdict verdict,
    @Nullable Problem problem,
    double seconds,
    String output) {

  /// Returns this result with its problem at `line`.
  TestResult at(SourceLine line) {
    var there = problem == null ? null : new Problem(problem.text(), line, problem.frames());
    return new TestResult(testClass, name, verdict, there, seconds, output);
  }

  /// The property that the test checks: its name with spaces for underscores.
  public String property() {
    return name.replace('_', ' ');
  }
}
