package tapeline.instructor.judge.duel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// Takes what a process prints, keeps the beginning, and ends a process that floods it.
final class ErrorDrain {
  private static final int KEPT = 4096;
  private static final int MOST = 1 << 20;

  private final ByteArrayOutputStream begin = new ByteArrayOutputStream();
  private volatile boolean flooded;

  ErrorDrain(Process process) {
    Thread.ofPlatform().daemon().name("what an entry prints").start(() -> drain(process));
  }

  private void drain(Process process) {
    long all = 0;
    var buffer = new byte[KEPT];
    try (InputStream in = process.getErrorStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (begin) {
          begin.write(buffer, 0, Math.min(n, KEPT - begin.size()));
        }
        all += n;
        if (all > MOST && !flooded) {
          flooded = true;
          process.destroyForcibly();
        }
      }
    } catch (IOException _) {
      // the process has ended
    }
  }

  boolean hasFlooded() {
    return flooded;
  }

  /// How much may be printed, bytes.
  static int most() {
    return MOST;
  }

  /// The beginning of what was printed, for a person.
  String text() {
    synchronized (begin) {
      return Plain.text(begin.toString(UTF_8));
    }
  }
}
