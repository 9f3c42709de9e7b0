package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.Selection;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// Kernels that were never compiled before, in the course's own module 10: the sandbox says of them
/// what an ordinary grading says.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@NullUnmarked // what is missing fails the test
@Needs({Need.BUBBLEWRAP, Need.CUDA})
class KernelHomeworkTest {
  private static final long SEED = 7;
  private static final Course COURSE = Course.at(FixtureCourse.projectRoot());
  private static final CourseModule MODULE = COURSE.module(10);

  @TempDir Path folder;
  @AutoClose private static Homework homework;

  @BeforeAll
  static void open() {
    var parts = Selection.of(COURSE, "10").parts();
    homework = Homework.open(COURSE, parts, Overlay.NONE, OptionalLong.of(SEED), 1);
  }

  /// A submission in which these exercises' regions hold these texts.
  private Path submission(Map<String, String> regions) throws IOException {
    var mine = folder.resolve(MODULE.name());
    for (var region : regions.entrySet()) {
      var id = ExerciseId.parse(region.getKey());
      var file = MODULE.exercise(id).file();
      var source = MarkedSource.parse(file, Course.read(COURSE.learner(MODULE).resolve(file)));
      Files.createDirectories(mine.resolve(file).getParent());
      Files.writeString(mine.resolve(file), source.with(Map.of(id, region.getValue() + "\n")));
    }
    return folder;
  }

  private static Map<String, ExerciseResult> byExercise(List<ExerciseResult> results) {
    var all = new TreeMap<String, ExerciseResult>();
    results.forEach(r -> all.put(r.exercise().id().toString(), r));
    return all;
  }

  /// Grades the files in the ordinary way; what was not handed in is as it was given out.
  private static Map<String, ExerciseResult> ordinary(Path submission) throws Exception {
    var whole = submission.resolve("ordinary").resolve(MODULE.name());
    SubmittedFiles.lay(COURSE, MODULE, submission.resolve(MODULE.name()), whole);
    try (var workers = new Workers(new Jvm(COURSE, SEED))) {
      var grader = new Grader(COURSE, workers, KnownMistakes.of(COURSE), 5_000);
      return byExercise(grader.folder(MODULE, MODULE.exercises(), whole).exercises());
    }
  }

  @Test
  void right_wrong_broken_and_prying_kernels_get_what_they_get_elsewhere() throws Exception {
    var submission =
        submission(
            Map.of(
                "10.1",
                """
                const int at = threadIdx.x + blockDim.x * blockIdx.x; // in a way of one's own
                if (at >= n) return;
                c[at] = b[at] + a[at];\
                """,
                "10.2",
                """
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < rows * columns) y[i] = foo(x[i] + bias[i % columns]);\
                """,
                "10.5",
                "  y[blockIdx.x * columns] = x[threadIdx.x];",
                "10.7",
                "#include \"/etc/passwd\""));
    var graded = byExercise(homework.grade(submission, new Withheld()).getFirst().exercises());
    var first = graded.get("10.1");
    if (first.verdict() != Verdict.PASSED) {
      assertThat(first.firstProblem().text())
          .contains("needs a CUDA compiler")
          .contains("a compiler of the machine that grades: it has none");
      NeedCondition.require(false, Need.CUDA, "none is of use");
    }
    assertThat(graded.get("10.2").firstProblem().text()).contains("bias_gelu.cu:").contains("foo");
    assertThat(graded.get("10.2").firstProblem().at().toString()).contains("bias_gelu.cu");
    assertThat(graded.get("10.5").verdict()).as("a wrong one").isEqualTo(Verdict.FAILED);
    assertThat(graded.get("10.7").verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(graded.get("10.7").firstProblem().text())
        .as("the file is not in there")
        .contains("/etc/passwd")
        .containsPattern("No such file|not found|cannot open")
        .doesNotContain("root:");
    var elsewhere = ordinary(submission);
    for (var id : List.of("10.1", "10.2", "10.3", "10.5", "10.8")) {
      var mine = graded.get(id);
      var other = elsewhere.get(id);
      assertThat(mine.verdict()).as(id).isEqualTo(other.verdict());
      assertThat(mine.passed()).as("tests of " + id).isEqualTo(other.passed());
      assertThat(mine.likelyMistake()).as(id).isEqualTo(other.likelyMistake());
      if (other.firstProblem() != null) {
        assertThat(mine.firstProblem().text()).as(id).isEqualTo(other.firstProblem().text());
      }
    }
  }
}
