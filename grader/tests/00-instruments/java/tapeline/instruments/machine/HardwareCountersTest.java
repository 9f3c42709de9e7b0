package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
                "7,,page-faults,0,100.00,,"),
            "2");
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
    assertThat(new HardwareCounters(counts, "").counts().keySet())
        .containsExactly("instructions", "cycles", "branches", "branch-misses");
  }

  @Test
  void perf_is_asked_for_user_code_as_a_kernel_would_count_for_root() {
    assertThat(HardwareCounters.command(7))
        .contains("instructions:u,cycles:u,cache-misses:u,branches:u,branch-misses:u", "7");
  }

  @Test
  void why_there_is_no_count_is_said_in_a_sentence() {
    var denied =
        List.of(
            "Error:", "Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open");
    assertThat(HardwareCounters.parse(denied, "4").table().notes())
        .containsExactly(
            "no count, as kernel.perf_event_paranoid is 4: with 2 or less, perf may count user code");
    assertThat(HardwareCounters.parse(denied, "2").reason()).contains("may not count here");
    var kinds = List.of("5,,cpu_core/instructions:u/,1", "2,,cpu_atom/instructions:u/,1");
    assertThat(HardwareCounters.parse(kinds, "2").counts()).isEqualTo(Map.of("instructions", 7L));
    var none = List.of("<not supported>,,instructions:u,0,100.00,,");
    assertThat(HardwareCounters.parse(none, "2").reason()).contains("like most virtual machines");
    assertThat(HardwareCounters.parse(List.of("unknown option `control'"), "2").reason())
        .isEqualTo("no count, as perf says: unknown option `control'");
    var missing = HardwareCounters.of(() -> {}, List.of("no-such-perf"));
    assertThat(missing.reason()).startsWith("no count, as there is no perf: ");
  }

  /// A shell that answers as `perf` does counts only between two commands.
  @Test
  @EnabledOnOs(OS.LINUX)
  void it_counts_while_the_work_runs(@TempDir Path folder) {
    var told = folder.resolve("told");
    var script =
        """
        trap 'echo 7,,instructions:u,100 >&2; exit' ALRM
        while read word; do echo $word >> '%s'; echo ack; done
        """
            .formatted(told);
    var during = new ArrayList<String>();
    var counted =
        HardwareCounters.of(
            () -> during.addAll(assertDoesNotThrow(() -> Files.readAllLines(told))),
            List.of("sh", "-c", script));
    assertThat(during).containsExactly("enable");
    assertThat(told).content().isEqualTo("enable\ndisable\n");
    assertThat(counted).isEqualTo(new HardwareCounters(Map.of("instructions", 7L), ""));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void work_that_throws_leaves_no_perf_behind() throws Exception {
    var perf = List.of("sh", "-c", "echo ack; exec sleep 100");
    var before = ProcessHandle.current().children().toList();
    var started = new ProcessHandle[1];
    Runnable work =
        () -> {
          started[0] =
              ProcessHandle.current()
                  .children()
                  .filter(child -> !before.contains(child))
                  .findFirst()
                  .orElseThrow();
          throw new IllegalStateException("the work's own");
        };
    assertThatThrownBy(() -> HardwareCounters.of(work, perf)).hasMessage("the work's own");
    assertThat(started[0].onExit().get(60, TimeUnit.SECONDS).isAlive())
        .as("the program that counts is alive after the work has thrown")
        .isFalse();
  }
}
