package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The changes of files that count as a save.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WatchTest {
  @TempDir private Path folder;
  @TempDir private Path outside;

  /// At once: a file that is written where it is watched is made first, and then changed.
  private void save(Path file, String text) throws IOException {
    var whole = Files.writeString(outside.resolve(file.getFileName()), text);
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void a_save_of_java_or_of_a_kernel_counts_and_nothing_else() throws IOException {
    var java = Files.createDirectories(folder.resolve("main/java/count"));
    var cuda = Files.createDirectories(folder.resolve("main/resources/cuda"));
    try (var watch = new Watch(List.of(folder))) {
      save(cuda.resolve("add.cu.swp"), "an editor's own");
      save(cuda.resolve("add.cu"), "times 2");
      assertThat(watch.next()).isEqualTo("add.cu");
      save(java.resolve("notes.txt"), "");
      save(java.resolve("Count.java"), "class Count {}");
      assertThat(watch.next()).isEqualTo("Count.java");
    }
  }
}
