package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The processor time of this process and of all that it has started, as Linux counts it.
///
/// A process that has ended counts with the one that waited for it; one without a waiting process,
/// as a cache that is made in the background, is left out.
final class ProcessorTime {
  private static final Path PROC = Path.of("/proc");

  /// Linux counts in hundredths of a second for programs, whatever its own clock does.
  private static final double TICKS = 100;

  private ProcessorTime() {}

  /// In seconds; not a number where the system does not tell.
  static double seconds() {
    var self = ProcessHandle.current();
    if (!Files.isReadable(stat(self))) {
      return Double.NaN;
    }
    return Stream.concat(Stream.of(self), self.descendants())
        .mapToDouble(ProcessorTime::seconds)
        .sum();
  }

  /// Of a process and of the children that it has waited for; 0 once it is gone.
  private static double seconds(ProcessHandle process) {
    try {
      var text = Files.readString(stat(process));
      // The command's name may have blanks: the fields count from the bracket behind it.
      var fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      double ticks = 0;
      for (int i = 11; i < 15; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / TICKS;
    } catch (IOException _) {
      return 0;
    }
  }

  private static Path stat(ProcessHandle process) {
    return PROC.resolve(process.pid() + "/stat");
  }
}
