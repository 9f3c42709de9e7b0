package tapeline.instructor.gradebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The largest resident memory that this process and all that it started had together, looked at
/// ten times a second; 0 where there is no `/proc`. Pages that several share count for each.
final class ProcessTreeMemory implements AutoCloseable {
  private final Thread sampler = Thread.ofPlatform().daemon().unstarted(this::sample);
  private volatile long peak;
  private volatile boolean ended;

  ProcessTreeMemory() {
    sampler.start();
  }

  private void sample() {
    try {
      while (!ended) {
        peak = Math.max(peak, now());
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (InterruptedException _) {
      // The caller wants to know no more.
    }
  }

  private static long now() {
    var self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants())
        .mapToLong(p -> resident(Path.of("/proc/" + p.pid() + "/status")))
        .sum();
  }

  private static long resident(Path status) {
    try (var lines = Files.lines(status)) {
      return lines
          .filter(l -> l.startsWith("VmRSS:"))
          .mapToLong(l -> 1024 * Long.parseLong(l.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException _) {
      return 0; // it has ended
    }
  }

  /// In bytes.
  long peak() {
    return peak;
  }

  @Override
  public void close() {
    ended = true;
    sampler.interrupt();
  }
}
