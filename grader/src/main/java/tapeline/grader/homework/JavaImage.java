package tapeline.grader.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/// The Java that code under test runs on, made by `jlink`: without the modules that let code out of
/// its own (`jdk.unsupported`, `jdk.attach`, `jdk.compiler`), [Disarmed], and with an archive of
/// its own classes (JEP 341), which saves a sixth of a cell's start.
final class JavaImage {
  private static final String IN =
      "java.base,java.logging,java.management,jdk.management,java.xml,java.desktop,java.sql,"
          + "jdk.httpserver";

  private JavaImage() {}

  /// What the folder of this Java's image is called.
  static String name() {
    return "java-" + Runtime.version() + "-2"; // counted up when it is made in another way
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
    SealedRuntime.delete(fresh);
    int code =
        jlink.run(
            System.err,
            System.err,
            "--add-modules",
            IN,
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--generate-cds-archive",
            "--output",
            fresh.toString());
    if (code != 0) {
      throw new IllegalStateException("jlink ended with " + code);
    }
    Disarmed.in(fresh);
    Files.move(fresh, image);
  }
}
