package tapeline.laboratory.tracking;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.laboratory.workload.Counted;

/// A workload that is watched.
///
/// @param name letters, digits, points, underscores and dashes
/// @param workload its class
/// @param classPath where that and what it uses are found
public record Tracked(String name, String workload, List<Path> classPath, Conditions conditions) {
  public Tracked {
    classPath = List.copyOf(classPath);
  }

  /// All that it reaches but the harness, which is today's for every version.
  PackedProgram program() throws IOException {
    return PackedProgram.of(
        classPath,
        List.of(workload),
        type ->
            type.startsWith("tapeline.bench.compare.")
                || type.startsWith("tapeline.laboratory.tracking.")
                || type.equals(Counted.class.getName()));
  }
}
