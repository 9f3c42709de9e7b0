package tapeline.instructor.insight;

import java.util.List;
import tapeline.grader.course.CourseModule;

/// The counts of one module.
///
/// @param isShared whether the works are progress that learners shared, not hand-ins
/// @param works how many there are
/// @param refused how many more hand-ins could not be graded
/// @param missing how many on the roster handed in nothing
/// @param exercises in the order of the module; empty where there are fewer works than
///   [Insights#FEWEST]
record ModuleInsight(
    CourseModule module,
    boolean isShared,
    int works,
    int refused,
    int missing,
    List<ExerciseInsight> exercises) {}
