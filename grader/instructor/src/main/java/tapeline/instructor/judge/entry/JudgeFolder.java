package tapeline.instructor.judge.entry;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.instructor.sandbox.Bubblewrap;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.CompilerCell;
import tapeline.instructor.sandbox.Limits;
import tapeline.instructor.sandbox.OpenFolder;
import tapeline.instructor.sandbox.Sandbox;
import tapeline.toolkit.ScratchFolder;

/// The judge's folder, and how it starts JVMs there: each in a cell that sees what it needs.
public final class JudgeFolder implements AutoCloseable {
  private static final String SANDBOX = "sandbox";
  private static final long MIB = 1 << 20;
  private static final long JVM_BYTES = 3584 * MIB; // of addresses, beside the heap
  private static final int THREADS = 128;
  private static final int OPEN_FILES = 128;
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  /// The flags that keep a JVM to itself, and its code in Java.
  private static final List<String> CLOSED =
      List.of(
          "-XX:-UsePerfData",
          "-Xlog:disable", // the JVM's own words go to standard output otherwise
          "-Xlog:all=warning:stderr",
          "-XX:+DisableAttachMechanism",
          "-XX:-UseDynamicNumberOfCompilerThreads", // the JVM's own threads are there from the
          // start
          "--finalization=disabled", // and run none of the entry's code
          "-XX:-CreateCoredumpOnCrash",
          "--illegal-native-access=deny",
          "--sun-misc-unsafe-memory-access=deny",
          "-Djava.security.egd=file:/dev/urandom",
          "-Djava.awt.headless=true");

  private final ScratchFolder scratch;
  private final CourseJars jars;
  private final Sandbox sandbox;
  private final CompilerCell compiler;

  private JudgeFolder(ScratchFolder scratch, CourseJars jars, Sandbox sandbox) {
    this.scratch = scratch;
    this.jars = jars;
    this.sandbox = sandbox;
    this.compiler =
        new CompilerCell(
            sandbox,
            jars.compiler(),
            Bubblewrap.drawUser(),
            EntryCompiler.OPTIONS,
            EntryCompiler.LIMIT_MILLIS,
            null);
  }

  /// A new one, in the system's temporary folder.
  ///
  /// @throws IllegalStateException where there is no sandbox, with what is missing
  public static JudgeFolder open() throws IOException {
    Sandbox.require();
    var scratch = ScratchFolder.of("judge");
    OpenFolder.toRead(scratch.path());
    var jars = CourseJars.in(scratch.path());
    return new JudgeFolder(scratch, jars, Sandbox.in(scratch.path().resolve(SANDBOX)));
  }

  public Path path() {
    return scratch.path();
  }

  /// A new folder that all may read.
  public Path fresh(String name) throws IOException {
    return OpenFolder.toRead(Files.createTempDirectory(path(), name));
  }

  CourseJars jars() {
    return jars;
  }

  CompilerCell compiler() {
    return compiler;
  }

  /// A JVM that runs `main`.
  ///
  /// @param classPath in this order
  /// @param heapMiB of Java heap, fixed
  /// @param cpuSeconds of processor time at most
  public ProcessBuilder java(
      List<Path> classPath, List<String> flags, int heapMiB, int cpuSeconds, List<String> main) {
    var limits =
        new Limits(cpuSeconds, JVM_BYTES + heapMiB * MIB, THREADS, 8 * MIB, 16 * MIB, OPEN_FILES);
    return java(sandbox, Map.of(), List.of(), classPath, flags, heapMiB, limits, main);
  }

  /// A JVM of the course's own code that uses this machine's card.
  ///
  /// @param walled whether it runs in a cell: one that has the card's devices, and no limit on
  ///   addresses, of which the driver takes as many as there is memory
  ProcessBuilder cardJava(
      boolean walled, List<Path> classPath, int heapMiB, int cpuSeconds, List<String> main) {
    var flags = List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
    return java(
        walled ? sandbox : new Sandbox.Open(path(), "the card's driver does not start in one"),
        CardFiles.readable(),
        CardFiles.devices(),
        classPath,
        flags,
        heapMiB,
        CardFiles.limits(cpuSeconds),
        main);
  }

  private static ProcessBuilder java(
      Sandbox sandbox,
      Map<String, Path> files,
      List<Path> devices,
      List<Path> classPath,
      List<String> flags,
      int heapMiB,
      Limits limits,
      List<String> main) {
    var readable = new LinkedHashMap<>(files);
    var names = new ArrayList<String>();
    for (var path : classPath) {
      var as = "/c" + names.size() + (path.toString().endsWith(".jar") ? ".jar" : "");
      readable.put(as, path.toAbsolutePath());
      names.add(sandbox.name(path, as));
    }
    var command = new ArrayList<>(List.of("java"));
    command.addAll(CLOSED);
    command.addAll(List.of("-Xms%dm".formatted(heapMiB), "-Xmx%dm".formatted(heapMiB)));
    command.addAll(flags);
    command.addAll(List.of("-cp", String.join(File.pathSeparator, names)));
    command.addAll(main);
    var cell = new Cell(JDK, readable, Map.of(), command).uses(devices);
    return sandbox.process(cell, limits, Bubblewrap.drawUser());
  }

  /// Deletes what the last submission left.
  public void tidy() throws IOException {
    try (var list = Files.list(path())) {
      for (var path : list.toList()) {
        if (Files.isDirectory(path) && !path.endsWith(SANDBOX)) {
          ScratchFolder.delete(path);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    compiler.close();
    scratch.close();
  }
}
