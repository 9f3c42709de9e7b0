package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelTrainingTest {
  @TempDir Path folder;

  @Test
  void a_cache_that_is_older_than_a_jar_is_deleted() throws IOException {
    var files = new KernelFiles(folder);
    Files.createDirectories(files.library());
    var jars = List.of(folder.resolve("a.jar"), folder.resolve("b.jar"));
    for (var file : List.of(jars.getFirst(), jars.getLast(), files.cache())) {
      Files.createFile(file);
      assertThat(file.toFile().setLastModified(1_000_000)).isTrue();
    }
    var classPath = new ClassPath(jars);
    assertThat(KernelTraining.fits(files, classPath)).isTrue();
    assertThat(files.cache()).exists();
    assertThat(jars.getLast().toFile().setLastModified(1_002_000)).isTrue();
    assertThat(KernelTraining.fits(files, classPath)).isFalse();
    assertThat(files.cache())
        .as("a kernel that starts from it has the classes of the jar as it was")
        .doesNotExist();
  }
}
