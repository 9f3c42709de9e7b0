package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import oshi.hardware.PhysicalMemory;

/// The facts of a machine that its files, variables and commands tell.
class SystemInfoTest {
  @TempDir Path root;

  private void write(String name, String text) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void a_machine_without_a_container_has_none() throws IOException {
    write("etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n");
    write("proc/1/cgroup", "0::/init.scope\n");
    assertThat(Container.of(root, Map.of("PATH", "/bin"))).isEmpty();
    assertThat(Container.of(root.resolve("nothing/here"), Map.of())).isEmpty();
  }

  @Test
  void a_container_is_known_by_its_engines_file() throws IOException {
    write("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n");
    write(".dockerenv", "");
    assertThat(Container.of(root, Map.of()))
        .isEqualTo("docker, image not told, Debian GNU/Linux 13 (trixie)");
    assertThat(Container.of(root, Map.of("CONTAINER_IMAGE", "course@sha256:0123")))
        .isEqualTo("docker, course@sha256:0123, Debian GNU/Linux 13 (trixie)");
  }

  @Test
  void podman_tells_the_image_and_a_group_or_a_variable_the_engine() throws IOException {
    write("run/.containerenv", "engine=\"podman-5.4\"\nimage=\"docker.io/library/temurin:25\"\n");
    assertThat(Container.of(root, Map.of()))
        .isEqualTo("podman, docker.io/library/temurin:25, system not told");
    Files.delete(root.resolve("run/.containerenv"));
    write("proc/1/cgroup", "12:cpu:/kubepods/burstable/pod1\n");
    assertThat(Container.of(root, Map.of())).startsWith("kubepods, image not told");
    assertThat(Container.of(root, Map.of("container", "systemd-nspawn")))
        .startsWith("systemd-nspawn, image not told");
    assertThat(Container.of(root, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")))
        .startsWith("kubernetes, image not told");
  }

  @Test
  void cards_are_told_with_driver_and_clocks() {
    var said =
        "A card, 550.54.15, 1980 MHz, 2619 MHz, 5, 16\nAnother, 550.54.15, 345 MHz, 405 MHz, 1, 8";
    var links =
        """
        GPU 0: A card (UUID: GPU-1)
        \t Link 0: 26.562 GB/s
        \t Link 1: 26.562 GB/s
        \t Link 2: <inactive>
        GPU 1: Another (UUID: GPU-2)
        """;
    assertThat(GpuDriver.read(List.of("printf", said), List.of("printf", links)))
        .isEqualTo(
            "A card, driver 550.54.15, 1980 MHz, memory 2619 MHz, PCIe 5 with 16 lanes, NVLink 2 × 26.562 GB/s;"
                + " Another, driver 550.54.15, 345 MHz, memory 405 MHz, PCIe 1 with 8 lanes");
    assertThat(GpuDriver.read(List.of("printf", said), List.of("no-such-command-anywhere")))
        .isEqualTo(
            "A card, driver 550.54.15, 1980 MHz, memory 2619 MHz, PCIe 5 with 16 lanes;"
                + " Another, driver 550.54.15, 345 MHz, memory 405 MHz, PCIe 1 with 8 lanes");
  }

  @Test
  void equal_modules_of_memory_are_counted() {
    var one = new PhysicalMemory("0", 16L << 30, 3_200_000_000L, "m", "DDR4", "p", "s");
    var slow = new PhysicalMemory("2", 8L << 30, 0, "m", "DDR4", "p", "s");
    var empty = new PhysicalMemory("3", 0, 0, "m", "unknown", "p", "s");
    assertThat(MachineParts.modules(List.of(one, one, slow, empty)))
        .isEqualTo("2 × 16 GiB DDR4 at 3200 MT/s, 1 × 8 GiB DDR4");
  }

  @Test
  void the_first_folder_with_a_library_of_cuda_tells_its_newest_version() throws IOException {
    write("own/libcudart.so.9.2.148", "");
    write("own/libcudart.so.12.4.99", "");
    write("own/libcudart.so.13", "");
    write("usual/libcudart.so.13.0.96", "");
    write("usual/libcublas.so.13.1.0.3", "");
    var folders = List.of(root.resolve("none"), root.resolve("own"), root.resolve("usual"));
    assertThat(CudaLibraries.in(folders)).isEqualTo("cudart 12.4.99, cublas 13.1.0.3");
    assertThat(CudaLibraries.in(List.of(root.resolve("none")))).isEmpty();
  }

  @Test
  void a_command_that_is_missing_or_fails_is_no_card() {
    var links = List.of("true");
    assertThat(GpuDriver.read(List.of("no-such-command-anywhere"), links))
        .isEqualTo("not available");
    assertThat(GpuDriver.read(List.of("sh", "-c", "echo a, b, c, d, e, f; exit 9"), links))
        .isEqualTo("not available");
    assertThat(GpuDriver.read(List.of("printf", "No devices were found"), links))
        .isEqualTo("not available");
  }

  @Test
  void what_was_written_before_these_were_asked_for_is_read() throws IOException {
    var old =
        """
        {"processor": "chip", "cores": 2, "threads": 4, "caches": "", "memory": 1, "system": "s",
         "jvm": "j", "flags": [], "governor": "", "load": 0.5}
        """;
    var read = new ObjectMapper().readValue(old, SystemInfo.class);
    assertThat(read.container()).isEmpty();
    assertThat(read.gpus()).isEqualTo("not available");
    assertThat(read.parts()).isEmpty();
  }

  @Test
  void this_machine_tells_all_of_them() {
    var now = SystemInfo.now();
    assertThat(now.container()).isEqualTo(Container.of(Path.of("/"), System.getenv()));
    assertThat(now.gpus()).isNotBlank();
    assertThat(now.parts()).contains("NUMA node");
  }

  @Test
  void energy_is_the_sum_of_the_packages() throws IOException {
    write("intel-rapl:0/energy_uj", "1500000\n");
    write("intel-rapl:1/energy_uj", "500000\n");
    write("intel-rapl:0:0/energy_uj", "77\n"); // the cores of package 0, which it counts already
    assertThat(EnergyCounter.in(root).joules()).as("1.5 J and 0.5 J").hasValue(2);
  }

  @Test
  void energy_that_cannot_be_read_is_not_measured() throws IOException {
    assertThat(EnergyCounter.in(root).joules()).as("an empty folder").isEmpty();
    assertThat(EnergyCounter.in(root.resolve("none")).joules()).as("no folder").isEmpty();
    write("intel-rapl:0/energy_uj", "many\n");
    assertThat(EnergyCounter.in(root).joules()).as("no number").isEmpty();
  }
}
