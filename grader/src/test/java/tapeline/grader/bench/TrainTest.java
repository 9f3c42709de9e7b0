package tapeline.grader.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Generate;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

class TrainTest {
  @TempDir Path folder;
  private Course course;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeEach
  void give() throws IOException {
    course = FixtureCourse.in(folder).course();
  }

  @Test
  void a_training_prints_what_the_reference_learns() throws IOException {
    learns("IO.println(\"learnt π, \" + Count.sum(new int[] {1, 2}));");
    assertThat(train(true)).isTrue();
    assertThat(printed.toString(UTF_8))
        .startsWith("01-count, the reference solution · JDK ")
        .endsWith("\n\nlearnt π, 3\n");
  }

  @Test
  void an_exercise_that_is_still_to_be_written_is_named() throws IOException {
    learns("IO.println(\"learnt \" + Count.sum(new int[] {1, 2}));");
    assertThat(train(false)).isFalse();
    assertThat(printed.toString(UTF_8))
        .contains("01-count, your files · ")
        .contains("count.Learns failed: exercise 01.1 is still to be written: ")
        .doesNotContain("\tat ");
  }

  @Test
  void modules_without_a_training_are_passed_over() throws IOException {
    assertThat(train(true)).as("a course without trainings").isFalse();
    assertThat(printed.toString(UTF_8))
        .isEqualTo("nothing to train: no class of these modules has a main\n");
  }

  private void learns(String line) throws IOException {
    var file = "src/main/java/count/Learns.java";
    Files.writeString(
        course.solution(course.module(1)).resolve(file),
        "package count;\n\nfinal class Learns {\n  static void main() {\n    "
            + line
            + "\n  }\n}\n");
    Generate.write(course);
  }

  private boolean train(boolean reference) {
    try (var workers = new Workers(new Jvm(course, 1));
        var out = new PrintStream(printed, true, UTF_8)) {
      return new Train(course, workers, out).run(course.modules(), reference);
    }
  }
}
