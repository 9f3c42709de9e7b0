package tapeline.grader.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// The forks of a comparison, one after the other. One that fails costs the others nothing, and is
/// the last.
///
/// @param samples takes each line as it comes, a failed fork's too
final class PeerForks {
  /// How many are started.
  static final int FORKS = 3;

  private final Path samples;
  private final PrintStream out;
  private boolean isKept = true;

  PeerForks(Path samples, PrintStream out) {
    this.samples = samples;
    this.out = out;
  }

  /// The lines of JSON of those forks that ran to their ends; it is printed why one did not.
  ///
  /// @param program of a fork, whose number counts from 1
  List<String> run(IntFunction<ProcessBuilder> program) throws IOException, InterruptedException {
    Files.deleteIfExists(samples);
    var lines = new ArrayList<String>();
    for (int fork = 1; fork <= FORKS; fork++) {
      var mine = new ArrayList<String>();
      if (!run(fork, program.apply(fork), mine)) {
        out.printf("%d of %d forks ran%n", fork - 1, FORKS);
        return lines;
      }
      lines.addAll(mine);
    }
    return lines;
  }

  private boolean run(int fork, ProcessBuilder program, List<String> lines)
      throws IOException, InterruptedException {
    var process = program.start();
    var rest = new ArrayList<String>();
    try (var said = process.inputReader(StandardCharsets.UTF_8)) {
      read(fork, said, lines, rest);
      if (process.waitFor() == 0) {
        return true;
      }
    } finally {
      process.destroyForcibly();
    }
    out.println("the comparison failed:\n" + String.join("\n", rest));
    return false;
  }

  private void read(int fork, BufferedReader said, List<String> lines, List<String> rest)
      throws IOException {
    for (var line = said.readLine(); line != null; line = said.readLine()) {
      out.printf("\rfork %d of %d, %d measured   ", fork, FORKS, lines.size());
      out.flush();
      if (line.startsWith("{")) {
        lines.add(line);
        keep(line);
      } else {
        rest.add(line);
      }
    }
    out.print("\r" + " ".repeat(40) + "\r");
  }

  private void keep(String line) {
    try {
      if (isKept) {
        Files.writeString(
            samples, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) { // a full disk does not end the measurement
      isKept = false;
      out.println("\nthe samples are not kept: " + e);
    }
  }
}
