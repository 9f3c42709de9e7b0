package tapeline.instructor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/// Runs of the instructor's commands that judge nothing.
final class CommandRun {
  private CommandRun() {}

  /// Runs a command that ends with this code, and returns what it printed and complained of.
  static String of(int code, String... words) {
    var out = new ByteArrayOutputStream();
    var err = new StringWriter();
    var commands =
        Instructor.commands(
            _ -> {
              throw new AssertionError("nothing is judged");
            },
            new PrintStream(out, true, UTF_8));
    assertThat(commands.setErr(new PrintWriter(err)).execute(words))
        .as(err.toString())
        .isEqualTo(code);
    return out.toString(UTF_8) + err;
  }
}
