package tapeline.grader.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Front;
import tapeline.grader.generate.Reset;
import tapeline.grader.result.Grades;

class ResetProgressTest {
  @Test
  void an_exercise_that_was_reset_counts_for_nothing_as_in_a_grading(@TempDir Path folder)
      throws IOException {
    var fixture = FixtureCourse.in(folder);
    var course = fixture.course();
    var book = new ProgressBook(course, _ -> {});
    fixture.solve("01.1", "01.2", "01.3");
    book.record(new Grades(Instant.EPOCH, "25", 1, List.of(fixture.grade(1))));
    assertThat(Progress.of(course, book).rows().getFirst().cells()).contains("3/3", "35/35");
    Reset.of(course, "01.2", Front.MAVEN);
    var reset = Progress.of(course, book);
    assertThat(reset.rows().getFirst().cells()).contains("2/3", "15/35");
    assertThat(reset.next(Front.MAVEN)).startsWith("next: 01.2 the mean");
    book.record(new Grades(Instant.EPOCH, "25", 1, List.of(fixture.grade(1))));
    assertThat(Progress.of(course, book).rows()).isEqualTo(reset.rows());
  }
}
