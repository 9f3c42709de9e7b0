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
class NotebookRunnerTest {
  @TempDir Path folder;

  private NotebookRunner runner(String script) {
    return new NotebookRunner(new ProcessBuilder("sh", "-c", script), folder.resolve("log"));
  }

  @Test
  void one_process_is_given_notebooks_again_and_again() throws IOException {
    var script =
        """
        while read names; do
          echo "{\\"name\\": \\"$$ $(echo "$names" | tr '\\t' ,)\\"}"
          echo a word between
          echo done
        done
        """;
    try (var runner = runner(script)) {
      var first = runner.run(List.of("01 one", "02")).getFirst().name();
      assertThat(first).endsWith(" 01 one,02");
      var process = first.split(" ", 2)[0];
      assertThat(runner.run(List.of("03"))).containsExactly(Outcome.passed(process + " 03"));
    }
  }

  @Test
  void a_process_that_says_no_more_but_lives_on_costs_no_later_notebook() throws IOException {
    var script =
        """
        read names
        echo "{\\"name\\": \\"$names\\"}"
        if [ "$names" = 01 ]; then exec 0<&- 1>&-; sleep 30; fi
        echo done
        """;
    try (var runner = runner(script)) {
      assertThat(runner.run(List.of("01"))).hasSize(2);
      assertThat(runner.run(List.of("02"))).containsExactly(Outcome.passed("02"));
    }
  }

  @Test
  void a_process_that_ends_costs_no_later_notebook() throws IOException {
    var script =
        """
        read names
        echo "{\\"name\\": \\"$names\\"}"
        if [ "$names" = 01 ]; then echo it broke >&2; exit 3; fi
        echo done
        """;
    try (var runner = runner(script)) {
      assertThat(runner.run(List.of("01")))
          .containsExactly(
              Outcome.passed("01"),
              Outcome.failed("notebooks", "ended, or took more than 36 minutes:\nit broke\n"));
      assertThat(runner.run(List.of("02"))).containsExactly(Outcome.passed("02"));
    }
  }
}
