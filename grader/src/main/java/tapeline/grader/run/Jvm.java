package tapeline.grader.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// The start of worker JVMs: their flags and their class path, with the ahead-of-time cache of
/// [GraderJar] when there is one.
public final class Jvm {
  /// Lets the course's code call native functions, a GPU's driver for example, without a warning.
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// Numbers with a decimal point and the digits 0 to 9, whatever the machine's locale is.
  public static final List<String> ROOT_LOCALE =
      List.of("-Duser.language=", "-Duser.script=", "-Duser.country=", "-Duser.variant=");

  /// The quick compiler alone: half the time of a short run on two cores.
  static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1");

  private static final String WORKER = "tapeline.grader.worker.Worker";

  private final Path root;
  private final Path target;
  private final GraderJar grader;
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
    this.grader = GraderJar.of(course);
    this.ptx = course.modules().stream().map(m -> course.tests(m).resolve("ptx.zip")).toList();
    this.seed = seed;
    this.slow = slow;
    this.environment = Map.copyOf(environment);
  }

  /// The `java` of the JDK that runs this.
  public static Path java() {
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return Path.of(System.getProperty("java.home"), "bin", windows ? "java.exe" : "java");
  }

  /// Joins files and folders to a class path.
  public static String join(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /// Starts from `cache`, without the profiles recorded in it (JEP 515). The compilers of JDK
  /// 25.0.3 crash on them after class loaders have come and gone: ciReceiverTypeData reads a type
  /// that is no more.
  public static List<String> cacheFlags(Path cache) {
    return List.of(
        "-XX:AOTCache=" + cache, "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");
  }

  /// The flags that suit the tests of `module`: the compiler, and the JDK's modules that it needs.
  static List<String> flags(Course course, CourseModule module) {
    var flags = new ArrayList<String>();
    if (!course.computesForLong(module)) {
      flags.addAll(QUICK);
    }
    flags.addAll(course.jdkFlags(List.of(module)));
    return List.copyOf(flags);
  }

  /// A worker with these flags, started from the cache when that is there and newer than the
  /// grader's classes. The cache holds for the JDK's modules that it was made with, no others.
  WorkerProcess worker(List<String> flags) {
    var command = new ArrayList<String>();
    command.add(java().toString());
    command.addAll(flags);
    boolean cached =
        grader.cached() && flags.stream().noneMatch(f -> f.startsWith("--add-modules"));
    if (cached) {
      command.addAll(cacheFlags(root.relativize(grader.cache())));
    }
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xmx1g",
            "-XX:-OmitStackTraceInFastThrow", // the thousandth exception says what the first does
            "-Xlog:disable",
            "-XX:+DisplayVMOutputToStderr",
            "-XX:ErrorFile=" + target.resolve("crash-%p.log"),
            "-XX:-DumpReplayDataOnError",
            NATIVE_ACCESS));
    command.addAll(properties());
    command.addAll(
        List.of(
            "-cp",
            classPath(cached ? root.relativize(grader.jar()) : GraderJar.classes()),
            WORKER));
    var process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(target.resolve("worker.log").toFile());
    process.environment().putAll(environment);
    return WorkerProcess.start(process);
  }

  /// The system properties that tell the code under test where it runs.
  public List<String> properties() {
    return List.of(
        "-Djava.awt.headless=true",
        "-Dtapeline.root=" + root,
        "-Dtapeline.ptx=" + ptx(),
        "-Dtapeline.quiet=true",
        "-Dtapeline.seed=" + seed,
        "-Dtapeline.slow=" + slow);
  }

  /// A worker's class path with `own` for the grader's own classes.
  public static String classPath(Path own) {
    var path = new ArrayList<>(List.of(own));
    path.addAll(Classes.workerLibraries());
    return join(path);
  }

  /// Returns the archives with the PTX of mutants' kernels, which make a CUDA compiler unnecessary.
  private String ptx() {
    return ptx.stream()
        .filter(Files::exists)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
