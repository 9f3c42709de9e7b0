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
/// without Maven.
final class GraderLauncher {
  /// The exit code of a grader that has to be built anew.
  static final int STALE = 75;

  private final Path root;
  private final Path folder;

  /// The launcher of the course at `root`.
  GraderLauncher(Path root) {
    this.root = root;
    this.folder = root.resolve("grader/target/launch");
  }

  /// Starts the grader that Maven has just built, and ends this JVM with its exit code unless that
  /// is 0.
  ///
  /// @param args the course's root
  public static void main(String[] args) throws IOException, InterruptedException {
    int code = new GraderLauncher(Path.of(args[0])).start();
    if (code != 0) {
      System.exit(code);
    }
  }

  /// Returns whether a grader was built here once.
  boolean isBuilt() {
    return Files.exists(folder.resolve("arguments"));
  }

  /// Runs the grader with these options of the JVM, and with Maven's properties whose names have no
  /// dot: they are the course's options.
  ///
  /// @return its exit code
  int start(String... options) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Files.readString(folder.resolve("java")).strip());
    command.addAll(List.of(options));
    if (System.getProperty("check") != null) {
      command.add("--add-modules=jdk.incubator.vector"); // the given tests run in the grader's JVM
    }
    command.add("@grader/target/launch/arguments");
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.indexOf('.') < 0)
        .sorted()
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    return new ProcessBuilder(command).directory(root.toFile()).inheritIO().start().waitFor();
  }
}
