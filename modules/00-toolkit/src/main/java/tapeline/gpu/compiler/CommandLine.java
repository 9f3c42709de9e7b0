package tapeline.gpu.compiler;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Programs of this machine: where they are, and what they print.
final class CommandLine {
  private CommandLine() {}

  /// What a program printed, on both of its streams, and its exit status.
  record Result(int status, String output) {}

  /// A program on the PATH or in one of these folders, by its first name that exists.
  static Optional<Path> find(List<String> names, List<Path> folders) {
    var all = new ArrayList<>(folders);
    var path = System.getenv().getOrDefault("PATH", "");
    Pattern.compile(File.pathSeparator)
        .splitAsStream(path)
        .filter(folder -> !folder.isBlank())
        .forEach(folder -> all.add(Path.of(folder)));
    for (var name : names) {
      for (var folder : all) {
        var file = folder.resolve(windows() ? name + ".exe" : name);
        if (Files.isExecutable(file) && !Files.isDirectory(file)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  static boolean windows() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");
  }

  /// Where a CUDA toolkit may be, the likeliest first.
  static List<Path> toolkits() {
    var folders = new ArrayList<Path>();
    for (var variable : List.of("CUDA_HOME", "CUDA_PATH")) {
      var value = System.getenv(variable);
      if (value != null && !value.isBlank()) {
        folders.add(Path.of(value));
      }
    }
    folders.add(Path.of("/usr/local/cuda"));
    folders.add(Path.of("/opt/cuda"));
    return folders.stream().filter(Files::isDirectory).toList();
  }

  /// Runs a program in a folder to its end.
  static Result run(Path folder, List<String> command) {
    try {
      var process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(nothing()))
              .start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException("running " + command.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command.getFirst() + " ran", e);
    }
  }

  private static File nothing() {
    return new File(windows() ? "NUL" : "/dev/null");
  }

  /// Calls back with a new folder, and deletes it with all in it.
  static <T> T inTemporaryFolder(FolderUse<T> use) {
    try {
      var folder = Files.createTempDirectory("tapeline-cuda");
      try {
        return use.in(folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  /// Work in a folder.
  @FunctionalInterface
  interface FolderUse<T> {
    T in(Path folder) throws IOException;
  }
}
