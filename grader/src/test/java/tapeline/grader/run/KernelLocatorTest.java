package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.grader.run.ProblemLine.line;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;

/// The line of a mistake in a kernel, whose compiler takes one text at a time. The answer begins in
/// line 4; the reference is `times 2`.
class KernelLocatorTest {
  private static FixtureCourse fixture;
  @AutoClose private static Workers workers;

  @BeforeAll
  static void copyTheCourse(@TempDir Path folder) throws IOException {
    fixture = FixtureCourse.withKernels(folder);
    workers = new Workers(new Jvm(fixture.course(), 1));
  }

  @BeforeEach
  void solveNothing() throws IOException {
    fixture.forget();
  }

  private static ExerciseResult located(String body, BooleanSupplier goOn) throws IOException {
    fixture.write("03.1", body);
    var course = fixture.course();
    var id = ExerciseId.parse("03.1");
    var module = course.module(id.module());
    var grader = new Grader(course, workers, KnownMistakes.none(course), 4_000);
    var wanted = List.of(module.exercise(id));
    var result = grader.folder(module, wanted, course.learner(module)).exercises().getFirst();
    return grader.located(module, result, course.learner(module), goOn);
  }

  @Test
  void a_word_too_many_is_found_in_its_line() throws IOException {
    var result = located("times 2\nplus 1", () -> true);
    assertThat(line(result.firstProblem()).line()).isEqualTo(5);
    assertThat(line(result.firstProblem()).code()).isEqualTo("plus 1");
    assertThat(result.likelyMistake())
        .isEqualTo("line 5, or what is needed there: the tests pass when only this is put right");
  }

  @Test
  void of_several_differences_the_one_that_is_the_mistake_is_found() throws IOException {
    var result = located("plus 0\ntimes 4\nplus 0", () -> true);
    assertThat(line(result.firstProblem()).code()).isEqualTo("times 4");
    assertThat(result.likelyMistake()).startsWith("lines 5, 6, or");
  }

  @Test
  void a_fault_comes_to_light_behind_its_cause() throws IOException {
    var result = located("times 2\nplus 2000\nplus 0", () -> true);
    assertThat(line(result.firstProblem()).code()).isEqualTo("plus 2000");
  }

  @Test
  void a_failure_at_a_line_comes_to_light_behind_its_cause() throws IOException {
    var result = located("plus -700\ntimes 2\nplus 0", () -> true);
    assertThat(result.likelyMistake()).startsWith("line 4, or").endsWith("in line 5");
  }

  @Test
  void a_kernel_that_goes_another_way_has_no_line() throws IOException {
    var result = located("plus 1\nplus 2\nplus 3\nplus 4\nplus 5", () -> true);
    assertThat(result.likelyMistake()).isNull();
  }

  @Test
  void without_time_nothing_is_tried() throws IOException {
    assertThat(located("plus 1\ntimes 2", () -> false).likelyMistake()).isNull();
  }
}
