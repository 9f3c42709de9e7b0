package tapeline.laboratory.gpu;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.compiler.KernelLibrary;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.ScratchFolder;

/// Packs the self-test for machines that have a GPU and no Java: a folder that runs by itself, and
/// the same as an archive.
///
/// ```sh
/// mvn -pl grader test -Dreference -Drun="SelftestBundle /tmp/gpu"
/// # there: tar xzf gpu-selftest.tar.gz && gpu-selftest/gpu-selftest
/// ```
///
/// It is for machines of this one's kind: jlink takes the runtime from the JDK that it runs on.
public final class SelftestBundle {
  private static final String NAME = "gpu-selftest";
  private static final String JAR = NAME + ".jar";

  private static final String SCRIPT =
      """
      #!/bin/sh
      # Checks and times the kernels on this machine's GPU; --emulator does without one.
      case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
      exec "$here/runtime/bin/java" --enable-native-access=ALL-UNNAMED \\
        "-Dtapeline.ptx=$here/ptx" -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 \\
        -cp "$here/gpu-selftest.jar" MAIN "$@"
      """
          .replace("MAIN", GpuSelftest.class.getName());

  private SelftestBundle() {}

  /// Packs it into a folder, and prints what came of it.
  public static void main(String... words) throws IOException {
    if (words.length != 1) {
      throw new IllegalArgumentException(
          "SelftestBundle needs the folder to pack into, got " + List.of(words));
    }
    var archive = write(Path.of(words[0]));
    System.out.printf("%s, %,d bytes%n", archive, Files.size(archive));
    System.out.printf("on the other machine: tar xzf %s.tar.gz && %s/%s%n", NAME, NAME, NAME);
  }

  /// Writes the folder `gpu-selftest` and the archive of it, and returns the archive.
  ///
  /// @throws IllegalStateException when this Java has no jlink that works
  static Path write(Path folder) throws IOException {
    var whole = Files.createDirectories(folder).resolve(NAME);
    ScratchFolder.delete(whole);
    Files.createDirectories(whole);
    link(whole.resolve("runtime"));
    PackedProgram.whole(GpuSelftest.class).write(whole.resolve(JAR));
    KernelLibrary.of("cuda", CudaBackend.class.getClassLoader()).writePtx(whole.resolve("ptx"));
    var script = whole.resolve(NAME);
    Files.writeString(script, SCRIPT);
    if (!script.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make executable: " + script);
    }
    var archive = folder.resolve(NAME + ".tar.gz");
    pack(folder, archive);
    return archive;
  }

  /// A Java runtime of what the self-test needs, and no more.
  private static void link(Path runtime) {
    var printed = new StringWriter();
    var to = new PrintWriter(printed);
    int status =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new IllegalStateException("this Java has no jlink: it takes a JDK"))
            .run(
                to,
                to,
                "--add-modules=java.base",
                "--strip-java-debug-attributes",
                "--no-header-files",
                "--no-man-pages",
                "--compress=zip-9",
                "--vm=server",
                "--output=" + runtime);
    if (status != 0) {
      throw new IllegalStateException("jlink cannot make a runtime: " + printed);
    }
  }

  private static void pack(Path folder, Path archive) throws IOException {
    var command = List.of("tar", "-czf", archive.toString(), "-C", folder.toString(), NAME);
    var process = new ProcessBuilder(command).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("tar cannot pack " + folder.resolve(NAME));
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while tar packs " + folder.resolve(NAME), e);
    }
  }
}
