package tapeline.peers.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How busy other programs keep this machine's processors, where Linux tells.
final class Processors {
  private static final double TICKS = 100; // a second, of /proc
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int GUEST = 9; // counted in the user's time already
  private static final int OWN_USER = 11; // behind the name
  private static final int OWN_SYSTEM = 12;

  private final long start = System.nanoTime();
  private final double foreign = foreignSeconds();

  /// The mean number of processors that other programs used since this was made; NaN where unknown.
  double foreign() {
    return Math.max(0, foreignSeconds() - foreign) / ((System.nanoTime() - start) / 1e9);
  }

  /// The name of the processor, where Linux tells it.
  static String model() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(l -> l.startsWith("model name"))
          .map(l -> l.substring(l.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException | UncheckedIOException _) {
      return "unknown processor";
    }
  }

  /// Returns the seconds of processor time that other programs have used; NaN where unknown.
  static double foreignSeconds() {
    try {
      return foreignSeconds(
          Files.readString(Path.of("/proc/stat")), Files.readString(Path.of("/proc/self/stat")));
    } catch (IOException | RuntimeException _) {
      return Double.NaN;
    }
  }

  /// Returns the seconds that other programs have used, from the text of both files.
  static double foreignSeconds(String stat, String self) {
    var all = stat.lines().findFirst().orElse("").split("\\s+", -1);
    long busy = 0;
    for (int i = 1; i < Math.min(all.length, GUEST); i++) {
      busy += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(all[i]);
    }
    var own = self.substring(self.lastIndexOf(')') + 2).split(" ", -1);
    return (busy - Long.parseLong(own[OWN_USER]) - Long.parseLong(own[OWN_SYSTEM])) / TICKS;
  }
}
