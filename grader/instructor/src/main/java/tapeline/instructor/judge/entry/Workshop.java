package tapeline.instructor.judge.entry;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.instructor.sandbox.Bubblewrap;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.Limits;
import tapeline.toolkit.ScratchFolder;

/// The judge's folder, and how it starts programs: each in a cell that sees what it needs, or as a
/// plain child where this system has no bubblewrap.
public final class Workshop implements AutoCloseable {
  private static final long MIB = 1 << 20;
  private static final long JVM_BYTES = 3584 * MIB; // of addresses, beside the heap
  private static final int THREADS = 128;
  private static final int OPEN_FILES = 128;

  /// What keeps a JVM to itself, and its code in Java.
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
  private final Path folder;
  private final CourseJars jars;
  private final Optional<Bubblewrap> sandbox;
  private final String warning;

  private Workshop(
      ScratchFolder scratch, CourseJars jars, Optional<Bubblewrap> sandbox, String warning) {
    this.scratch = scratch;
    this.folder = scratch.path();
    this.jars = jars;
    this.sandbox = sandbox;
    this.warning = warning;
  }

  /// A new one, in the system's temporary folder.
  ///
  /// @param sandboxed whether to look for bubblewrap at all: only tests do not
  public static Workshop open(boolean sandboxed) throws IOException {
    var scratch = ScratchFolder.of("judge");
    var folder = scratch.path();
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    var jars = CourseJars.in(folder);
    try {
      if (!sandboxed) {
        throw new IllegalArgumentException("not asked for");
      }
      return new Workshop(scratch, jars, Optional.of(Bubblewrap.in(folder.resolve("sandbox"))), "");
    } catch (Bubblewrap.Unavailable | IllegalArgumentException e) {
      return new Workshop(
          scratch,
          jars,
          Optional.empty(),
          "JUDGED WITHOUT A SANDBOX (%s): the entry could read this machine's files and use its network."
              .formatted(e.getMessage()));
    }
  }

  /// A loud sentence where there is no sandbox; else empty.
  public String warning() {
    return warning;
  }

  public Path folder() {
    return folder;
  }

  /// A new folder that other users may write to, as a cell's user has to.
  Path writableFolder(String name) throws IOException {
    var made = Files.createTempDirectory(folder, name);
    if (Files.getFileStore(made).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    return made;
  }

  CourseJars jars() {
    return jars;
  }

  /// A JVM that runs `main`.
  ///
  /// @param classPath in this order
  /// @param heapMiB of Java heap, fixed
  /// @param cpuSeconds of processor time at most
  public ProcessBuilder java(
      List<Path> classPath, List<String> flags, int heapMiB, int cpuSeconds, List<String> main) {
    return java(sandbox, false, classPath, flags, heapMiB, cpuSeconds, main);
  }

  /// A JVM of the course's own code that uses this machine's card.
  ///
  /// @param caged whether it runs in a cell: one that has the card's devices, and no limit on
  ///   addresses, of which the driver takes as many as there is memory
  ProcessBuilder cardJava(
      boolean caged, List<Path> classPath, int heapMiB, int cpuSeconds, List<String> main) {
    var flags = List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
    var cage = caged ? sandbox : Optional.<Bubblewrap>empty();
    return java(cage, true, classPath, flags, heapMiB, cpuSeconds, main);
  }

  /// Whether programs run in cells.
  public boolean isCaged() {
    return sandbox.isPresent();
  }

  private ProcessBuilder java(
      Optional<Bubblewrap> cage,
      boolean card,
      List<Path> classPath,
      List<String> flags,
      int heapMiB,
      int cpuSeconds,
      List<String> main) {
    var readable = new LinkedHashMap<String, Path>();
    for (int i = 0; i < classPath.size(); i++) {
      var name = classPath.get(i).toString().endsWith(".jar") ? "/c%d.jar" : "/c%d";
      readable.put(name.formatted(i), classPath.get(i));
    }
    var names =
        cage.isPresent()
            ? List.copyOf(readable.keySet())
            : classPath.stream().map(Path::toString).toList();
    var command = new ArrayList<>(List.of("java"));
    command.addAll(CLOSED);
    command.addAll(List.of("-Xms%dm".formatted(heapMiB), "-Xmx%dm".formatted(heapMiB)));
    command.addAll(flags);
    command.addAll(List.of("-cp", String.join(File.pathSeparator, names)));
    command.addAll(main);
    if (!card) {
      return process(cage, command, readable, Map.of(), List.of(), limits(heapMiB, cpuSeconds));
    }
    readable.putAll(CardFiles.readable());
    return process(
        cage, command, readable, Map.of(), CardFiles.devices(), CardFiles.limits(cpuSeconds));
  }

  /// A program of the JDK's `bin`.
  ProcessBuilder process(
      List<String> command,
      Map<String, Path> readable,
      Map<String, Path> writable,
      int heapMiB,
      int cpuSeconds) {
    var limits = limits(heapMiB, cpuSeconds);
    return process(sandbox, command, readable, writable, List.of(), limits);
  }

  private static Limits limits(int heapMiB, int cpuSeconds) {
    return new Limits(
        cpuSeconds, JVM_BYTES + heapMiB * MIB, THREADS, 8 * MIB, 16 * MIB, OPEN_FILES);
  }

  private ProcessBuilder process(
      Optional<Bubblewrap> cage,
      List<String> command,
      Map<String, Path> readable,
      Map<String, Path> writable,
      List<Path> devices,
      Limits limits) {
    var home = Path.of(System.getProperty("java.home"));
    if (cage.isEmpty()) {
      var plain = new ArrayList<>(command);
      plain.set(0, home.resolve("bin").resolve(command.getFirst()).toString());
      return new ProcessBuilder(plain).directory(folder.toFile());
    }
    return cage.get()
        .process(
            new Cell(home, absolute(readable), absolute(writable), command).uses(devices),
            limits,
            Bubblewrap.drawUser());
  }

  private static Map<String, Path> absolute(Map<String, Path> paths) {
    return paths.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().toAbsolutePath()));
  }

  /// A path as a program sees it: by its name in the cell, or as it is.
  String seen(String inCell, Path path) {
    return sandbox.isPresent() ? inCell : path.toAbsolutePath().toString();
  }

  /// Deletes what the last submission left.
  public void tidy() throws IOException {
    try (var list = Files.list(folder)) {
      for (var path : list.toList()) {
        if (Files.isDirectory(path) && !path.endsWith("sandbox")) {
          ScratchFolder.delete(path);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
