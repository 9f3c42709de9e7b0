package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelMagicTest {
  @TempDir private Path folder;

  @Test
  void the_chart_stands_below_what_the_program_prints_and_an_old_one_is_not_shown()
      throws IOException {
    try (var on = NotebookCourse.in(folder)) {
      var program = folder.resolve("grader/laboratory/src/main/java/lab/YourModel.java");
      Files.createDirectories(program.getParent());
      Files.writeString(
          program,
          """
          package lab;

          import java.nio.file.*;

          /// Draws.
          public final class YourModel {
            static void main() throws Exception {
              var folder = Path.of(System.getProperty("tapeline.root"), "grader/target/model");
              Files.createDirectories(folder);
              if (System.getProperty("tapeline.missing").isEmpty()) {
                Files.writeString(folder.resolve("model.png"), "drawn");
              }
            }
          }
          """);
      var magic = new ModelMagic(on.room);
      var shown = magic.run(List.of("reference"), "");
      assertThat(String.valueOf(shown.getData(MIMEType.TEXT_HTML)))
          .contains("data:image/png;base64,")
          .contains("alt=\"What each module makes smaller");
      assertThat(NotebookCourse.text(magic.run(List.of(), ""))).isEqualTo("No chart was drawn.");
      assertThatThrownBy(() -> magic.run(List.of("mine"), ""))
          .hasMessage("`%model` takes the word `reference` or none, got [mine]");
    }
  }
}
