package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.KnownMistakes;

class SecondGradingTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "PASSED, , true, PASSED",
    "FAILED, , false, FAILED",
    "UNDECIDED, PASSED, true, PASSED",
    "UNDECIDED, FAILED, false, FAILED",
    "UNDECIDED, UNDECIDED, false, UNDECIDED"
  })
  void what_cannot_tell_is_graded_once_more_and_that_decides(
      Verdict first, @Nullable Verdict second, boolean earns, Verdict verdict) throws Exception {
    var module = FixtureCourse.in(folder).course().module(1);
    var verdicts = new ArrayDeque<>(second == null ? List.of(first) : List.of(first, second));
    var exercise = module.exercises().getFirst();
    var decided =
        Homework.decided(
            List.of(exercise),
            _ -> new ModuleResult(module, "", List.of(of(exercise, verdicts.remove())), 1));
    assertThat(verdicts).isEmpty();
    assertThat(decided.exercises().getFirst().verdict()).isEqualTo(verdict);
    assertThat(decided.earned()).isEqualTo(earns ? exercise.points() : 0);
  }

  @Test
  void a_failure_is_run_again_for_its_name_unless_that_would_be_the_same_run() throws Exception {
    var module = FixtureCourse.in(folder).course().module(1);
    var failed = of(module.exercises().getFirst(), Verdict.FAILED);
    var result = new ModuleResult(module, "", List.of(failed), 1);
    var again = new ModuleResult(module, "", List.of(failed.like("Its mistake")), 1);
    assertThat(Homework.named(result, 7, null, _ -> again).exercises().getFirst().likelyMistake())
        .isEqualTo("Its mistake");
    assertThat(Homework.named(result, KnownMistakes.COURSE_SEED, null, _ -> again))
        .isSameAs(result);
  }

  /// A result with a test that passed and one that ended so.
  private static ExerciseResult of(Exercise exercise, Verdict verdict) {
    var problem = verdict == Verdict.PASSED ? null : new Problem("noise", null, List.of());
    var tests =
        List.of(
            new TestResult("SumTest", "adds", Verdict.PASSED, null, 1, ""),
            new TestResult("SumTest", "is_fast", verdict, problem, 1, ""));
    return new ExerciseResult(exercise, verdict, tests, null, null, null);
  }
}
