package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.toolkit.WholeFile;

class WholeFileTest {
  @TempDir private Path folder;

  @Test
  void a_reader_finds_the_old_file_while_the_new_one_is_written() throws IOException {
    var file = folder.resolve("new/numbers.txt");
    WholeFile.write(file, part -> Files.writeString(part, "old"));
    WholeFile.write(
        file,
        part -> {
          Files.writeString(part, "new");
          assertThat(file).hasContent("old");
          assertThat(part.toString()).as("its suffix").endsWith(".txt");
        });
    assertThat(file).hasContent("new");
  }

  @Test
  void what_fails_halfway_leaves_the_old_file_alone() throws IOException {
    var file = Files.writeString(folder.resolve("numbers.txt"), "old");
    assertThatIOException()
        .isThrownBy(() ->
            WholeFile.write(
                file,
                part -> {
                  Files.writeString(part, "ne");
                  throw new IOException("the disk is full");
                }))
        .withMessage("the disk is full");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(file).hasContent("old");
  }
}
