package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Stops a process while it is not its turn, and lets it go on: `kill(2)` with SIGSTOP and SIGCONT.
///
/// A stopped process does nothing at all: it cannot disturb the other one, and cannot work in
/// advance. Where there is no `kill`, as on Windows, [#isPossible] is false and nothing is stopped.
final class Suspension {
  private static final boolean MAC = System.getProperty("os.name").startsWith("Mac");
  private static final int STOP = MAC ? 17 : 19;
  private static final int CONTINUE = MAC ? 19 : 18;
  private static final long MOST_NANOS = 1_000_000_000;
  private static final long PAUSE_NANOS = 30_000;
  private static final @Nullable MethodHandle KILL = find();

  private final int pid;
  private final Path tasks;

  Suspension(ProcessHandle process) {
    this.pid = (int) process.pid();
    this.tasks = Path.of("/proc", Integer.toString(pid), "task");
  }

  private static @Nullable MethodHandle find() {
    var linker = Linker.nativeLinker();
    var types =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    return linker
        .defaultLookup()
        .find("kill")
        .map(kill -> linker.downcallHandle(kill, types))
        .orElse(null);
  }

  static boolean isPossible() {
    return KILL != null;
  }

  /// Stops it, and returns when all of its threads have stopped: on a busy machine each has to get
  /// a processor for that.
  void stop() throws IOException {
    send(STOP);
    long end = System.nanoTime() + MOST_NANOS;
    var running = threads();
    while (true) {
      var left = new ArrayList<Path>();
      for (var thread : running) {
        if (isRunning(thread)) {
          left.add(thread);
        }
      }
      if (left.isEmpty() || System.nanoTime() >= end) {
        return;
      }
      running = left;
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  void goOn() {
    send(CONTINUE);
  }

  private List<Path> threads() throws IOException {
    if (KILL == null || !Files.isDirectory(tasks)) {
      return List.of();
    }
    try (var list = Files.list(tasks)) {
      return list.toList();
    } catch (NoSuchFileException _) {
      return List.of(); // it has just ended
    }
  }

  /// A thread's state is the letter after its name, which stands in parentheses; T is stopped.
  private static boolean isRunning(Path thread) throws IOException {
    var stat = thread.resolve("stat");
    try {
      var text = Files.readString(stat);
      char state = text.charAt(text.lastIndexOf(')') + 2);
      return "RSDW".indexOf(state) >= 0;
    } catch (IOException e) {
      if (Files.exists(stat)) {
        throw e;
      }
      return false; // it has just ended
    }
  }

  private void send(int signal) {
    var kill = KILL;
    if (kill == null) {
      return;
    }
    try {
      int _ = (int) kill.invokeExact(pid, signal); // it fails when the process has ended
    } catch (Throwable t) {
      throw new IllegalStateException("kill(%d, %d) could not be called".formatted(pid, signal), t);
    }
  }
}
