package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import tapeline.toolkit.ProcessorClock;

/// Against what threads say of themselves: processor time is counted, and waiting is not in it, so
/// this holds on a busy machine too.
class ProcessorClockTest {
  private final ProcessorClock clock = new ProcessorClock(ProcessHandle.current());

  /// Works until its thread has used so many nanoseconds, and returns how many it has used.
  private static long work(long nanos) {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long used = 0;
    while (used < nanos) {
      used = threads.getCurrentThreadCpuTime() - start;
    }
    return used;
  }

  private static <T> T inThread(Callable<T> task) throws InterruptedException, ExecutionException {
    try (var executor = Executors.newSingleThreadExecutor()) {
      return executor.submit(task).get();
    }
  }

  @Test
  void less_than_a_step_of_the_jdks_clock_is_seen() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/schedstat")), "Linux's times of threads");
    try (var executor = Executors.newSingleThreadExecutor()) {
      executor.submit(() -> work(1)).get();
      for (int i = 0; i < 8; i++) {
        long before = clock.nanos();
        long worked = executor.submit(() -> work(2_000_000)).get();
        assertThat(clock.nanos() - before)
            .as("2 ms of work of a thread that lives on: a clock with steps of 10 ms says 0 or 10")
            .isBetween(worked, 50 * worked);
      }
    }
  }

  @Test
  void a_thread_that_was_born_and_has_ended_is_missed_by_one_step_at_most() throws Exception {
    long before = clock.nanos();
    long worked = 0;
    for (int i = 0; i < 5; i++) {
      worked += inThread(() -> work(20_000_000));
    }
    assertThat(clock.nanos() - before)
        .as(
            "100 ms of work of threads that are listed no more, less 10 ms of a step on either side")
        .isGreaterThan(worked - 20_000_000);
  }

  @Test
  void what_was_seen_of_an_ended_thread_stays() throws Exception {
    long[] seen = new long[2];
    inThread(() -> {
      work(30_000_000);
      seen[0] = clock.nanos();
      return null;
    });
    for (int i = 0; i < 20; i++) {
      seen[1] = clock.nanos();
      assertThat(seen[1]).as("a clock that goes back").isGreaterThanOrEqualTo(seen[0]);
      seen[0] = seen[1];
    }
  }

  @Test
  void a_process_that_has_ended_keeps_its_time() throws Exception {
    var process = new ProcessBuilder(java(), "-version").redirectErrorStream(true).start();
    var of = new ProcessorClock(process.toHandle());
    process.getInputStream().readAllBytes();
    long seen = of.nanos();
    process.waitFor();
    assertThat(of.nanos()).isGreaterThanOrEqualTo(seen);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
