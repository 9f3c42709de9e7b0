package tapeline.laboratory.parallel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NotInstalledTest {
  private static void fails(Class<?> main, String word, String reason) throws Exception {
    var program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                RingLauncher.classPath(main),
                main.getName(),
                word)
            .redirectErrorStream(true);
    program.environment().put("PATH", "/no/folder");
    var process = program.start();
    assertThat(process.inputReader(UTF_8).readAllAsString())
        .contains("IllegalStateException: " + reason);
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void a_program_whose_launcher_is_not_installed_fails() throws Exception {
    fails(DataParallel.class, "srun", "srun is not installed here");
  }
}
