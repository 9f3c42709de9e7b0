package tapeline.grader;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Says what the course needs of a machine: what is there, what is missing, and what mends it.
final class Doctor {
  private static final long LEAST_MEMORY = 2L << 30;

  private final PrintStream out;
  private final String search;
  private final String system;

  Doctor(PrintStream out) {
    this(out, System.getenv().getOrDefault("PATH", ""), System.getProperty("os.name", ""));
  }

  /// @param search the folders of commands, as in `PATH`
  /// @param system the name of the operating system
  Doctor(PrintStream out, String search, String system) {
    this.out = out;
    this.search = search;
    this.system = system.toLowerCase(Locale.ROOT);
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
              "./tapeline update",
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
              "kernels of your own in module 10; ./tapeline cuda-setup says more",
              Map.of("apt-get", "clang", "dnf", "clang", "brew", "llvm"),
              "https://developer.nvidia.com/cuda-downloads"),
          new Need(
              "bubblewrap",
              List.of("bwrap"),
              "instructors, who run other people's code",
              Map.of("apt-get", "bubblewrap", "dnf", "bubblewrap"),
              "https://github.com/containers/bubblewrap"));

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
        out.println("      " + mend(need));
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
    boolean any =
        Stream.of(
                "/usr/share/fonts",
                "/usr/local/share/fonts",
                home(".fonts"),
                home(".local/share/fonts"))
            .anyMatch(folder -> holdsFont(Path.of(folder)));
    line(any, "fonts", any ? "" : "for charts");
    if (!any) {
      out.println("      sudo apt-get install fontconfig fonts-dejavu-core");
    }
  }

  private static String home(String folder) {
    return System.getProperty("user.home", "") + "/" + folder;
  }

  private static boolean holdsFont(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var files = Files.walk(folder)) {
      return files.anyMatch(f -> f.toString().matches(".*\\.(?:ttf|otf|ttc|pfb)"));
    } catch (IOException e) {
      return false;
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

  private String mend(Need need) {
    for (var manager : List.of("apt-get", "dnf", "brew")) {
      var name = need.packages.get(manager);
      if (name != null && find(manager).isPresent()) {
        return (manager.equals("brew") ? "" : "sudo ") + manager + " install " + name;
      }
    }
    return need.page;
  }

  private Optional<Path> find(String command) {
    var names =
        system.startsWith("windows")
            ? List.of(command + ".exe", command + ".cmd")
            : List.of(command);
    return Stream.of(search.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> names.stream().map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private void line(boolean there, String name, String more) {
    out.println("  %s %-16s %s".formatted(there ? "+" : "-", name, more).stripTrailing());
  }
}
