package tapeline.grader.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.result.Grades;

/// The reference's answer is shown beside one's own, and not before one's own has passed.
class AnswerComparisonTest {
  private static final ExerciseId SUM = ExerciseId.parse("01.1");

  @Test
  void an_answer_is_shown_once_it_has_passed(@TempDir Path folder) throws IOException {
    var fixture = FixtureCourse.in(folder);
    var book = new ProgressBook(fixture.course(), _ -> {});
    assertThatThrownBy(() -> AnswerComparison.of(fixture.course(), SUM, book, Front.NOTEBOOK))
        .hasMessage(
            "the reference's answer is shown once yours has passed: first %grade 01.1; for a hint: %hint 01.1");
    fixture.write("01.1", "    return java.util.Arrays.stream(values).sum();");
    book.record(new Grades(Instant.EPOCH, "25", 1, List.of(fixture.grade(1))));
    assertThat(AnswerComparison.of(fixture.course(), SUM, book, Front.MAVEN).lines())
        .startsWith(
            "01.1 the sum: yours",
            "",
            "    return java.util.Arrays.stream(values).sum();",
            "",
            "the reference's",
            "",
            "    int sum = 0;");
    fixture.solve("01.1");
    assertThat(AnswerComparison.of(fixture.course(), SUM, book, Front.MAVEN).lines())
        .endsWith("the reference's is the same");
  }
}
