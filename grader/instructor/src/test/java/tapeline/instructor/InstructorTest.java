package tapeline.instructor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class InstructorTest {
  @Test
  void a_wrong_command_line_is_told_in_a_sentence_and_where_to_read_on() {
    assertThat(said("gradebook", "class"))
        .containsExactly(
            "Missing required option: '--out=<out>'", "./tapeline gradebook --help says more");
    assertThat(said("leaderboard", "rum", "entries"))
        .endsWith("Did you mean: leaderboard run?", "./tapeline leaderboard --help says more");
  }

  /// The lines of the error stream after a command that ends with 2.
  private static String[] said(String... words) {
    var err = new StringWriter();
    var commands =
        Instructor.commands(
            Instructor.class,
            _ -> {
              throw new AssertionError("nothing is judged");
            },
            new PrintStream(OutputStream.nullOutputStream()));
    assertThat(commands.setErr(new PrintWriter(err)).execute(words)).isEqualTo(2);
    return err.toString().lines().toArray(String[]::new);
  }
}
