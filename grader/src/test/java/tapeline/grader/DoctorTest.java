package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The things that a machine lacks, and the command that installs each.
class DoctorTest {
  @TempDir private Path commands;

  private void have(String command) throws IOException {
    assertThat(Files.createFile(commands.resolve(command)).toFile().setExecutable(true)).isTrue();
  }

  @Test
  void names_what_is_missing_and_the_command_that_installs_it() throws IOException {
    have("git");
    have("apt-get");
    var said = new ByteArrayOutputStream();
    boolean well;
    try (var out = new PrintStream(said, true, UTF_8)) {
      well = new Doctor(out, commands.toString(), "Linux").run();
    }
    assertThat(well).as("nothing goes without Maven").isFalse();
    assertThat(said.toString(UTF_8))
        .contains("+ git              " + commands.resolve("git"))
        .contains("- Maven            needed\n      sudo apt-get install maven\n")
        .contains(
            "- Jupyter          for the notebooks\n      sudo apt-get install jupyter-notebook\n")
        .contains("JDK 25", "memory", "fonts");
  }
}
