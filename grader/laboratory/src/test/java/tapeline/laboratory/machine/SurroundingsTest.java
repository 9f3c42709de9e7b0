package tapeline.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsTest {
  @TempDir Path root;

  private void write(String processor, String count) throws IOException {
    var folder = Files.createDirectories(root.resolve(processor).resolve("thermal_throttle"));
    Files.writeString(folder.resolve("core_throttle_count"), count);
  }

  @Test
  void throttles_of_all_processors_are_counted() throws IOException {
    assertThat(Surroundings.throttled(root.resolve("none"))).as("where none is kept").isZero();
    write("cpu0", "4\n");
    write("cpu1", "5\n");
    Files.createDirectories(root.resolve("cpufreq"));
    assertThat(Surroundings.throttled(root)).isEqualTo(9);
  }

  @Test
  void what_was_stolen_and_throttled_meanwhile_is_said() {
    var before = new Surroundings(3, 10, 1000);
    var after = new Surroundings(9, 210, 2000);
    assertThat(after.minus(before).warnings())
        .containsExactly(
            "the processor was too hot, and slowed down 6 times",
            "20 % of the processors' time went to other virtual machines");
    assertThat(after.minus(after).warnings()).as("nothing since then").isEmpty();
    assertThat(after.minus(before).plus(new Surroundings(1, 0, 0)).warnings())
        .as("together with another time")
        .contains("the processor was too hot, and slowed down 7 times");
  }

  @Test
  void this_machine_has_a_clock() {
    assertThat(Surroundings.now().total()).as("ticks since it was started").isPositive();
  }
}
