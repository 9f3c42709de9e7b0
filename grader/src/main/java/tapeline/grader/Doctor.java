package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tapeline.grader.course.Front;
import tapeline.grader.course.SearchPath;
import tapeline.grader.need.Need;

/// Says what the course needs of a machine: what is there, what is missing, and what mends it.
final class Doctor {
  private static final long LEAST_MEMORY = 2L << 30;

  /// It does not know CUDA.
  private static final Path APPLES_CLANG = Path.of("/usr/bin/clang");

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
  private record Used(
      String name, List<String> commands, String use, Map<String, String> packages, String page) {

    /// @param others the packages for other managers than Debian's
    static Used of(Need need, String use, Map<String, String> others, String page) {
      var packages = new HashMap<>(others);
      packages.put("apt-get", String.join(" ", need.packages()));
      return new Used(need.label(), need.commands(), use, packages, page);
    }
  }

  private static final List<Used> USED =
      List.of(
          new Used(
              "Maven",
              List.of("mvn"),
              "",
              Map.of("apt-get", "maven", "dnf", "maven", "brew", "maven"),
              "https://maven.apache.org/install.html"),
          new Used(
              "git",
              List.of("git"),
              Front.terminal().command("update", ""),
              Map.of("apt-get", "git", "dnf", "git", "brew", "git"),
              "https://git-scm.com/downloads"),
          Used.of(
              Need.JUPYTER,
              "the notebooks",
              Map.of("dnf", "jupyterlab", "brew", "jupyterlab"),
              "https://jupyter.org/install"),
          Used.of(
              Need.CUDA,
              "kernels of your own in module 10; %s says more"
                  .formatted(Front.terminal().command("run", "CudaSetup")),
              Map.of("dnf", "clang", "brew", "llvm"),
              "https://developer.nvidia.com/cuda-downloads"),
          Used.of(
              Need.BUBBLEWRAP,
              "instructors, who run other people's code",
              Map.of("dnf", "bubblewrap"),
              "https://github.com/containers/bubblewrap"));

  private static final Used FONTS =
      Used.of(
          Need.FONTS,
          "charts",
          Map.of("dnf", "fontconfig dejavu-sans-fonts"),
          "https://dejavu-fonts.github.io");

  /// Returns whether nothing is missing that the course cannot do without.
  boolean run() {
    line(true, "JDK " + Runtime.version().feature(), System.getProperty("java.home"));
    boolean well = true;
    for (var need : USED) {
      var found = need.commands.stream().flatMap(c -> find(c).stream()).findFirst();
      if (found.isPresent() && found.equals(Need.program("bwrap"))) {
        bubblewrap(found.get());
      } else if (found.isPresent()) {
        line(true, need.name, found.get().toString());
      } else {
        well &= !need.use.isEmpty();
        line(false, need.name, need.use.isEmpty() ? "needed" : "for " + need.use);
        out.println("      " + install(need));
      }
    }
    fonts();
    return memory() && well;
  }

  /// Only some systems let every user make the namespaces that it works with.
  private void bubblewrap(Path path) {
    var lacking = Need.BUBBLEWRAP.lacking();
    line(lacking.isEmpty(), "bubblewrap", lacking.isEmpty() ? path.toString() : lacking);
    if (!lacking.isEmpty()) {
      out.println("      " + Need.BUBBLEWRAP.remedy());
    }
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
  private String install(Used need) {
    for (var manager : List.of("apt-get", "dnf", "brew")) {
      var name = need.packages.get(manager);
      if (name != null && find(manager).isPresent()) {
        return (manager.equals("brew") ? "" : "sudo ") + manager + " install " + name;
      }
    }
    return need.page;
  }

  private Optional<Path> find(String command) {
    return SearchPath.programs(search, system.startsWith("windows"), List.of(command))
        .filter(file -> !(system.startsWith("mac") && file.equals(APPLES_CLANG)))
        .findFirst();
  }

  private void line(boolean there, String name, String more) {
    out.println("  %s %-16s %s".formatted(there ? "+" : "-", name, more).stripTrailing());
  }
}
