package tapeline.grader.result;

import java.util.List;
import tapeline.grader.course.CourseModule;

/// How one module ended.
///
/// @param graded what was graded, in words: `your files on the reference solutions of 01 to 02`
/// @param exercises the exercises that were asked for, in the order of their numbers
public record ModuleResult(
    CourseModule module, String graded, List<ExerciseResult> exercises, double seconds) {

  /// Whether every exercise passed.
  public boolean passed() {
    return exercises.stream().allMatch(e -> e.verdict() == Verdict.PASSED);
  }

  /// The points earned.
  public int earned() {
    return exercises.stream().mapToInt(ExerciseResult::earned).sum();
  }

  /// The points that could be earned by the exercises asked for.
  public int points() {
    return exercises.stream().mapToInt(e -> e.exercise().points()).sum();
  }
}
