package tapeline.grader.result;

import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.CourseModule;

/// The result of one module.
///
/// @param graded what was graded, in words: `your files on the reference solutions of 01 to 02`
/// @param exercises the exercises that were asked for, in the order of the module
/// @param changedGiven the files in which given code was changed
public record ModuleResult(
    CourseModule module,
    String graded,
    List<ExerciseResult> exercises,
    double seconds,
    List<String> changedGiven) {

  /// A result of files whose given code is the course's.
  public ModuleResult(
      CourseModule module, String graded, List<ExerciseResult> exercises, double seconds) {
    this(module, graded, exercises, seconds, List.of());
  }

  /// Returns this result with `other` in the place of `exercise`, if it has that.
  public ModuleResult with(ExerciseResult exercise, ExerciseResult other) {
    var all = new ArrayList<>(exercises);
    all.replaceAll(e -> e.equals(exercise) ? other : e);
    return new ModuleResult(module, graded, all, seconds, changedGiven);
  }

  /// Returns this result for files in which given code was changed.
  public ModuleResult noting(List<String> files) {
    return new ModuleResult(module, graded, exercises, seconds, files);
  }

  /// Names the files in which given code was changed; empty where there are none.
  public String note() {
    return changedGiven.isEmpty()
        ? ""
        : "given code was changed in %s: homework is graded with the course's"
            .formatted(String.join(", ", changedGiven));
  }

  /// Returns whether every exercise passed.
  public boolean passed() {
    for (var e : exercises) {
      if (e.verdict() != Verdict.PASSED) {
        return false;
      }
    }
    return true;
  }

  /// The points earned.
  public int earned() {
    int sum = 0;
    for (var e : exercises) {
      sum += e.earned();
    }
    return sum;
  }

  /// The points that could be earned by the exercises asked for.
  public int points() {
    int sum = 0;
    for (var e : exercises) {
      sum += e.exercise().points();
    }
    return sum;
  }
}
