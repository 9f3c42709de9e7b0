package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// How long a process's threads have waited for a processor, all of them together: the second
/// number of Linux's `/proc/<process>/task/<thread>/schedstat`.
///
/// Time at work and time waiting for it are what the threads wanted. On a busy machine a program of
/// seven busy threads gets no more processor time than others do, but wants seven times as much.
/// Where there is no such file, it is 0.
final class WaitingClock {
  private final Path tasks;
  private Map<Path, Long> seen = Map.of();
  private long ended;

  WaitingClock(ProcessHandle process) {
    this.tasks = Path.of("/proc", Long.toString(process.pid()), "task");
  }

  /// Nanoseconds so far; never goes back.
  long nanos() throws IOException {
    var now = new HashMap<Path, Long>();
    if (Files.isDirectory(tasks)) {
      try (var list = Files.newDirectoryStream(tasks)) {
        for (var thread : list) {
          readInto(now, thread);
        }
      } catch (java.nio.file.NoSuchFileException _) {
        // the process has ended: what is known remains
      }
    }
    seen.forEach((thread, nanos) -> ended += now.containsKey(thread) ? 0 : nanos);
    seen = now;
    return ended + now.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void readInto(Map<Path, Long> nanos, Path thread) {
    try {
      var numbers = Files.readString(thread.resolve("schedstat")).split(" ", -1);
      nanos.put(thread, Long.parseLong(numbers[1]));
    } catch (IOException _) {
      // a thread that has just ended, or a system without the file
    }
  }
}
