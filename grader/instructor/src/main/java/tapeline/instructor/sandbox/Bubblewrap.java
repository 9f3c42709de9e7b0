package tapeline.instructor.sandbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tapeline.grader.need.Need;
import tapeline.toolkit.WholeFile;

/// Starts programs in namespaces of their own, by bubblewrap: no network, no `/proc`, no files but
/// those of their [Cell], a `/tmp` in memory, no capabilities, [Limits], and a [SeccompFilter].
///
/// The user that runs it is another one where that can be chosen: a limit on processes does not
/// bind root. Where it cannot, the threads that the user has already are added to the limit.
public final class Bubblewrap {
  private static final List<String> TOOLS = List.of("prlimit", "setpriv", "sh");
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String CARDS = "CUDA_VISIBLE_DEVICES";
  private static final int NOBODY = 60019; // a user that no system has
  private static final int NOBODIES = 1_900_000_000; // above all that systems give out
  private static final int MOST_USERS = 200_000_000;
  private static final int FEW_USERS = 5_000;

  private final Path filter;
  private final Path startingFilter;

  /// @param startingFilter for cells that may start programs
  private Bubblewrap(Path filter, Path startingFilter) {
    this.filter = filter;
    this.startingFilter = startingFilter;
  }

  /// Bubblewrap, when it is installed and may make namespaces here.
  ///
  /// @param folder a place for the filter's file
  /// @throws Unavailable with the reason, when it cannot be used
  /// @throws IllegalStateException when it can, and a cell with its limits cannot be started
  public static Bubblewrap in(Path folder) throws Unavailable {
    var missing = missing();
    if (!missing.isEmpty()) {
      throw new Unavailable(missing);
    }
    try {
      var filter = folder.toAbsolutePath().resolve("calls.bpf");
      var starting = filter.resolveSibling("calls-starting.bpf");
      var calls = SeccompFilter.of(System.getProperty("os.arch"), false);
      var startingCalls = SeccompFilter.of(System.getProperty("os.arch"), true);
      // another program's cells may open them just now
      WholeFile.write(filter, part -> Files.write(part, calls));
      WholeFile.write(starting, part -> Files.write(part, startingCalls));
      var made = new Bubblewrap(filter, starting);
      var java = Cell.of(JDK, "java", "-XX:+UseSerialGC", "-Xmx16m", "-version");
      var cell = tried(made.process(java, Limits.HOMEWORK, 0));
      if (cell.isPresent()) {
        throw new IllegalStateException("bwrap works here, and no Java in a cell: " + cell.get());
      }
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("interrupted");
    }
  }

  /// The output of a program that fails; empty where it does not.
  private static Optional<String> tried(ProcessBuilder program)
      throws IOException, InterruptedException {
    var trial = program.redirectErrorStream(true).start();
    var said = new String(trial.getInputStream().readAllBytes(), UTF_8).strip();
    int code = trial.waitFor();
    return code == 0 ? Optional.empty() : Optional.of(said.isEmpty() ? "exit code " + code : said);
  }

  /// There is no bubblewrap to be used.
  public static final class Unavailable extends Exception {
    private static final long serialVersionUID = 1;

    Unavailable(String why) {
      super(why);
    }
  }

  /// Returns what is missing for it, and how to get that; empty where nothing is.
  static String missing() {
    var system = System.getProperty("os.name");
    if (!system.equals("Linux")) {
      return "bubblewrap needs Linux, this is " + system;
    }
    var lacking = Need.BUBBLEWRAP.lacking();
    if (!lacking.isEmpty()) {
      return lacking + " (" + Need.BUBBLEWRAP.remedy() + ")";
    }
    return TOOLS.stream()
        .filter(tool -> Need.program(tool).isEmpty())
        .findFirst()
        .map(tool -> "there is no " + tool + " (on Debian and Ubuntu it comes with util-linux)")
        .orElse("");
  }

  /// A number for [#process] that hardly anybody else has drawn, and the next ones with it.
  public static int drawUser() {
    return 1 + new SecureRandom().nextInt(MOST_USERS);
  }

  /// The program of `cell`, to be started, as one of several users where that can be chosen: a
  /// limit on threads counts those of all processes of a user, and no cell should take another
  /// one's.
  ///
  /// @param user its number
  public ProcessBuilder process(Cell cell, Limits limits, int user) {
    return process(cell, limits, user, System.getProperty("user.name").equals("root"));
  }

