package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.toolkit.Todo;

class TodoTest {
  private final Todo todo = new Todo("03.2", "backward");

  @Test
  void says_which_exercise_is_missing_what() {
    assertThat(todo)
        .as("new Todo(\"03.2\", \"backward\").getMessage(): what a learner's stack trace shows")
        .hasMessage("exercise 03.2 is still to be written: backward");
  }

  @Test
  void knows_its_exercise() {
    assertThat(todo.exercise())
        .as("new Todo(\"03.2\", \"backward\").exercise(): the grader reads it")
        .isEqualTo("03.2");
  }
}
