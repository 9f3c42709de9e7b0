package tapeline.bench.compare;

import java.nio.file.Path;
import java.util.List;
import tapeline.bench.Conditions;

/// One side of a comparison.
///
/// @param name what tables call it
/// @param workload the class of its [Workload]
/// @param classPath where that class and what it needs are found
/// @param flags further flags of its JVM
/// @param conditions what has to be the same on both sides
public record Contender(
    String name, String workload, List<Path> classPath, List<String> flags, Conditions conditions) {
  public Contender {
    classPath = List.copyOf(classPath);
    flags = List.copyOf(flags);
  }
}
