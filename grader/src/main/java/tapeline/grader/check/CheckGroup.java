package tapeline.grader.check;

import java.util.List;
import tapeline.grader.course.CourseModule;

/// Some checks that belong together.
///
/// @param name one word, for `-Dcheck=name`
/// @param about what they make sure of
/// @param process groups with the same word run in one process, one after the other: they share a
///   copy of the course, or what one of them has found
record CheckGroup(String name, String about, String process, Run run) {
  /// Does the checks.
  @FunctionalInterface
  interface Run {
    /// Runs the checks and gives their outcomes.
    ///
    /// @param modules those whose exercises are checked
    List<Outcome> outcomes(List<CourseModule> modules) throws Exception;
  }
}
