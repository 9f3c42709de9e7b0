package tapeline.instructor.homework;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Lock;
import tapeline.grader.course.SearchPath;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.OpenFolder;

/// The part of this machine that a cell is shown so that the toolkit finds the CUDA compiler in
/// there that it finds out here: programs and their libraries, read-only, and no user's own files.
///
/// @param folders by the names that they keep in there
/// @param environment the variables that choose a compiler
record HostCompilers(SortedMap<String, Path> folders, Map<String, String> environment) {
  private static final List<String> SYSTEM =
      List.of(
          "/bin",
          "/usr/bin",
          "/usr/lib",
          "/usr/lib64",
          "/usr/libexec",
          "/usr/include",
          "/usr/local/bin",
          "/opt/cuda",
          "/etc/alternatives");
  private static final Path LOCAL = Path.of("/usr/local");
  private static final List<String> CHOICE = List.of("TAPELINE_CUDA", "CUDA_HOME", "CUDA_PATH");
  private static final String DOWNLOADED = "compilers";
  private static final String PLAIN = "/[a-z0-9][\\w./-]*";

  /// Finds the compilers of this machine.
  ///
  /// @param kept for copies of what others than its user cannot read
  static HostCompilers here(Path kept) {
    return here(kept, System.getenv());
  }

  /// Finds the compilers of this machine with this environment.
  static HostCompilers here(Path kept, Map<String, String> environment) {
    try (var _ = Lock.on(kept.resolve("lock"))) {
      return found(kept, environment);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot show cells this machine's CUDA compilers", e);
    }
  }

  private static HostCompilers found(Path kept, Map<String, String> host) throws IOException {
    var folders = new TreeMap<String, Path>();
    for (var name : SYSTEM) {
      show(folders, Path.of(name));
    }
    if (Files.isDirectory(LOCAL)) {
      try (var all = Files.newDirectoryStream(LOCAL, "cuda*")) {
        all.forEach(cuda -> show(folders, cuda));
      }
    }
    var environment = new TreeMap<String, String>();
    for (var name : CHOICE) {
      var value = host.get(name);
      if (value != null && !value.isBlank()) {
        environment.put(name, value);
        if (value.startsWith("/")) {
          show(folders, Path.of(value));
        }
      }
    }
    // A PATH of folders that are shown; compilers write what passes between their parts to /tmp.
    var path = host.getOrDefault("PATH", "").split(File.pathSeparator);
    for (var folder : path) {
      if (folder.matches("/opt/.+|/usr/.+") && folder.endsWith("/bin")) {
        show(folders, Path.of(folder));
      }
    }
    environment.put(
        "PATH", String.join(":", Stream.of(path).filter(folders::containsKey).toList()));
    environment.put("TMPDIR", "/tmp");
    downloaded(kept, folders, host.get("XDG_CACHE_HOME"));
    return new HostCompilers(folders, environment);
  }

  private static void show(SortedMap<String, Path> folders, Path folder) {
    try {
      var name = folder.toAbsolutePath().normalize().toString();
      if (Files.isDirectory(folder)
          && name.matches(PLAIN)
          && OpenFolder.isOpen(folder.toRealPath())) {
        folders.putIfAbsent(name, folder.toRealPath());
      }
    } catch (IOException _) {
      // A folder that cannot be read has no compiler for anybody.
    }
  }

  /// Downloads of `./tapeline cuda-setup` lie in the user's own folder: copies are shown.
  private static void downloaded(Path kept, SortedMap<String, Path> folders, @Nullable String cache)
      throws IOException {
    var own =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    var all = own.resolve("tapeline").resolve(DOWNLOADED);
    var names = all.toFile().list((_, name) -> !name.endsWith(".part"));
    for (var name : names == null ? new String[0] : names) {
      var copy = kept.resolve(name);
      if (!Files.exists(copy)) {
        var fresh = SealedRuntime.fresh(copy);
        for (var file : Course.files(all.resolve(name), _ -> true)) {
          copy(file, fresh.resolve(file.getFileName()));
        }
        Files.move(fresh, copy);
      }
      folders.put("/cache/" + DOWNLOADED + "/" + name, copy);
    }
  }

  /// The copy can be read by all, as the cell's user is another; a program stays one.
  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to);
    boolean program = Files.isExecutable(from);
    Files.setPosixFilePermissions(
        to, PosixFilePermissions.fromString(program ? "r-xr-xr-x" : "r--r--r--"));
  }

  /// Names these compilers: kept results count only with the same ones.
  String names() {
    var names = new TreeSet<String>();
    folders.keySet().stream()
        .filter(f -> f.contains("cuda") || f.startsWith("/cache"))
        .forEach(names::add);
    CHOICE.forEach(name -> names.add(name + "=" + environment.get(name)));
    var path = environment.get("PATH");
    for (var program : SearchPath.programs(path, false, List.of("nvcc", "clang")).toList()) {
      try {
        names.add(program.toRealPath().toString()); // a link to its version
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return names.toString();
  }

  /// The cell that is shown these, and may start them.
  Cell in(Cell cell) {
    var shown = cell;
    for (var folder : folders.entrySet()) {
      shown = shown.reads(folder.getValue(), folder.getKey());
    }
    return shown.startsPrograms(environment);
  }
}
