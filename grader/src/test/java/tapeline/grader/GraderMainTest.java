package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.run.Jvm;

class GraderMainTest {
  @TempDir Path folder;

  private String failed(String option) {
    var out = new ByteArrayOutputStream();
    int code = GraderMain.run(folder, new PrintStream(out, false, UTF_8), option);
    assertThat(code).as(out.toString(UTF_8)).isEqualTo(1);
    return out.toString(UTF_8);
  }

  @Test
  void a_place_that_cannot_be_written_is_told_in_a_line_with_the_reason() throws IOException {
    FixtureCourse.cold(folder);
    var file = Files.createFile(folder.resolve("file"));
    assertThat(failed("-Dexport=" + file.resolve("work.zip")))
        .startsWith("cannot write %s: java.nio.file.".formatted(file.resolve("work.zip")))
        .hasLineCount(1);
  }

  @Test
  void numbers_have_the_digits_0_to_9_where_the_machine_has_others() throws Exception {
    FixtureCourse.cold(folder);
    var egyptian = List.of("-Duser.language=ar", "-Duser.country=EG");
    var command = new ArrayList<>(List.of(Jvm.java().toString()));
    command.addAll(egyptian);
    command.addAll(List.of("-cp", classPath(), GraderMain.class.getName(), "-Dmodule=99"));
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    assertThat(process.inputReader(UTF_8).readAllAsString()).contains("there is no module 99; ");
  }

  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(p -> Path.of(p).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void a_wrong_request_is_told_in_a_line() {
    assertThat(failed("-Dhint"))
        .isEqualToIgnoringNewLines("-Dhint needs a value, as in -Dhint=03.2");
  }
}
