package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import tapeline.grader.course.WholeFolder;

/// The Java that code under test runs on, made by `jlink`: without the modules that let code out of
/// its own ([JdkModules]), [Disarmed], and with an archive of its own classes (JEP 341), which
/// saves a sixth of a cell's start.
final class JavaImage {
  private JavaImage() {}

  /// The name of the folder of this Java's image.
  static String name() {
    // The number is counted up when it is made in another way.
    return "java-%s-4-%08x".formatted(Runtime.version(), JdkModules.ALL.hashCode());
  }

  /// Makes it as the folder `image`, which is there as a whole or not at all.
  ///
  /// @throws IllegalStateException when this Java has no `jlink`, or `jlink` fails
  static void link(Path image) throws IOException {
    var jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() ->
                new IllegalStateException(
                    "the sandbox needs a JDK with jlink, got " + System.getProperty("java.home")));
    var fresh = image.resolveSibling(image.getFileName() + ".new");
    WholeFolder.delete(fresh);
    int code =
        jlink.run(
            System.err,
            System.err,
            "--add-modules",
            "java.base," + String.join(",", JdkModules.ALL) + "," + JdkModules.VECTORS,
            "--strip-java-debug-attributes", // those of native code would take objcopy
            "--no-header-files",
            "--no-man-pages",
            "--output",
            fresh.toString());
    if (code != 0) {
      throw new IllegalStateException("jlink ended with " + code);
    }
    Disarmed.in(fresh);
    archive(fresh);
    Files.move(fresh, image);
  }

  /// Writes the archive of its own classes; `jlink` would do it, and say so on standard output.
  private static void archive(Path image) throws IOException {
    var java = image.resolve("bin").resolve("java").toString();
    try {
      int code =
          new ProcessBuilder(java, "-Xshare:dump")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      if (code != 0) {
        throw new IllegalStateException(java + " -Xshare:dump ended with " + code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
