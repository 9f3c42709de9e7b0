package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFileTest {
  private static final Processor HERE = new Processor("Test 9000", 8, List.of(32768L, 1048576L));
  private static final List<Ceiling> FLOPS =
      List.of(
          new Ceiling("scalar", 9e9, 8e9, 10e9),
          Ceiling.published("256-bit", 110e9),
          Ceiling.published("256-bit" + Ceilings.ALL_CORES, 800e9));
  private static final List<Ceiling> BYTES =
      List.of(
          Ceiling.published("L1", 150e9),
          Ceiling.published("memory", 20e9),
          Ceiling.published("memory" + Ceilings.ALL_CORES, 30e9));

  private final MachineFile file =
      MachineFile.of(HERE, FLOPS, BYTES, List.of(new Ceiling("memory", 1e7, 0.8e7, 1.25e7)));

  @TempDir Path folder;

  @Test
  void what_is_written_is_read_again() throws IOException {
    var path = folder.resolve("new/machine.json");
    file.write(path);
    assertThat(MachineFile.read(path)).isEqualTo(file);
    assertThat(MachineFile.read(path).ofThisMachine(HERE)).isEqualTo(file);
  }

  @Test
  void the_file_says_machine_jdk_date_and_units() throws IOException {
    file.write(folder.resolve("machine.json"));
    assertThat(Files.readString(folder.resolve("machine.json")))
        .contains("\"Test 9000\"", "\"cores\" : 8", "\"jdk\"", "\"date\"")
        .contains("\"flopsPerSecond\"", "\"bytesPerSecond\"", "\"loadsPerSecond\"")
        .contains("\"perSecond\" : 9.0E9", "\"least\" : 8.0E9", "\"most\" : 1.0E10");
  }

  @Test
  void a_reader_of_the_file_before_has_it_whole() throws IOException {
    var path = folder.resolve("machine.json");
    Files.writeString(path, "before");
    var opened = Files.createLink(folder.resolve("opened"), path);
    file.write(path);
    assertThat(Files.readString(opened)).isEqualTo("before");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("machine.json", "opened");
  }

  @Test
  void no_file_says_how_to_measure() {
    assertThatThrownBy(() -> MachineFile.read(folder.resolve("none.json")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the ceilings of this machine are not measured yet, there is no ")
        .hasMessageEndingWith("measure with: ./tapeline run MeasureMachine");
  }

  @Test
  void what_is_no_machine_is_refused() throws IOException {
    var path = folder.resolve("machine.json");
    var noProcessor = "{\"flopsPerSecond\": [], \"bytesPerSecond\": [], \"loadsPerSecond\": []}";
    for (var text :
        List.of("", "[]", "{\"proc", "{\"ceilings\": 3}", "{\"jdk\": \"25\"}", noProcessor)) {
      Files.writeString(path, text);
      assertThatThrownBy(() -> MachineFile.read(path))
          .as(text)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("machine.json holds no machine (")
          .hasMessageEndingWith("measure with: ./tapeline run MeasureMachine");
    }
  }

  @Test
  void a_file_that_cannot_be_read_is_refused_by_the_same_rule() throws IOException {
    var path = Files.createDirectory(folder.resolve("machine.json"));
    assertThatThrownBy(() -> MachineFile.read(path))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("machine.json holds no machine (");
  }

  @Test
  void another_machines_are_refused() {
    for (var other :
        List.of(
            new Processor("Test 9001", 8, HERE.caches()),
            new Processor("Test 9000", 4, HERE.caches()))) {
      assertThatThrownBy(() -> file.ofThisMachine(other))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "ceilings hold on the machine that they were measured on: kept are those of Test 9000"
                  + " with 8 cores, this is %s with %d; measure with: ./tapeline run MeasureMachine",
              other.name(), other.cores());
    }
  }

  @Test
  void other_caches_do_not_make_another_machine() {
    assertThat(file.ofThisMachine(new Processor("Test 9000", 8, List.of()))).isEqualTo(file);
  }

  @Test
  void peak_and_memory_are_the_highest_and_the_lowest() {
    var one = file.ceilings().oneCore();
    assertThat(one.machine()).isEqualTo("Test 9000, 8 cores");
    assertThat(one.peak().name()).isEqualTo("256-bit");
    assertThat(one.memory().perSecond()).isEqualTo(20e9);
    assertThat(file.ceilings().named("L1")).isEqualTo(BYTES.getFirst());
    assertThatThrownBy(() -> one.named("L2"))
        .hasMessage("Test 9000, 8 cores has no ceiling L2, it has scalar, 256-bit, L1, memory");
  }

  @Test
  void the_table_has_the_usual_units() {
    assertThat(file.table().rows())
        .contains(
            List.of("scalar", "9", "8 to 10", "GFLOP/s"),
            List.of("L1", "150", "150 to 150", "GB/s"),
            List.of("memory latency", "100", "80 to 125", "ns"));
  }

  @Test
  void this_machine_has_a_name_and_cores() {
    var here = Processor.here();
    assertThat(here.name()).isNotBlank();
    assertThat(here.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(here.caches()).isSorted();
  }
}
