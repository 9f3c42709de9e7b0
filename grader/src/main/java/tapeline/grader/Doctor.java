package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tapeline.grader.course.Front;
import tapeline.grader.course.SearchPath;

/// Says what the course needs of a machine: what is there, what is missing, and what mends it.
final class Doctor {
  private static final long LEAST_MEMORY = 2L << 30;

  private final PrintStream out;
  private final String search;
  private final String system;
  private final List<Path> fontFolders;

  Doctor(PrintStream out) {
    this(
        out,
        System.getenv().getOrDefault("PATH", ""),
        System.getProperty("os.name", ""),
        fontFolders());
  }

  /// @param search the folders of commands, as in `PATH`
  /// @param system the name of the operating system
  /// @param fontFolders where Linux has its fonts
  Doctor(PrintStream out, String search, String system, List<Path> fontFolders) {
    this.out = out;
    this.search = search;
    this.system = system.toLowerCase(Locale.ROOT);
    this.fontFolders = fontFolders;
  }

  /// Something that the course uses.
  ///
  /// @param commands one of these has to be there
  /// @param use what for; empty where nothing goes without it
  /// @param packages what to install, by package manager
  private record Need(
      String name, List<String> commands, String use, Map<String, String> packages, String page) {}

  private static final List<Need> NEEDS =
      List.of(
          new Need(
              "Maven",
              List.of("mvn"),
              "",
              Map.of("apt-get", "maven", "dnf", "maven", "brew", "maven"),
              "https://maven.apache.org/install.html"),
          new Need(
              "git",
              List.of("git"),
              Front.terminal().command("update", ""),
              Map.of("apt-get", "git", "dnf", "git", "brew", "git"),
              "https://git-scm.com/downloads"),
          new Need(
              "Jupyter",
              List.of("jupyter-lab", "jupyter-notebook", "jupyter"),
              "the notebooks",
              Map.of("apt-get", "jupyter-notebook", "dnf", "jupyterlab", "brew", "jupyterlab"),
              "https://jupyter.org/install"),
          new Need(
              "a CUDA compiler",
              List.of("nvcc", "clang"),
              "kernels of your own in module 10; %s says more"
                  .formatted(Front.terminal().command("run", "CudaSetup")),
              Map.of("apt-get", "clang", "dnf", "clang", "brew", "llvm"),
              "https://developer.nvidia.com/cuda-downloads"),
          new Need(
              "bubblewrap",
              List.of("bwrap"),
              "instructors, who run other people's code",
              Map.of("apt-get", "bubblewrap", "dnf", "bubblewrap"),
              "https://github.com/containers/bubblewrap"));

  private static final Need FONTS =
      new Need(
          "fonts",
          List.of(),
          "charts",
          Map.of("apt-get", "fontconfig fonts-dejavu-core", "dnf", "fontconfig dejavu-sans-fonts"),
          "https://dejavu-fonts.github.io");

  /// Whether nothing is missing that the course cannot do without.
  boolean run() {
    line(true, "JDK " + Runtime.version().feature(), System.getProperty("java.home"));
    boolean well = true;
    for (var need : NEEDS) {
      var found = need.commands.stream().flatMap(c -> find(c).stream()).findFirst();
      found.ifPresent(path -> line(true, need.name, path.toString()));
      if (found.isEmpty()) {
        well &= !need.use.isEmpty();
        line(false, need.name, need.use.isEmpty() ? "needed" : "for " + need.use);
        out.println("      " + install(need));
      }
    }
    fonts();
    return memory() && well;
  }

  /// XChart draws with the system's fonts; only Linux may have none.
  private void fonts() {
    if (!system.startsWith("linux")) {
      return;
    }
    var folder = fontFolders.stream().filter(Doctor::holdsFont).findFirst();
    line(folder.isPresent(), "fonts", folder.map(Path::toString).orElse("for charts"));
    if (folder.isEmpty()) {
      out.println("      " + install(FONTS));
    }
  }

  private static List<Path> fontFolders() {
    var home = System.getProperty("user.home", "");
    return List.of(
        Path.of("/usr/share/fonts"),
        Path.of("/usr/local/share/fonts"),
        Path.of(home, ".fonts"),
        Path.of(home, ".local/share/fonts"));
  }

  private static boolean holdsFont(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var files = Files.walk(folder)) {
      return files.anyMatch(f -> f.toString().matches(".*\\.(?:ttf|otf|ttc|pfb)"));
    } catch (IOException | UncheckedIOException _) {
      return false; // a folder that may not be read is as good as none
    }
  }

  private boolean memory() {
    if (!(ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean machine)) {
      return true;
    }
    long bytes = machine.getTotalMemorySize();
    boolean enough = bytes >= LEAST_MEMORY;
    line(
        enough,
        "memory",
        "%.1f GiB, %d processors%s"
            .formatted(
                bytes / (double) (1L << 30),
                machine.getAvailableProcessors(),
                enough ? "" : "; the course needs 2 GiB"));
    return enough;
  }

  /// The command of the package manager that is here; else a page that says how.
  private String install(Need need) {
    for (var manager : List.of("apt-get", "dnf", "brew")) {
      var name = need.packages.get(manager);
      if (name != null && find(manager).isPresent()) {
        return (manager.equals("brew") ? "" : "sudo ") + manager + " install " + name;
      }
    }
    return need.page;
  }

  private Optional<Path> find(String command) {
    boolean windows = system.startsWith("windows");
    var names = windows ? List.of(command + ".exe", command + ".cmd") : List.of(command);
    return SearchPath.folders(search, windows).stream()
        .filter(folder -> !(command.equals("clang") && isApples(folder)))
        .flatMap(folder -> names.stream().map(folder::resolve))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// On macOS this folder's clang is Apple's, which does not know CUDA.
  private boolean isApples(Path folder) {
    return system.startsWith("mac") && folder.equals(Path.of("/usr/bin"));
  }

  private void line(boolean there, String name, String more) {
    out.println("  %s %-16s %s".formatted(there ? "+" : "-", name, more).stripTrailing());
  }
}
