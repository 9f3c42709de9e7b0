package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Stops a process while it is not its turn, and lets it go on: `kill(2)` with SIGSTOP and SIGCONT.
///
/// A stopped process does nothing at all: it cannot disturb the other one, and cannot work in
/// advance. Where there is no `kill`, as on Windows, [#isPossible] is false and nothing is stopped.
final class Suspension {
  private static final boolean MAC = System.getProperty("os.name").startsWith("Mac");
  private static final int STOP = MAC ? 17 : 19;
  private static final int CONTINUE = MAC ? 19 : 18;
  private static final long MOST_NANOS = 200_000_000;
  private static final @Nullable MethodHandle KILL = find();

  private final int pid;
  private final Path stat;

  Suspension(ProcessHandle process) {
    this.pid = (int) process.pid();
    this.stat = Path.of("/proc", Integer.toString(pid), "stat");
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

  /// Stops it, and returns when it has stopped.
  void stop() throws IOException {
    send(STOP);
    long end = System.nanoTime() + MOST_NANOS;
    while (isRunning() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  void goOn() {
    send(CONTINUE);
  }

  /// Its state is the letter after its name, which stands in parentheses; T is stopped.
  private boolean isRunning() throws IOException {
    if (KILL == null || !Files.exists(stat)) {
      return false;
    }
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
