package tapeline.bench.compare;

import java.nio.file.Path;
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
}
