package tapeline.grader.result;

import java.time.Instant;
import java.util.List;

/// One grading, as every report reads it.
///
/// @param jdk the version of the JVM that ran the tests
/// @param seed what the tests drew their random inputs from
public record Grades(Instant when, String jdk, long seed, List<ModuleResult> modules) {
  /// Returns whether everything passed.
  public boolean passed() {
    return modules.stream().allMatch(ModuleResult::passed);
  }
}
