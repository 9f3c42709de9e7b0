package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ScriptTest {
  @TempDir Path folder;

  private List<Outcome> run(String script) throws IOException, InterruptedException {
    var log = folder.resolve("log");
    var builder =
        new ProcessBuilder("sh", "-c", script)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    return Script.run("script", builder, log);
  }

  @Test
  void each_line_of_json_is_an_outcome() throws IOException, InterruptedException {
    var script =
        """
        echo '{"name": "good", "problem": null}'
        echo a word between
        echo '{"name":"bad","problem":"why","skipped":null}'
        echo '{"name": "left out", "problem": null, "skipped": "no tool"}'
        """;
    assertThat(run(script))
        .containsExactly(
            Outcome.passed("good"),
            Outcome.failed("bad", "why"),
            Outcome.skipped("left out", "no tool"));
  }

  @Test
  void a_script_that_ends_early_is_a_failure_that_shows_its_log()
      throws IOException, InterruptedException {
    var outcomes = run("echo '{\"name\": \"good\"}'; echo it broke; exit 3");
    assertThat(outcomes)
        .containsExactly(
            Outcome.passed("good"), Outcome.failed("script", "ended with 3:\nit broke"));
  }

  @Test
  void a_script_that_checks_nothing_is_a_failure() throws IOException, InterruptedException {
    assertThat(run("true")).extracting(Outcome::problem).containsExactly("ended with 0:\n");
  }

  @Test
  void the_first_command_that_works_is_taken() throws InterruptedException {
    assertThat(Script.working(List.of("no-such-program", "false", "true", "sh"), "-c", "x"))
        .isEqualTo("true");
    assertThat(Script.working(List.of("no-such-program"), "-c", "x")).isNull();
  }
}
