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
  void a_wrong_request_is_told_in_a_line() {
    assertThat(failed("-Dhint"))
        .isEqualToIgnoringNewLines("-Dhint needs a value, as in -Dhint=03.2");
  }
}
