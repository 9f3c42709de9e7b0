package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;

class VersionsTest {
  private static final String RIGHT =
      """
          int total = 0;
          for (int i = 0; i < values.length; i++) {
            total += values[i];
          }
          return total;
      """;

  @Test
  void answers_tried_together_end_each_by_itself(@TempDir Path folder) throws IOException {
    var course = FixtureCourse.in(folder).course();
    var module = course.module(1);
    var exercise = module.exercise(ExerciseId.parse("01.1"));
    var answers =
        List.of(
            RIGHT,
            RIGHT.replace("+=", "-="),
            RIGHT.replace("i++", "i += 0"),
            RIGHT.replace("total +=", "no +="),
            RIGHT);
    try (var workers = new Workers(new Jvm(course, 1))) {
      var grader = new Grader(course, workers, KnownMistakes.none(course), 4_000);
      assertThat(verdicts(grader.versions(module, exercise, answers)))
          .containsExactly("PASSED", "FAILED", "FAILED", "ALONE", "PASSED");
      assertThat(verdicts(grader.versions(module, exercise, answers.subList(1, 2))))
          .as("again, in the same worker")
          .containsExactly("FAILED");
    }
  }

  @Test
  void comments_outside_of_methods_may_differ(@TempDir Path folder) throws IOException {
    var course = FixtureCourse.in(folder).course();
    var module = course.module(1);
    var exercise = module.exercise(ExerciseId.parse("01.1"));
    var head = "  public static int sum(int[] values) {\n";
    var begin = "    // BEGIN SOLUTION 01.1 \"the sum\" 10 points, core\n";
    var file = course.solution(module).resolve(exercise.file());
    Files.writeString(
        file,
        Files.readString(file)
            .replace(head + begin, begin + "  /// The sum.\n" + head)
            .replace("    return sum;\n", "    return sum;\n  }\n")
            .replaceFirst("END SOLUTION\n  }\n", "END SOLUTION\n"));
    var answer = "  /// Added from the first\n  /// to the last.\n" + head + RIGHT + "  }\n";
    try (var workers = new Workers(new Jvm(course, 1))) {
      var grader = new Grader(course, workers, KnownMistakes.none(course), 4_000);
      var answers = List.of(answer, answer.replace("+=", "-="));
      assertThat(verdicts(grader.versions(module, exercise, answers)))
          .containsExactly("PASSED", "FAILED");
    }
  }

  @Test
  void answers_of_a_file_that_is_no_java_take_turns(@TempDir Path folder) throws IOException {
    var course = FixtureCourse.withKernels(folder).course();
    var module = course.module(3);
    var exercise = module.exercise(ExerciseId.parse("03.1"));
    var answers = List.of("times 2\n", "times 3\n", "no word\n", "plus 0\ntimes 2\n");
    try (var workers = new Workers(new Jvm(course, 1))) {
      var grader = new Grader(course, workers, KnownMistakes.none(course), 4_000);
      assertThat(verdicts(grader.versions(module, exercise, answers)))
          .containsExactly("PASSED", "FAILED", "DOES_NOT_COMPILE", "PASSED");
    }
  }

  private static List<String> verdicts(List<Optional<ExerciseResult>> results) {
    return results.stream().map(r -> r.map(e -> e.verdict().name()).orElse("ALONE")).toList();
  }
}
