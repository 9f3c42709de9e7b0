package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.ExerciseId;

class HintTest {
  private static final String BRIEF =
      """
      # 03.%d backward

      ## Hint

      Which way?

      ## Hint

      Backward.
      And `pull`.

      ## Mutant: forward

      Turn round.

      ```java
      for (;;) pull();
      ```

      ## Mutant: empty

      Pull.

      ```java
      ;
      ```
      """;

  @TempDir Path folder;
  TestCourse on;

  @BeforeEach
  void course() {
    on = TestCourse.in(folder);
    on.write("grader/tests/03-tape-reuse/03.1.md", BRIEF.formatted(1));
    on.write("grader/tests/03-tape-reuse/03.2.md", BRIEF.formatted(2));
  }

  private List<String> hint(String id) {
    return Hint.next(on.course(), ExerciseId.parse(id), "-Dhint=" + id);
  }

  @Test
  void each_call_shows_the_next_hint_and_says_how_to_get_another() {
    assertThat(hint("03.2"))
        .containsExactly(
            "03.2 backward: hint 1 of 2",
            "",
            "Which way?",
            "",
            "The next hint: ask again with -Dhint=03.2");
    assertThat(hint("03.2"))
        .containsExactly(
            "03.2 backward: hint 2 of 2",
            "",
            "Backward. And `pull`.",
            "",
            "This was the last hint; asking again begins with the first.");
  }

  @Test
  void after_the_last_comes_the_first_again() {
    hint("03.2");
    hint("03.2");
    assertThat(hint("03.2")).contains("03.2 backward: hint 1 of 2", "Which way?");
    assertThat(hint("03.2")).contains("03.2 backward: hint 2 of 2");
  }

  @Test
  void each_exercise_counts_for_itself() {
    hint("03.2");
    assertThat(hint("03.1")).contains("03.1 backward: hint 1 of 2");
    assertThat(hint("03.2")).contains("03.2 backward: hint 2 of 2");
  }

  @Test
  void a_state_that_cannot_be_read_counts_as_nothing_shown() {
    for (var state : List.of("03.2=\\u00zz\n", "03.2=many\n", "03.2=99999999999\n", "03.2=7\n")) {
      on.write("grader/target/hints.properties", state);
      assertThat(hint("03.2")).as(state).contains("03.2 backward: hint 1 of 2");
    }
  }

  @Test
  void line_ends_of_windows_are_no_part_of_a_hint() {
    on.edit("grader/tests/03-tape-reuse/03.2.md", "\n", "\r\n");
    hint("03.2");
    on.edit("grader/target/hints.properties", "\n", "\r\n");
    assertThat(hint("03.2")).contains("03.2 backward: hint 2 of 2", "Backward. And `pull`.");
  }

  @Test
  void an_unknown_exercise_is_an_error_that_names_those_there_are() {
    assertThatThrownBy(() -> hint("03.7"))
        .hasMessage("module 03-tape-reuse has no exercise 03.7; it has [03.1, 03.2]");
    assertThat(on.has("grader/target/hints.properties")).isFalse();
  }
}
