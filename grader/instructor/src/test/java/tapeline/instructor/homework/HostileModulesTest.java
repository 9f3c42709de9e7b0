package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Hand-ins of the course's own modules, in `resources/hostile`, that solve nothing and would pass
/// if given code were theirs or the tests could be read: they earn nothing. `-Djudge.seed=2` tries
/// other inputs.
@Tag("slow")
@Needs(Need.BUBBLEWRAP)
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@NullUnmarked // what is missing fails the test
class HostileModulesTest {
  private static final Course COURSE = Course.at(FixtureCourse.projectRoot());

  @ParameterizedTest
  @CsvSource({
    "equals-03, 3, TapeStats.java",
    "equals-17, 17.1, ''",
    "oracle-06, 6, ''",
    "baseline-13, 13.1, TextbookOrder.java",
    "noise-13, 13.1, ''",
    "threads-13, 13.1, ''",
  })
  void earns_nothing(String name, String modules, String changedGiven) throws Exception {
    var parts = Selection.of(COURSE, modules).parts();
    var seed = OptionalLong.of(Long.getLong("judge.seed", 1));
    var submission =
        FixtureCourse.projectRoot()
            .resolve("grader/instructor/src/test/resources/hostile")
            .resolve(name);
    try (var homework = Homework.open(COURSE, parts, Overlay.NONE, seed, 1)) {
      var result = homework.grade(submission, new Withheld()).getFirst();
      assertThat(result.earned()).as("points for %s", result.exercises()).isZero();
      assertThat(String.join(" ", result.changedGiven())).isEqualTo(changedGiven);
    }
  }
}
