package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HardwareCountersTest {
  @Test
  void counters_are_read_from_what_perf_writes() {
    var read =
        HardwareCounters.parse(
            List.of(
                "# started",
                "2000,,instructions:u,100,100.00,,",
                "1000,,cycles:u,100,100.00,,",
                "<not supported>,,cache-misses,0,100.00,,",
                "800,,branches:u,100,100.00,,",
                "8,,branch-misses:u,100,100.00,,",
                "7,,page-faults,0,100.00,,"));
    assertThat(read.table().rows())
        .containsExactly(
            List.of("instructions", "2,000", ""),
            List.of("cycles", "1,000", "0.500 cycles per instruction"),
            List.of("cache-misses", "not available", ""),
            List.of("branches", "800", ""),
            List.of("branch-misses", "8", "0.0100 of the branches"));
  }

  @Test
  void counts_are_in_the_order_of_the_events() {
    var counts = Map.of("branch-misses", 5L, "cycles", 2L, "branches", 4L, "instructions", 1L);
    assertThat(new HardwareCounters(counts).counts().keySet())
        .containsExactly("instructions", "cycles", "branches", "branch-misses");
  }

  @Test
  void perf_is_asked_for_user_code_as_a_kernel_would_count_for_root() {
    assertThat(HardwareCounters.command(7))
        .contains("instructions:u,cycles:u,cache-misses:u,branches:u,branch-misses:u", "7");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_process_that_has_ended_has_no_open_counters() {
    assertThat(HardwareCounters.counts(Integer.MAX_VALUE)).isFalse();
  }

  /// A shell that has opened a file whose name is that of perf's counters stands for `perf`.
  @Test
  @EnabledOnOs(OS.LINUX)
  void work_that_throws_leaves_no_perf_behind(@TempDir Path folder) throws Exception {
    var perf = List.of("sh", "-c", "exec 3> '" + folder.resolve("perf_event") + "'; exec sleep 20");
    var started = new ProcessHandle[1];
    Runnable work =
        () -> {
          started[0] =
              ProcessHandle.current()
                  .children()
                  .filter(child -> HardwareCounters.counts(child.pid()))
                  .findFirst()
                  .orElseThrow();
          throw new IllegalStateException("the work's own");
        };
    assertThatThrownBy(() -> HardwareCounters.of(work, perf)).hasMessage("the work's own");
    assertThat(started[0].onExit().get(3, TimeUnit.SECONDS).isAlive())
        .as("the program that counts is alive after the work has thrown")
        .isFalse();
  }
}
