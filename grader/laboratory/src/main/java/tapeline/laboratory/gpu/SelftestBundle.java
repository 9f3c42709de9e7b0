package tapeline.laboratory.gpu;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.Gpu;
import tapeline.gpu.compiler.KernelLibrary;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

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
    delete(whole);
    Files.createDirectories(whole);
    link(whole.resolve("runtime"));
    jar(whole.resolve(JAR));
    KernelLibrary.of("cuda", CudaBackend.class.getClassLoader()).writePtx(whole.resolve("ptx"));
    var script = whole.resolve(NAME);
    Files.writeString(script, SCRIPT);
    if (!script.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make executable: " + script);
    }
    var archive = folder.resolve(NAME + ".tar.gz");
    TarGz.pack(whole, archive);
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
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--compress=zip-9",
                "--vm=server",
                "--output=" + runtime);
    if (status != 0) {
      throw new IllegalStateException("jlink cannot make a runtime: " + printed);
    }
  }

  /// The classes of this module and of those that it needs, and the kernels.
  private static void jar(Path jar) throws IOException {
    var entries = new TreeMap<String, byte[]>();
    for (var type :
        List.of(GpuSelftest.class, CudaBackend.class, Tensor.class, Gpu.class, Todo.class)) {
      read(source(type), entries);
    }
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, GpuSelftest.class.getName());
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (var entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
  }

  /// Where the classes of a module lie: a folder, or a jar.
  private static Path source(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IllegalStateException("nobody knows where the class came from: " + type);
    }
    return Path.of(URI.create(source.getLocation().toString()));
  }

  private static void read(Path folderOrJar, Map<String, byte[]> into) throws IOException {
    if (Files.isDirectory(folderOrJar)) {
      readFolder(folderOrJar, into);
    } else {
      try (var zip = FileSystems.newFileSystem(folderOrJar)) {
        readFolder(zip.getPath("/"), into);
      }
    }
  }

  private static void readFolder(Path folder, Map<String, byte[]> into) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var name = folder.relativize(file).toString().replace('\\', '/');
        if (!name.startsWith("META-INF/")) {
          into.putIfAbsent(name, Files.readAllBytes(file));
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
