package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import tapeline.toolkit.ScratchFolder;

/// Workloads compiled from the sources of a checkout, and no more than they reach: both sides of a
/// comparison are built in one way.
///
/// A git ref is checked out beside, in a scratch folder that goes with this process; what a killed
/// process left behind, the next one deletes, git's note of it too.
final class SourceBuild implements AutoCloseable {
  private static final String CLASS = ".java";
  private static final String PURPOSE = "worktree";

  private final Path root;
  private final ScratchFolder scratch;
  private final boolean beside;
  private final String commit;

  private SourceBuild(Path root, ScratchFolder scratch, boolean beside, String commit) {
    this.root = root;
    this.scratch = scratch;
    this.beside = beside;
    this.commit = commit;
  }

  /// Returns the build of what lies in a checkout now, committed or not.
  static SourceBuild here(Path root) throws IOException {
    return new SourceBuild(root, ScratchFolder.of("build").untilTheEnd(), false, "now");
  }

  /// Checks out a ref of the repository at `root`, beside it.
  ///
  /// @throws IOException when git cannot be run, or the ref is no commit of this repository
  static SourceBuild of(Path root, String ref) throws IOException {
    var scratch = ScratchFolder.of(PURPOSE).untilTheEnd();
    try {
      forgetLeftovers(root);
      var commit = commit(root, ref);
      var tree = scratch.path().resolve("tree").toString();
      git(root, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", tree, commit);
      return new SourceBuild(root, scratch, true, commit.substring(0, 10));
    } catch (IOException | RuntimeException e) {
      scratch.close();
      throw e;
    }
  }

  /// Removes git's notes of scratch folders that are gone. `git worktree prune` would forget other
  /// people's worktrees, too, whose disk is away at the moment.
  private static void forgetLeftovers(Path root) throws IOException {
    for (var line : git(root, "worktree", "list", "--porcelain").lines().toList()) {
      if (line.matches("worktree .*/tapeline-" + PURPOSE + "\\d+/tree")) {
        var tree = line.substring("worktree ".length());
        if (!Files.exists(Path.of(tree))) {
          try {
            git(root, "worktree", "remove", "--force", tree);
          } catch (IOException _) {
            // removed or begun by another process at this moment
          }
        }
      }
    }
  }

  private static String commit(Path root, String ref) throws IOException {
    try {
      return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}");
    } catch (IOException e) {
      throw new IOException(
          "a baseline is a commit, branch or tag of this repository, got %s; git fetch brings it"
              .formatted(ref),
          e);
    }
  }

  /// Returns the first digits of its commit, or `now`.
  String commit() {
    return commit;
  }

  /// Returns the folder of the checkout.
  Path tree() {
    return beside ? scratch.path().resolve("tree") : root;
  }

  /// Returns whether the source of a workload is in the checkout.
  boolean has(String workload) {
    return Files.isRegularFile(source(workload));
  }

  private Path source(String workload) {
    var file = workload.replaceFirst("\\$.*", "").replace('.', '/') + CLASS;
    return tree().resolve("grader/laboratory/src/main/java").resolve(file);
  }

  /// Compiles workloads of the laboratory and all that they reach, and copies the resources of the
  /// modules beside them; the folder.
  ///
  /// @param modules the folder of the modules in the checkout, `modules` or `solutions`
  /// @throws IOException when there is no such folder, or naming the first error of what does not
  ///   compile
  Path compile(List<String> workloads, String modules) throws IOException {
    var classes = Files.createDirectories(scratch.path().resolve("classes"));
    var roots = roots(modules);
    var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK, no JRE");
    var said = new DiagnosticCollector<JavaFileObject>();
    try (var files = compiler.getStandardFileManager(said, Locale.ROOT, UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, javaOf(roots));
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, libraries());
      var options =
          List.of("-proc:none", "-nowarn", "-implicit:class", "--add-modules=jdk.incubator.vector");
      var sources = workloads.stream().map(this::source).distinct().toList();
      var units = files.getJavaFileObjectsFromPaths(sources);
      if (!compiler.getTask(null, files, said, options, null, units).call()) {
        var error =
            said.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .findFirst();
        throw new IOException("%s does not compile: %s".formatted(commit, error.orElse("?")));
      }
    }
    for (var folder : roots) {
      copy(folder.resolve("src/main/resources"), classes);
    }
    return classes;
  }

  private List<Path> roots(String modules) throws IOException {
    if (!Files.isDirectory(tree().resolve(modules))) {
      throw new IOException(
          "modules lie in a folder such as solutions, and %s has no %s".formatted(commit, modules));
    }
    var roots = new ArrayList<>(List.of(tree().resolve("grader/laboratory")));
    addFolders(roots, tree().resolve(modules), "*");
    addFolders(roots, tree().resolve("modules"), "00-*");
    return roots.stream().filter(Files::isDirectory).distinct().toList();
  }

  private static void addFolders(List<Path> to, Path parent, String names) throws IOException {
    if (Files.isDirectory(parent)) {
      try (var all = Files.newDirectoryStream(parent, names)) {
        all.forEach(to::add);
      }
    }
  }

  private static List<Path> javaOf(List<Path> roots) {
    return roots.stream()
        .flatMap(r -> List.of(r.resolve("src/main/java"), r.resolve("src/given/java")).stream())
        .filter(Files::isDirectory)
        .toList();
  }

  /// Returns the jars of this JVM's class path.
  static List<Path> libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(p -> p.endsWith(".jar"))
        .map(Path::of)
        .toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (var files = Files.walk(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /// Removes a hook's repository from the environment of a process.
  static void forgetRepository(Map<String, String> environment) {
    environment.keySet().removeAll(List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"));
  }

  /// Runs git; its output, without the last line's end.
  private static String git(Path root, String... words) throws IOException {
    var command = new ArrayList<>(List.of("git", "-C", root.toAbsolutePath().toString()));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    forgetRepository(builder.environment());
    var process = builder.start();
    process.getOutputStream().close(); // it asks nothing
    var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    int code = process.onExit().join().exitValue();
    if (code != 0) {
      throw new IOException(
          "%s ended with %d: %s"
              .formatted(command.stream().collect(Collectors.joining(" ")), code, said));
    }
    return said;
  }

  @Override
  public void close() throws IOException {
    scratch.close();
    if (beside) {
      git(root, "worktree", "remove", "--force", tree().toString());
    }
  }
}
