package tapeline.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts the grader from Maven's own JVM, which may be a 17, and ends that JVM with the grader's
/// exit code: a failing `exec:exec` makes Maven print a page about a failed plugin, and the learner
/// has already read the grader's.
///
/// `grader/target/launch` says how the grader is started; `tapeline` and `tapeline.cmd` do the same
/// without Maven. A grader that finds itself older than its sources ends with [#STALE], and Maven
/// is started again, to build it.
final class GraderLauncher {
  /// The exit code of a grader that has to be built anew.
  private static final int STALE = 75;

  private static final String ARGUMENTS = "grader/target/launch/arguments";

  private GraderLauncher() {}

  /// Starts the grader, and ends this JVM with its exit code unless that is 0.
  ///
  /// @param args the course's root; behind it `built` when Maven has just built the grader
  public static void main(String[] args) throws IOException, InterruptedException {
    var root = Path.of(args[0]);
    var command = new ArrayList<String>();
    command.add(Files.readString(root.resolve("grader/target/launch/java")).strip());
    if (args.length == 1) {
      command.add("-Dtapeline.built=earlier");
    }
    if (System.getProperty("check") != null) {
      command.add("--add-modules=jdk.incubator.vector"); // the given tests run in the grader's JVM
    }
    command.add("@" + ARGUMENTS);
    int code = run(root, command);
    if (code == STALE) {
      Files.delete(root.resolve(ARGUMENTS)); // without it, Maven's profiles choose the build
      boolean windows = System.getProperty("os.name").startsWith("Windows");
      var maven = Path.of(System.getProperty("maven.home"), "bin", windows ? "mvn.cmd" : "mvn");
      code = run(root, new ArrayList<>(List.of(maven.toString(), "-pl", "grader", "test")));
    }
    if (code != 0) {
      System.exit(code);
    }
  }

  /// Runs a command with Maven's properties whose names have no dot: those are the course's
  /// options.
  private static int run(Path root, List<String> command) throws IOException, InterruptedException {
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.indexOf('.') < 0)
        .sorted()
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    return new ProcessBuilder(command).directory(root.toFile()).inheritIO().start().waitFor();
  }
}
