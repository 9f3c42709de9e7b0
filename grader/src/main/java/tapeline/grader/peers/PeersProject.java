package tapeline.grader.peers;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Maven;

/// The project `grader/peers`, which knows both the solutions and PyTorch: built by Maven, for the
/// libraries, and started as a program.
public record PeersProject(Course course) {
  /// Why it does not run where its libraries cannot be downloaded.
  public static final String NOT_FOUND =
      "PyTorch (ai.djl.pytorch on Maven Central, 115 MB) is not in Maven's local repository and"
          + " could not be downloaded";

  private static final Pattern UNRESOLVED =
      Pattern.compile("(?i)could not (be resolved|resolve|find artifact|transfer artifact)");
  private static final Pattern NEEDED = Pattern.compile("ai\\.djl|maven-dependency-plugin");
  private static final int LINES = 20;

  /// A machine may choose a library's kernels for its other programs, old ones for comparison.
  private static final Pattern OF_A_LIBRARY =
      Pattern.compile("OPENBLAS_|MKL_|DNNL_|ONEDNN_|ATEN_|OMP_|KMP_");

  /// PyTorch cannot be had here.
  public static final class Unavailable extends Exception {
    private static final long serialVersionUID = 1;

    Unavailable(String why) {
      super(why);
    }
  }

  /// Returns whether Maven's log says that it could not get PyTorch.
  public static boolean lacksPyTorch(String log) {
    return UNRESOLVED.matcher(log).find() && NEEDED.matcher(log).find();
  }

  /// Returns whether there is a native library for this machine: the build names the one for Linux
  /// on x86-64.
  static boolean isSupported(String os, String architecture) {
    return os.equals("Linux") && List.of("amd64", "x86_64").contains(architecture);
  }

  /// Builds it and the solutions.
  ///
  /// @param phase of Maven: `process-classes`, or `test` for its own tests too
  /// @return the class path
  /// @throws Unavailable where PyTorch cannot be had
  /// @throws IllegalStateException when something does not compile
  public String build(String phase) throws IOException, InterruptedException, Unavailable {
    var os = System.getProperty("os.name");
    var architecture = System.getProperty("os.arch");
    if (!isSupported(os, architecture)) {
      throw new Unavailable(
          "the build names PyTorch's native library for Linux on x86-64, this is %s on %s"
              .formatted(os, architecture));
    }
    var log = Files.createDirectories(course.target()).resolve("peers-build.log");
    var path = folder().resolve("target/classpath");
    Files.deleteIfExists(path);
    var problem =
        Maven.run(
            course,
            log,
            List.of(
                "-f",
                "solutions",
                "-Dpeers",
                "-pl",
                "../grader/peers",
                "-am",
                phase,
                "-Dpeers.classpath=" + path));
    if (problem != null) {
      var said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8); // leniently
      if (lacksPyTorch(said)) {
        throw new Unavailable(NOT_FOUND);
      }
      throw new IllegalStateException("the build of grader/peers " + problem + ":\n" + head(said));
    }
    return folder().resolve("target/classes") + File.pathSeparator + Files.readString(path);
  }

  private Path folder() {
    return course.root().resolve("grader/peers");
  }

  private static String head(String log) {
    return String.join("\n", log.lines().limit(LINES).toList());
  }

  /// A program of the project.
  ///
  /// @param flags of the JVM
  public ProcessBuilder program(
      String classPath, List<String> flags, String main, List<String> arguments) {
    var all = new ArrayList<>(Jvm.ROOT_LOCALE);
    all.add("-Dai.djl.offline=true"); // DJL downloads nothing by itself
    all.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8")); // x·w, x²
    all.addAll(flags);
    var builder = ChildJvm.of(all, classPath, main, arguments);
    builder.directory(course.root().toFile()).redirectErrorStream(true);
    builder.environment().put("OPT_OUT_TRACKING", "true"); // DJL reports its use otherwise
    builder.environment().put("DJL_CACHE_DIR", course.target().resolve("djl").toString());
    forgetSettings(builder.environment());
    // 2⁴ cycles: by itself a thread of OpenBLAS that waits for work keeps its processor for 2²⁸,
    // in which the reference's turn comes.
    builder.environment().put("OPENBLAS_THREAD_TIMEOUT", "4");
    // Turns of a wait, 0.4 ms: PyTorch's threads, by OpenMP, wait for 300,000 of them by
    // themselves.
    builder.environment().put("GOMP_SPINCOUNT", "10000");
    return builder;
  }

  /// Takes out what chooses a library's kernels.
  static void forgetSettings(Map<String, String> environment) {
    environment.keySet().removeIf(name -> OF_A_LIBRARY.matcher(name).lookingAt());
  }
}
