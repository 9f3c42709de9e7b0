package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {
  @Test
  void a_folder_that_cannot_be_written_is_no_stack(@TempDir Path folder)
      throws IOException, InterruptedException {
    Files.createFile(folder.resolve("notebooks"));
    assertThat(Launch.run(new KernelFiles(folder), Map.of("notebook", "register"))).isEqualTo(1);
  }
}
