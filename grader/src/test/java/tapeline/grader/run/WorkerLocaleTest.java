package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.Verdict;

class WorkerLocaleTest {
  @Test
  void an_answer_prints_a_decimal_point_where_the_machine_has_a_comma(@TempDir Path folder)
      throws IOException {
    var fixture = FixtureCourse.in(folder);
    fixture.write(
        "01.1",
        """
            int sum = 0;
            for (int v : values) {
              sum += v;
            }
            return (int) Double.parseDouble("%.1f".formatted((double) sum));
        """);
    var course = fixture.course();
    var module = course.module(1);
    var german = Map.of("JDK_JAVA_OPTIONS", "-Duser.language=de -Duser.country=DE");
    try (var workers = new Workers(new Jvm(course, 1, true, german))) {
      var result =
          new Grader(course, workers, KnownMistakes.none(course), 4_000)
              .folder(
                  module,
                  List.of(module.exercise(ExerciseId.parse("01.1"))),
                  course.learner(module));
      assertThat(result.exercises().getFirst().verdict()).isEqualTo(Verdict.PASSED);
    }
  }
}
