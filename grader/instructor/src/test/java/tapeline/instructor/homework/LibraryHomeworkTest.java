package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.course.Selection;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.result.Verdict;

/// Submissions that need more than the JDK's plain classes: the sandbox's Java has the modules and
/// libraries of the course's own modules, and they work without those that it leaves out.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@NullUnmarked // what is missing fails the test
@Needs(Need.BUBBLEWRAP)
class LibraryHomeworkTest {
  private static final Course COURSE = Course.at(FixtureCourse.projectRoot());

  @TempDir Path folder;

  @Test
  void a_submission_that_uses_the_vector_api_passes() throws Exception {
    passes(
        "13.6",
        """
        var v = in.mul(factor).add(at(b, i));
        var slope = relu(v).mul(2f).mul(dy);
        slope.mul(factor).intoArray(dX, to + i);
        at(dW, i).add(slope.mul(in)).intoArray(dW, i);
        at(dB, i).add(slope).intoArray(dB, i);
        """);
  }

  @Test
  void a_benchmark_of_jmh_passes() throws Exception {
    var id = ExerciseId.parse("19.10");
    passes("19.10", ModuleAnswers.of(COURSE, COURSE.module(19)).bodies().get(id));
  }

  private void passes(String exercise, String answer) throws Exception {
    var parts = Selection.of(COURSE, exercise).parts();
    try (var homework = Homework.open(COURSE, parts, Overlay.NONE, OptionalLong.of(1), 1)) {
      var id = ExerciseId.parse(exercise);
      var module = COURSE.module(id.module());
      var file = module.exercise(id).file();
      var given = MarkedSource.parse(file, Course.read(COURSE.learner(module).resolve(file)));
      var mine = folder.resolve(module.name()).resolve(file);
      Files.createDirectories(mine.getParent());
      Files.writeString(mine, given.with(Map.of(id, answer)));
      var result = homework.grade(folder, new Withheld()).getFirst().exercises().getFirst();
      assertThat(result.verdict())
          .as("what was found: %s", result.firstProblem())
          .isEqualTo(Verdict.PASSED);
    }
  }
}
