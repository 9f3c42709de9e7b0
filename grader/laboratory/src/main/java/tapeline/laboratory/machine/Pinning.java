package tapeline.laboratory.machine;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.bench.compare.Contender;

/// One processor for a JVM that is measured.
///
/// No contender is pinned unless asked: with two processors and other programs at work, a pinned
/// one waits for the programs that were put there too, and cannot move away.
public final class Pinning {
  private Pinning() {}

  /// The contender on this processor alone, the first being 0. Its conditions record it, so that it
  /// never meets one that is not pinned; where the system has no `taskset` they record that, and it
  /// runs anywhere.
  public static Contender to(int processor, Contender contender) {
    List<String> taskset =
        isPossible() ? List.of("taskset", "-c", Integer.toString(processor)) : List.of();
    var flags = new ArrayList<>(contender.conditions().flags());
    flags.add(taskset.isEmpty() ? "not pinned, no taskset" : String.join(" ", taskset));
    return new Contender(
        contender.name(),
        contender.workload(),
        contender.classPath(),
        contender.flags(),
        contender.conditions().withFlags(flags),
        taskset);
  }

  /// Whether this system has `taskset`.
  public static boolean isPossible() {
    var path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
  }
}
