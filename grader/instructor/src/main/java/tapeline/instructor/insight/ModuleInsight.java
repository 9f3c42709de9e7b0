package tapeline.instructor.insight;

import java.util.List;
import tapeline.grader.course.CourseModule;

/// The counts of one module.
///
/// @param source what was counted
/// @param works how many of these there are
/// @param refused how many more hand-ins could not be graded
/// @param missing how many on the roster handed in nothing
/// @param exercises in the order of the module; empty where there are fewer works than
///   [Insights#FEWEST]
record ModuleInsight(
    CourseModule module,
    Source source,
    int works,
    int refused,
    int missing,
    List<ExerciseInsight> exercises) {

  /// The kinds of works.
  enum Source {
    HAND_INS("hand-ins"),
    SHARED("shared progress");

    private final String words;

    Source(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }
}
