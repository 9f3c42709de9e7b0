package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.instructor.judge.arena.Arena;
import tapeline.toolkit.ProcessorClock;

/// Measures the processor time of a side's JVM in its turns, and how much of it the side's own code
/// took.
///
/// The threads that are there before any code of the side is loaded are the JVM's (compilers,
/// collector), except the one named [Arena#ENTRY]. Names of later threads prove nothing, because
/// the side chooses them. Where a system does not show threads, all of the time is the side's.
final class TurnClock {
  private final ProcessorClock clock;
  private final List<Path> ofJvm = new ArrayList<>();
  private long lastAll;
  private long lastOfJvm;

  /// The processor time of a turn, ns.
  ///
  /// @param all of all threads
  /// @param own without the JVM's threads
  record Use(long all, long own) {}

  /// Begins with a JVM that has loaded no code of the side yet.
  TurnClock(ProcessHandle java) throws IOException {
    clock = new ProcessorClock(java);
    var tasks = Path.of("/proc", Long.toString(java.pid()), "task");
    if (Files.isDirectory(tasks)) {
      try (var threads = Files.newDirectoryStream(tasks)) {
        for (var thread : threads) {
          if (!text(thread.resolve("comm")).equals(Arena.ENTRY)) {
            ofJvm.add(thread.resolve("schedstat"));
          }
        }
      }
    }
  }

  /// Returns the processor time since the last call.
  Use next() {
    long all = clock.nanos();
    long jvm = ofJvm.stream().mapToLong(TurnClock::worked).sum();
    var use = new Use(all - lastAll, Math.max(0, all - lastAll - (jvm - lastOfJvm)));
    lastAll = all;
    lastOfJvm = jvm;
    return use;
  }

  /// Returns the first number of Linux's `schedstat`; 0 for a thread that has ended.
  private static long worked(Path schedstat) {
    var text = text(schedstat);
    return text.isEmpty() ? 0 : Long.parseLong(text.substring(0, text.indexOf(' ')));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException _) {
      return ""; // the thread has ended
    }
  }
}
