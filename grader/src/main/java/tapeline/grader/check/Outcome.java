package tapeline.grader.check;

import org.jspecify.annotations.Nullable;

/// How one check ended.
///
/// @param name what was checked, in a few words
/// @param problem why it failed; null when it did not
/// @param skipped why it could not run; null when it did
public record Outcome(String name, @Nullable String problem, @Nullable String skipped) {

  static Outcome passed(String name) {
    return new Outcome(name, null, null);
  }

  static Outcome failed(String name, String problem) {
    return new Outcome(name, problem, null);
  }

  static Outcome skipped(String name, String why) {
    return new Outcome(name, null, why);
  }

  /// Failed when there is a problem.
  static Outcome of(String name, @Nullable String problem) {
    return new Outcome(name, problem, null);
  }
}
