package tapeline.grader.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;

/// How worker JVMs are started: their flags, their class path, and the ahead-of-time cache.
///
/// The cache (JEP 483, 514, 515) halves a worker's start. It needs jars on the class path, so the
/// grader's own classes are packed into one (or copied, where they are in a jar already: a
/// notebook's kernel), and it is made in the background by [Training].
public final class Jvm {
  /// Lets the course's code call native functions, a GPU's driver for example, without a warning.
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private static final String WORKER = "tapeline.grader.worker.Worker";

  /// The cache without its recorded profiles (JEP 515). The compilers of JDK 25.0.3 crash on them
  /// after class loaders have come and gone: ciReceiverTypeData reads a type that is no more.
  private static final List<String> NO_PROFILES =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");

  private final Path root;
  private final Path target;
  private final List<Path> ptx;
  private final long seed;
  private final boolean slow;
  private final Map<String, String> environment;

  public Jvm(Course course, long seed) {
    this(course, seed, true);
  }

  /// @param slow whether tests that are tagged so are run
  public Jvm(Course course, long seed, boolean slow) {
    this(course, seed, slow, Map.of());
  }

  /// @param environment variables beside those of this process
  public Jvm(Course course, long seed, boolean slow, Map<String, String> environment) {
    this.root = course.root();
    this.target = course.target();
    this.ptx = course.modules().stream().map(m -> course.tests(m).resolve("ptx")).toList();
    this.seed = seed;
    this.slow = slow;
    this.environment = Map.copyOf(environment);
  }

  /// A worker, with the optimising compiler or with the quick one alone, started from the cache
  /// when that is there and newer than the grader's classes.
  WorkerProcess worker(boolean optimizing) {
    var flags = new ArrayList<String>();
    if (!optimizing) {
      flags.add("-XX:TieredStopAtLevel=1"); // half the time of a short run on two cores
    }
    if (cached()) {
      flags.addAll(NO_PROFILES);
      flags.addAll(List.of("-XX:AOTCache=" + cache(), "-cp", path(jar())));
    } else {
      flags.addAll(List.of("-cp", path(classes())));
    }
    return new WorkerProcess(command(flags));
  }

  /// A worker that writes the cache when it finishes; [#keepCache] puts it into its place.
  WorkerProcess train() {
    pack();
    return new WorkerProcess(
        command(List.of("-XX:AOTCacheOutput=" + unfinished(), "-cp", path(jar()))));
  }

  /// Moves a cache that is complete to where workers look for it: none ever sees half a file.
  void keepCache() throws IOException {
    if (Files.exists(unfinished())) {
      Files.move(unfinished(), cache(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /// Deletes the cache: the next workers start without.
  public void forgetCache() throws IOException {
    Files.deleteIfExists(cache());
  }

  /// Whether the cache is there and fresh.
  public boolean cached() {
    return Files.exists(cache())
        && Files.exists(jar())
        && cache().toFile().lastModified() >= jar().toFile().lastModified()
        && own().stream().allMatch(p -> p.toFile().lastModified() <= jar().toFile().lastModified());
  }

  /// The grader's own class files, or the jar that holds them.
  private static List<Path> own() {
    var classes = classes();
    return Files.isDirectory(classes) ? Course.files(classes, _ -> true) : List.of(classes);
  }

  private ProcessBuilder command(List<String> flags) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xmx1g",
            "-Xlog:disable",
            "-XX:+DisplayVMOutputToStderr",
            "-XX:ErrorFile=" + target.resolve("crash-%p.log"),
            "-XX:-DumpReplayDataOnError",
            NATIVE_ACCESS,
            "-Djava.awt.headless=true",
            "-Dtapeline.root=" + root,
            "-Dtapeline.ptx=" + ptx(),
            "-Dtapeline.quiet=true",
            "-Dtapeline.seed=" + seed,
            "-Dtapeline.slow=" + slow));
    command.addAll(flags);
    command.add(WORKER);
    var process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(target.resolve("worker.log").toFile());
    process.environment().putAll(environment);
    return process;
  }

  /// Where the PTX of mutants' kernels lies: trying them needs no CUDA compiler.
  private String ptx() {
    return ptx.stream()
        .filter(Files::isDirectory)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// Where the grader's own classes are.
  private static Path classes() {
    try {
      return Path.of(Jvm.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path jar() {
    return target.resolve("worker/grader.jar");
  }

  private Path cache() {
    return target.resolve("worker/grader-" + Runtime.version() + ".aot");
  }

  private Path unfinished() {
    return target.resolve("worker/unfinished.aot");
  }

  private String path(Path own) {
    return own
        + File.pathSeparator
        + Classes.workerLibraries().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
  }

  private void pack() {
    try {
      Files.createDirectories(jar().getParent());
      Files.deleteIfExists(cache());
      Files.deleteIfExists(unfinished());
      var fresh = jar().resolveSibling("unfinished.jar");
      if (Files.isDirectory(classes())) {
        jar("--create", "--file", fresh.toString(), "-C", classes().toString(), ".");
      } else {
        Files.copy(classes(), fresh, StandardCopyOption.REPLACE_EXISTING);
      }
      // A worker that runs from the old jar keeps it.
      Files.move(fresh, jar(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void jar(String... arguments) {
    var jar = java.util.spi.ToolProvider.findFirst("jar").orElseThrow();
    int code = jar.run(System.out, System.err, arguments);
    if (code != 0) {
      throw new IllegalStateException("jar ended with " + code);
    }
  }
}
