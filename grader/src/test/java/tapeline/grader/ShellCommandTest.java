package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The launcher of the course, and Maven with the course's settings, seen from a shell.
@DisabledOnOs(OS.WINDOWS)
class ShellCommandTest {
  private static List<String> lines(String command) throws IOException {
    var shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
    return shell.inputReader(UTF_8).readAllLines();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hint          | hint needs the number of an exercise, as in: ./tapeline hint 03.2
          cuda          | cuda has one command, as in: ./tapeline cuda run my.cu
          cuda rnu a.cu | cuda has one command, as in: ./tapeline cuda run my.cu
          quiz          | quiz needs the number of a module, as in: ./tapeline quiz 03
          import        | import needs the name of a file, as in: ./tapeline import work.zip
          submit        | submit needs the name of a file, as in: ./tapeline submit work.zip
          join          | join needs an invitation, as in: ./tapeline join https://class.example.edu/#TOKEN
          handin        | handin needs the number of a module, as in: ./tapeline handin 05
          doctor me     | doctor takes no word, got me
          progress share | progress share needs the name of a file, as in: ./tapeline progress share mine.json
          grade 1 2     | One word behind grade is enough, got also: 2
          progress 03   | progress takes no word, got 03
          update 03     | update takes no word, got 03
          watsh         | There is no command watsh. Did you mean ./tapeline watch?
          hints         | There is no command hints. Did you mean ./tapeline hint?
          lead          | There is no command lead. Did you mean ./tapeline leaderboard?
          xyzzy         | There is no command xyzzy.
          """)
  void a_wrong_call_is_answered_in_a_line_and_how_to_get_the_commands(String call, String said)
      throws IOException {
    assertThat(lines("./tapeline " + call))
        .containsExactly(said, "./tapeline help lists the commands.");
  }

  @Test
  void the_commands_fit_a_narrow_terminal() throws IOException {
    assertThat(lines("COLUMNS=60 ./tapeline"))
        .hasSizeGreaterThan(20)
        .allMatch(line -> line.length() <= 60);
  }

  @Test
  void maven_writes_no_escapes_into_a_pipe_and_no_stack_where_its_reader_has_gone()
      throws IOException {
    assertThat(Path.of(".mvn")).as("the folder of this test").isDirectory();
    assertThat(lines("mvn -v")).noneMatch(line -> line.contains("\u001b"));
    assertThat(lines("mvn -v | true")).isEmpty();
  }
}
