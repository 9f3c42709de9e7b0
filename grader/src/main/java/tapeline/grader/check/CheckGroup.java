package tapeline.grader.check;

import java.util.List;
import java.util.function.Function;
import tapeline.grader.course.CourseModule;

/// Some checks that belong together.
///
/// @param name one word, for `-Dcheck=name`
/// @param about what they make sure of
/// @param process groups with the same word run in one process, one after the other: they share a
///   copy of the course, or what one of them has found
/// @param byModule whether [#run] is asked for each module apart
/// @param inputs the files and folders that they read, as paths from the course's root
record CheckGroup(
    String name,
    String about,
    String process,
    boolean byModule,
    Function<List<CourseModule>, List<String>> inputs,
    Run run) {

  /// Does the checks.
  @FunctionalInterface
  interface Run {
    /// Runs the checks and gives their outcomes.
    ///
    /// @param modules the modules to check: one where the group asks for each apart
    List<Outcome> outcomes(List<CourseModule> modules) throws Exception;
  }
}
