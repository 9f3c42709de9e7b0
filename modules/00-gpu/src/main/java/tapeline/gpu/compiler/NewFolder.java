package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A folder that is there with all that belongs into it, or not at all.
///
/// It is filled under another name, `clang.4711.part`, which has the number of the process that
/// does so. When that fails, or is interrupted, the part is deleted; what a process left that was
/// killed, the next one deletes.
final class NewFolder {
  private NewFolder() {}

  /// Work in a folder.
  @FunctionalInterface
  interface Filling {
    void in(Path folder) throws IOException;
  }

  /// Makes a folder, in place of what is there under its name.
  static void fill(Path folder, Filling filling) throws IOException {
    Files.createDirectories(folder.getParent());
    deleteWhatOthersLeft(folder);
    var part = folder.resolveSibling(partName(folder, ProcessHandle.current().pid()));
    var ended = new Thread(() -> deleted(part));
    Runtime.getRuntime().addShutdownHook(ended);
    try {
      Files.createDirectory(part);
      filling.in(part);
      CommandLine.delete(folder);
      Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      deleted(part);
      keepRunning(ended);
    }
  }

  private static String partName(Path folder, long process) {
    return folder.getFileName() + "." + process + ".part";
  }

  private static void deleteWhatOthersLeft(Path folder) throws IOException {
    var pattern = "\\Q" + folder.getFileName() + "\\E\\.(\\d+)\\.part";
    try (var siblings = Files.list(folder.getParent())) {
      for (var sibling : siblings.toList()) {
        var name = sibling.getFileName().toString();
        if (name.matches(pattern) && !isAlive(name.replaceAll(pattern, "$1"))) {
          CommandLine.delete(sibling);
        }
      }
    }
  }

  private static boolean isAlive(String process) {
    long own = ProcessHandle.current().pid();
    return Long.parseLong(process) != own
        && ProcessHandle.of(Long.parseLong(process)).filter(ProcessHandle::isAlive).isPresent();
  }

  private static void deleted(Path part) {
    try {
      CommandLine.delete(part);
    } catch (IOException _) {
      // The next one deletes it.
    }
  }

  private static void keepRunning(Thread ended) {
    try {
      Runtime.getRuntime().removeShutdownHook(ended);
    } catch (IllegalStateException _) {
      // It is running.
    }
  }
}
