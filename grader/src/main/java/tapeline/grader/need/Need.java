package tapeline.grader.need;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tapeline.grader.course.SearchPath;

/// A program of the machine that a part of the course needs: its commands, and Debian's packages
/// that bring it. `.ci/run` installs each.
public enum Need {
  BUBBLEWRAP("bubblewrap", "bubblewrap", "bwrap"),
  JUPYTER("Jupyter", "jupyter-notebook", "jupyter-lab|jupyter-notebook|jupyter"),
  NBCLIENT("nbclient", "python3-nbclient jupyter-client jupyter-nbconvert", "python3"),
  KERNEL_TEST("jupyter_kernel_test", "python3-jupyter-kernel-test", "python3"),
  CHROMIUM("Chromium", "chromium", "chromium|chromium-browser|google-chrome"),
  NODE("Node.js", "nodejs", "node"),
  NPM("npm", "npm", "npm"),
  CUDA("a CUDA compiler", "clang", "nvcc|clang"),
  CXX("a compiler of C++", "g++", "g++ gcc objcopy"),
  POSTGRESQL("PostgreSQL", "postgresql", "initdb"),
  SLURM("Slurm", "slurm-wlm munge", "sbatch munged"),
  FONTS("fonts", "fontconfig fonts-dejavu-core", "fc-list");

  private static final Path POSTGRESQL_VERSIONS = Path.of("/usr/lib/postgresql");

  private final String label;
  private final String packages;
  private final String commands;

  /// @param packages with blanks between
  /// @param commands with blanks between; each is needed, and `|` stands between those of which one
  ///   is enough
  Need(String label, String packages, String commands) {
    this.label = label;
    this.packages = packages;
    this.commands = commands;
  }

  /// Returns the name that readers know it by.
  public String label() {
    return label;
  }

  public List<String> packages() {
    return List.of(packages.split(" "));
  }

  /// Returns the commands of which the machine has one, where it has what is needed.
  public List<String> commands() {
    return needed().findFirst().orElseThrow();
  }

  /// Returns why it cannot be used here; empty where it can.
  public String lacking() {
    var missing =
        needed().filter(alternatives -> files(alternatives).findAny().isEmpty()).findFirst();
    if (missing.isPresent()) {
      return "there is no " + String.join(" and no ", missing.get());
    }
    return switch (this) {
      case SLURM ->
          System.getProperty("user.name").equals("root") ? "" : "a cluster of one's own takes root";
      case BUBBLEWRAP -> {
        var said = tried("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true");
        yield said.code == 0 ? "" : "bwrap may not make namespaces here: " + said.text;
      }
      case FONTS -> tried("fc-list").text.isEmpty() ? "fc-list knows of none" : "";
      default -> "";
    };
  }

  /// Returns how to get it.
  public String remedy() {
    if (!isForbidden()) {
      return "on Debian and Ubuntu: sudo apt-get install " + packages;
    }
    return this == SLURM
        ? "run it as root"
        : "a container needs --privileged; elsewhere root allows it by"
            + " sysctl kernel.apparmor_restrict_unprivileged_userns=0"
            + " or kernel.unprivileged_userns_clone=1";
  }

  /// Tells whether it is installed, and this user may not use it.
  public boolean isForbidden() {
    return (this == BUBBLEWRAP || this == SLURM)
        && needed().allMatch(c -> files(c).findAny().isPresent());
  }

  /// Returns the reason for which a test is skipped, in which [#in] finds it.
  public String reason(String lacking) {
    return "needs " + label + ": " + lacking;
  }

  /// Returns the needs that a test's reason names.
  public static List<Need> in(String reason) {
    return Stream.of(values()).filter(n -> reason.contains(n.reason(""))).toList();
  }

  /// Returns the first file of this name that the machine has.
  public static Optional<Path> program(String command) {
    return files(List.of(command)).findFirst();
  }

  /// Returns all files of all its commands.
  public Stream<Path> files() {
    return needed().flatMap(Need::files);
  }

  /// Returns the alternatives of each command.
  private Stream<List<String>> needed() {
    return Stream.of(commands.split(" ")).map(c -> List.of(c.split("\\|")));
  }

  private static Stream<Path> files(List<String> commands) {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    var path = System.getenv().getOrDefault("PATH", "");
    var folders = List.of(path, "/usr/sbin", "/sbin", postgresql()); // not in each user's PATH
    return SearchPath.programs(String.join(File.pathSeparator, folders), windows, commands);
  }

  /// Debian has the server's programs in a folder a version, which no PATH names.
  private static String postgresql() {
    if (!Files.isDirectory(POSTGRESQL_VERSIONS)) {
      return "";
    }
    try (var versions = Files.list(POSTGRESQL_VERSIONS)) {
      return versions
          .map(v -> v.resolve("bin").toString())
          .sorted(Comparator.reverseOrder())
          .collect(joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Said(int code, String text) {}

  private static Said tried(String... command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return new Said(process.waitFor(), text);
    } catch (IOException e) {
      return new Said(-1, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Said(-1, e.toString());
    }
  }
}
