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
import tapeline.grader.course.Selection;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.result.Verdict;

/// A submission to the course's own module 13 that computes on vectors: the sandbox's Java has the
/// module that it needs.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@NullUnmarked // what is missing fails the test
@Needs(Need.BUBBLEWRAP)
class VectorHomeworkTest {
  private static final String EXERCISE = "13.6";
  private static final Course COURSE = Course.at(FixtureCourse.projectRoot());

  @TempDir Path folder;

  @Test
  void a_submission_that_uses_the_vector_api_passes() throws Exception {
    var parts = Selection.of(COURSE, EXERCISE).parts();
    try (var homework = Homework.open(COURSE, parts, Overlay.NONE, OptionalLong.of(1), 1)) {
      var module = COURSE.module(13);
      var id = ExerciseId.parse(EXERCISE);
      var file = module.exercise(id).file();
      var given = MarkedSource.parse(file, Course.read(COURSE.learner(module).resolve(file)));
      var mine = folder.resolve(module.name()).resolve(file);
      Files.createDirectories(mine.getParent());
      Files.writeString(
          mine,
          given.with(
              Map.of(
                  id,
                  """
                  var v = in.mul(factor).add(at(b, i));
                  var slope = relu(v).mul(2f).mul(dy);
                  slope.mul(factor).intoArray(dX, to + i);
                  at(dW, i).add(slope.mul(in)).intoArray(dW, i);
                  at(dB, i).add(slope).intoArray(dB, i);
                  """)));
      var result = homework.grade(folder, new Withheld()).getFirst().exercises().getFirst();
      assertThat(result.verdict())
          .as("what was found: %s", result.firstProblem())
          .isEqualTo(Verdict.PASSED);
    }
  }
}
