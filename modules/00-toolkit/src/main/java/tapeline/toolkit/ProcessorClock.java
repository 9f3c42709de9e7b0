package tapeline.toolkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// The processor time of a running process, all its threads together: read from outside, so that it
/// neither disturbs the work nor can be set by it.
///
/// The JDK's clock of a process steps by 10 ms on Linux. Linux also keeps each thread's time in
/// nanoseconds: the first number of `/proc/<process>/task/<thread>/schedstat`. A thread that has
/// ended is listed no more; its time when last seen is kept here. Its time after that is missed
/// until the JDK's clock, which counts all threads, is ahead: then that clock's step is taken.
/// Where there is no such file, the JDK's clock is all there is.
public final class ProcessorClock {
  private final ProcessHandle process;
  private final Path tasks;
  private Map<Path, Long> seen = Map.of();
  private long ended;

  public ProcessorClock(ProcessHandle process) {
    this.process = process;
    this.tasks = Path.of("/proc", Long.toString(process.pid()), "task");
  }

  /// Nanoseconds that the process has worked so far; never goes back. Some hundred microseconds of
  /// the caller's time, so it is read where nothing is timed.
  public long nanos() {
    var now = threads();
    seen.forEach((thread, nanos) -> ended += now.containsKey(thread) ? 0 : nanos);
    seen = now;
    long known = ended + now.values().stream().mapToLong(Long::longValue).sum();
    long missed = Math.max(0, steps() - known);
    ended += missed;
    return known + missed;
  }

  private long steps() {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  private Map<Path, Long> threads() {
    var nanos = new HashMap<Path, Long>();
    if (Files.isDirectory(tasks)) {
      try (var list = Files.newDirectoryStream(tasks)) {
        for (var thread : list) {
          readInto(nanos, thread);
        }
      } catch (IOException _) {
        // the process has ended: what is known remains
      }
    }
    return nanos;
  }

  private static void readInto(Map<Path, Long> nanos, Path thread) {
    try {
      var numbers = Files.readString(thread.resolve("schedstat"));
      nanos.put(thread, Long.parseLong(numbers.substring(0, numbers.indexOf(' '))));
    } catch (IOException _) {
      // a thread that has just ended, or a system without the file
    }
  }
}
