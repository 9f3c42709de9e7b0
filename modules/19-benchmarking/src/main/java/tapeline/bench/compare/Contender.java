package tapeline.bench.compare;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.bench.Conditions;

/// One side of a comparison.
///
/// @param name what tables call it
/// @param workload the class of its [Workload]
/// @param classPath where that class and what it needs are found, the harness apart
/// @param flags further flags of its JVM
/// @param conditions what has to be the same on both sides
/// @param launcher what its JVM is started by, for example `taskset -c 1`; empty for nothing
public record Contender(
    String name,
    String workload,
    List<Path> classPath,
    List<String> flags,
    Conditions conditions,
    List<String> launcher) {
  public Contender {
    classPath = List.copyOf(classPath);
    flags = List.copyOf(flags);
    launcher = List.copyOf(launcher);
  }

  /// One whose JVM is started by nothing else, on any processor.
  public Contender(
      String name,
      String workload,
      List<Path> classPath,
      List<String> flags,
      Conditions conditions) {
    this(name, workload, classPath, flags, conditions, List.of());
  }

  /// The same on this processor alone, the first being 0. Its conditions record it, so that it
  /// never meets one that is not pinned; where the system has no `taskset` they record that, and it
  /// runs anywhere.
  ///
  /// No contender is pinned unless asked: with two processors and other programs at work, who is
  /// pinned waits for whoever else was put there, and cannot move away.
  public Contender pinnedTo(int processor) {
    if (!hasTaskset()) {
      return new Contender(
          name, workload, classPath, flags, recorded("not pinned, no taskset"), launcher);
    }
    var pinned = List.of("taskset", "-c", Integer.toString(processor));
    return new Contender(
        name, workload, classPath, flags, recorded(String.join(" ", pinned)), pinned);
  }

  private static boolean hasTaskset() {
    var path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
  }

  private Conditions recorded(String how) {
    var c = conditions;
    var all = new ArrayList<>(c.flags());
    all.add(how);
    return new Conditions(
        c.task(), c.dtype(), c.batch(), c.device(), c.threads(), c.cache(), c.jdk(), all);
  }
}
