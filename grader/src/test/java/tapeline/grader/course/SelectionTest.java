package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {
  private static final Course COURSE =
      new Course(
          Path.of("."), List.of(module(1, "01-scalar-tape", 3), module(3, "03-tape-reuse", 2)));

  private static CourseModule module(int number, String name, int exercises) {
    var all = new java.util.ArrayList<Exercise>();
    for (int i = 1; i <= exercises; i++) {
      all.add(new Exercise(new ExerciseId(number, i), "title", 10, false, "File.java"));
    }
    return new CourseModule(number, name, all);
  }

  private static String chosen(@Nullable String text) {
    var chosen = new StringBuilder();
    Selection.of(COURSE, text)
        .parts()
        .forEach(p -> p.exercises().forEach(e -> chosen.append(e.id()).append(' ')));
    return chosen.toString().strip();
  }

  @ParameterizedTest
  @CsvSource({
    "3,               03.1 03.2",
    "03,              03.1 03.2",
    "03-tape-reuse,   03.1 03.2",
    "03.2,            03.2",
    "3.2,             03.2",
    "'3,01.2',        01.2 03.1 03.2",
    "'01.3, 01.1',    01.1 01.3",
    "'01.1,1,01.1',   01.1 01.2 01.3",
  })
  void names_modules_and_exercises(String text, String expected) {
    assertThat(chosen(text)).isEqualTo(expected);
  }

  @Test
  void has_exercises_in_the_order_of_the_notebooks(@TempDir Path root) throws IOException {
    var source = root.resolve("solutions/03-tape/src/main/java/Tape.java");
    Files.createDirectories(source.getParent());
    Files.createDirectories(root.resolve("notebooks"));
    for (int i = 1; i <= 4; i++) {
      var region =
          "// BEGIN SOLUTION 03.%d \"x\" 5 points\n// STUB none\n// END SOLUTION\n".formatted(i);
      Files.writeString(source, region, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    var cell = "[\"%%%%exercise 03.%d\\n\"]";
    Files.writeString(
        root.resolve("notebooks/03-tape.ipynb"), cell.formatted(4) + cell.formatted(2));
    Files.writeString(root.resolve("notebooks/03a-more.ipynb"), cell.formatted(1));
    Files.writeString(root.resolve("notebooks/03-tape-Copy1.ipynb"), cell.formatted(3));
    assertThat(Selection.of(Course.at(root), "03.1,03.2,3").parts().getFirst().exercises())
        .extracting(e -> e.id().number())
        .containsExactly(4, 2, 1, 3);
  }

  @Test
  void is_everything_when_nothing_is_named() {
    assertThat(chosen(null)).isEqualTo("01.1 01.2 01.3 03.1 03.2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7     | there is no module 7; there are [01-scalar-tape, 03-tape-reuse]",
        "03.9  | module 03-tape-reuse has no exercise 03.9; it has [03.1, 03.2]",
        "tapes | got \"tapes\"",
      })
  void refuses_what_is_not_in_the_course_and_says_what_is(String text, String message) {
    assertThatThrownBy(() -> Selection.of(COURSE, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