  /// @param isRoot whether the cell's user can be chosen
  ProcessBuilder process(Cell cell, Limits limits, int user, boolean isRoot) {
    var line = new ArrayList<String>();
    if (isRoot) {
      int id = id(user);
      line.addAll(List.of("setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups"));
    }
    line.addAll(
        List.of(
            "prlimit",
            "--cpu=" + limits.cpuSeconds(),
            "--as=" + limits.addressBytes(),
            "--nproc=" + (limits.threads() + (isRoot ? 0 : threadsHere())),
            "--fsize=" + limits.fileBytes(),
            "--nofile=" + limits.openFiles(),
            "--core=0"));
    // A ProcessBuilder passes on descriptors 0 to 2 only: the shell opens the filter's.
    line.addAll(List.of("sh", "-c", "f=$1; shift; exec \"$@\" 9<\"$f\"", "cell"));
    line.add(filter(cell).toString());
    line.addAll(List.of("bwrap", "--unshare-all", "--die-with-parent", "--new-session"));
    line.addAll(List.of("--clearenv", "--setenv", "LD_LIBRARY_PATH", "/java/lib"));
    line.addAll(List.of("--setenv", "LC_ALL", "C.UTF-8")); // names of files are Unicode
    new TreeMap<>(cell.environment())
        .forEach((name, value) -> line.addAll(List.of("--setenv", name, value)));
    line.addAll(List.of("--cap-drop", "ALL", "--hostname", "cell", "--seccomp", "9"));
    libraries(line);
    for (var device : List.of("/dev/null", "/dev/random", "/dev/urandom")) {
      line.addAll(List.of("--dev-bind", device, device));
    }
    devices(cell, line);
    line.addAll(List.of("--size", "" + limits.tmpBytes(), "--tmpfs", "/tmp"));
    line.addAll(List.of("--ro-bind", cell.runtime().toAbsolutePath().toString(), "/java"));
    new TreeMap<>(cell.readable())
        .forEach((as, path) -> line.addAll(List.of("--ro-bind", path.toString(), as)));
    new TreeMap<>(cell.writable())
        .forEach((as, path) -> line.addAll(List.of("--bind", path.toString(), as)));
    line.addAll(List.of("--remount-ro", "/")); // what lies beside the mounts is the host's memory
    line.addAll(List.of("--chdir", "/tmp", "/java/bin/" + cell.command().getFirst()));
    line.addAll(cell.command().subList(1, cell.command().size()));
    return new ProcessBuilder(line);
  }

  /// The devices of a cell, and which of several cards was given to the caller, as Slurm says it.
  private static void devices(Cell cell, List<String> line) {
    for (var device : cell.devices()) {
      line.addAll(List.of("--dev-bind", device.toString(), device.toString()));
    }
    var cards = System.getenv(CARDS);
    if (!cell.devices().isEmpty() && cards != null) {
      line.addAll(List.of("--setenv", CARDS, cards));
    }
  }

  private Path filter(Cell cell) {
    return cell.startsPrograms() ? startingFilter : filter;
  }

  private static int id(int user) {
    if (user == 0) {
      return NOBODY;
    }
    return hasAllUsers() ? NOBODIES + user : NOBODY + 1 + user % FEW_USERS;
  }

  /// Returns whether numbers as high as ours are anybody's here: a container may have some 65,000.
  private static boolean hasAllUsers() {
    try {
      return Files.readAllLines(Path.of("/proc/self/uid_map")).stream()
          .map(line -> line.strip().split("\\s+"))
          .anyMatch(map -> Long.parseLong(map[0]) + Long.parseLong(map[2]) > NOBODIES + MOST_USERS);
    } catch (IOException _) {
      return false;
    }
  }

  /// The threads of this user, all processes together.
  private static int threadsHere() {
    int threads = 0;
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      int mine = status(Path.of("/proc/self"), "Uid");
      for (var process : processes) {
        try {
          threads += status(process, "Uid") == mine ? status(process, "Threads") : 0;
        } catch (IOException _) {
          // It has ended, or is shown to its own user alone.
        }
      }
      return threads;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot count the threads of this user", e);
    }
  }

  private static int status(Path process, String key) throws IOException {
    for (var line : Files.readAllLines(process.resolve("status"), ISO_8859_1)) {
      if (line.startsWith(key + ":")) {
        return Integer.parseInt(line.substring(key.length() + 1).strip().split("\\s+", -1)[0]);
      }
    }
    return 0;
  }

  /// The C library and its plain locale, where this system has them; `/lib` is a link into `/usr`
  /// on most.
  private static void libraries(List<String> line) {
    for (var name : List.of("/lib", "/lib64")) {
      var path = Path.of(name);
      try {
        if (Files.isSymbolicLink(path)) {
          line.addAll(List.of("--symlink", Files.readSymbolicLink(path).toString(), name));
        } else if (Files.isDirectory(path)) {
          line.addAll(List.of("--ro-bind", name, name));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    for (var name :
        List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib/locale/C.utf8")) {
      if (Files.isDirectory(Path.of(name))) {
        line.addAll(List.of("--ro-bind", name, name));
      }
    }
  }
}
