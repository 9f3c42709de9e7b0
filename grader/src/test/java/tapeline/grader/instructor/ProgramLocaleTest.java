package tapeline.grader.instructor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// An instructor whose terminal knows ASCII alone gets the files of students who do not.
class ProgramLocaleTest {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_file_with_an_umlaut_is_written_whatever_the_terminals_locale_is() throws Exception {
    assertThat(write("ANSI_X3.4-1968")).as("with what the program is given").isZero();
    assertThat(write("UTF-8")).as("with LC_ALL=C alone").isNotZero();
  }

  @Test
  void a_locale_that_is_unicode_is_left_alone() {
    assertThat(InstructorProject.locale("Linux", "UTF-8")).isEmpty();
    assertThat(InstructorProject.locale("Mac OS X", "US-ASCII")).isEmpty();
  }

  /// Writes a file in another JVM with `LC_ALL=C` and this encoding; returns its exit code.
  private int write(String encoding) throws IOException, InterruptedException {
    var program = folder.resolve("Write.java");
    Files.writeString(
        program,
        """
        void main() throws Exception {
          java.nio.file.Files.writeString(java.nio.file.Path.of("Gr\\u00f6\\u00dfe.java"), "");
        }
        """);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(java, program.getFileName().toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    var environment = new HashMap<>(builder.environment());
    environment.put("LC_ALL", "C");
    environment.putAll(InstructorProject.locale("Linux", encoding));
    builder.environment().putAll(environment);
    return builder.start().waitFor();
  }
}
