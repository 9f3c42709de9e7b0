package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The changes of files that count as a save.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WatchTest {
  @TempDir private Path folder;

  @Test
  void a_save_of_java_or_of_a_kernel_counts_and_nothing_else() throws IOException {
    var java = Files.createDirectories(folder.resolve("main/java/count"));
    var cuda = Files.createDirectories(folder.resolve("main/resources/cuda"));
    try (var watch = new Watch(List.of(folder))) {
      Files.writeString(cuda.resolve("add.cu.swp"), "an editor's own");
      Files.writeString(cuda.resolve("add.cu"), "times 2");
      assertThat(watch.next()).isEqualTo("add.cu");
      Files.writeString(java.resolve("notes.txt"), "");
      Files.writeString(java.resolve("Count.java"), "class Count {}");
      assertThat(watch.next()).isEqualTo("Count.java");
    }
  }
}
