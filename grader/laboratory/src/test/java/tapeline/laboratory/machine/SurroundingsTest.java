package tapeline.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a machine that is a folder.
class SurroundingsTest {
  @TempDir Path root;

  private Surroundings with(String stat, String throttles0, String throttles1) throws IOException {
    write("proc/stat", stat);
    write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", throttles0);
    write("sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", throttles1);
    return Surroundings.read(root);
  }

  private void write(String file, String text) throws IOException {
    var path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void what_was_stolen_and_throttled_meanwhile_is_said() throws IOException {
    var before = with("cpu  100 0 100 700 50 20 20 10 99 0\ncpu0 1 2 3 4\n", "3\n", "0\n");
    assertThat(before).isEqualTo(new Surroundings(3, 10, 1000));
    var after = with("cpu  200 0 200 1300 50 20 20 210 99 0\n", "4\n", "5\n");
    assertThat(after.warnings(before))
        .containsExactly(
            "the processor was too hot, and slowed down 6 times",
            "20 % of the processors' time went to other virtual machines");
    assertThat(after.warnings(after)).as("nothing since then").isEmpty();
  }

  @Test
  void what_is_not_kept_reads_zero() {
    assertThat(Surroundings.read(root)).isEqualTo(new Surroundings(0, 0, 0));
    assertThat(Surroundings.read(root).warnings(new Surroundings(0, 0, 0))).isEmpty();
  }
}
