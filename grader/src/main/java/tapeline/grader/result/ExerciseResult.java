package tapeline.grader.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Exercise;

/// The result of one exercise.
///
/// @param tests its tests in the order of their source; empty when none could run
/// @param problem why it did not pass, when that is not the problem of one of its tests
/// @param note a remark for the learner, for example that the exercise was graded on the reference
///   solution of another one
/// @param likelyMistake the known mistake whose failures look like these
public record ExerciseResult(
    Exercise exercise,
    Verdict verdict,
    List<TestResult> tests,
    @Nullable Problem problem,
    @Nullable String note,
    @Nullable String likelyMistake) {

  /// All of the exercise's points, or none: tests are of unlike weight, and a wrong answer passes
  /// most of them. A comparison that could not tell costs none of those that the other tests have
  /// earned, unless it is the exercise's own problem.
  public int earned() {
    boolean spared = verdict == Verdict.UNDECIDED && problem == null && passed() > 0;
    return verdict == Verdict.PASSED || spared ? exercise.points() : 0;
  }

  /// Returns the number of its tests that passed.
  public int passed() {
    int passed = 0;
    for (var t : tests) {
      passed += t.verdict() == Verdict.PASSED ? 1 : 0;
    }
    return passed;
  }

  /// Returns the first test that did not pass, if one ran.
  public @Nullable TestResult firstFailure() {
    for (var t : tests) {
      if (t.verdict() != Verdict.PASSED) {
        return t;
      }
    }
    return null;
  }

  /// Returns this result with this remark, and with the first failing test at `line`.
  public ExerciseResult at(SourceLine line, String remark) {
    var failed = firstFailure();
    var all = new ArrayList<>(tests);
    all.replaceAll(t -> t.equals(failed) ? t.at(line) : t);
    return new ExerciseResult(exercise, verdict, all, problem, note, remark);
  }

  /// Returns this result with the known mistake that its failures look like.
  public ExerciseResult like(String mistake) {
    return new ExerciseResult(exercise, verdict, tests, problem, note, mistake);
  }

  /// Makes an undecided comparison the exercise's own problem, and adds `why` to its words.
  public ExerciseResult costing(String why) {
    var first = firstProblem();
    if (verdict != Verdict.UNDECIDED || first == null) {
      return this;
    }
    var own = new Problem(first.text() + "\n" + why, first.at(), first.frames());
    return new ExerciseResult(exercise, verdict, tests, own, note, likelyMistake);
  }

  /// The problem to show first: the exercise's own, else that of its first failing test.
  public @Nullable Problem firstProblem() {
    if (problem != null) {
      return problem;
    }
    var first = firstFailure();
    return first == null ? null : first.problem();
  }
}
