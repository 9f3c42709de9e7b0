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
final class PeerForks {
  /// How many are started for each row.
  static final int FORKS = 3;

  /// How many more for rows whose forks differ.
  static final int MORE = 7;

  private final Path samples;
  private final PrintStream out;
  private boolean isKept = true;

  /// @param samples takes each line as it comes, a failed fork's too
  PeerForks(Path samples, PrintStream out) throws IOException {
    Files.deleteIfExists(samples);
    this.samples = samples;
    this.out = out;
  }

  /// The lines of JSON of those forks that ran to their ends; it is printed why one did not.
  ///
  /// @param first the number of the first fork, from 1 on, and `last` that of the last
  /// @param program of a fork
  List<String> run(int first, int last, IntFunction<ProcessBuilder> program)
      throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    for (int fork = first; fork <= last; fork++) {
      var mine = new ArrayList<String>();
      if (!run("fork %d of %d".formatted(fork, last), program.apply(fork), mine)) {
        out.printf("%d of %d forks ran%n", fork - 1, last);
        return lines;
      }
      lines.addAll(mine);
    }
    return lines;
  }

  private boolean run(String fork, ProcessBuilder program, List<String> lines)
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

  private void read(String fork, BufferedReader said, List<String> lines, List<String> rest)
      throws IOException {
    for (var line = said.readLine(); line != null; line = said.readLine()) {
      out.printf("\r%s, %d measured   ", fork, lines.size());
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
