package tapeline.launch;

import java.nio.file.Path;

/// The files that the launcher reads and writes.
///
/// @param root the course's folder
record KernelFiles(Path root) {

  Path target() {
    return root.resolve("notebooks/kernel/target");
  }

  /// The folder that `JUPYTER_PATH` names.
  Path jupyter() {
    return target().resolve("jupyter");
  }

  /// The kernelspec's folder, whose name is the kernel's.
  Path kernelspec() {
    return jupyter().resolve("kernels/java");
  }

  /// The course's own jars.
  Path library() {
    return target().resolve("library");
  }

  Path exitCode() {
    return target().resolve("exit-code");
  }
}
