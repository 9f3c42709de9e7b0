package tapeline.grader.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tapeline.grader.course.Git;

/// The origin of the figures in a table of benchmarks: its first line.
///
/// @param machine whose classes ran, and on what, as [Bench#machine] says it
/// @param flags of the benchmarks' JVM
record BenchOrigin(String machine, String processor, String commit, String flags, Instant when) {

  /// Returns the origin of figures that this machine measures from now on.
  ///
  /// @param root the course's
  static BenchOrigin of(String machine, Path root, String flags) {
    return new BenchOrigin(machine, model(), commit(root), flags, Instant.now());
  }

  /// The flags and the time, which differ by module and by run, stand last.
  String line() {
    return String.join(
        " · ",
        machine,
        processor,
        "one thread",
        "commit " + commit,
        "flags " + flags,
        when.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static String model() {
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

  /// The commit that is checked out, with `changed` behind it where a file of it differs.
  static String commit(Path root) {
    var git =
        new Git(root)
            .tried("describe", "--always", "--exclude=*", "--dirty=, changed")
            .out()
            .strip();
    return git.isEmpty() ? "unknown" : git;
  }
}
