package tapeline.gpu.compiler;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tapeline.gpu.compiler.Platform.Family;

/// Programs of this machine: where they are, and what they print.
public final class CommandLine {
  private CommandLine() {}

  /// The exit status of a program, and the text that it printed on both of its streams.
  record Result(int status, String output) {}

  /// Returns a program in one of these folders or on the PATH, by its first name that exists.
  public static Optional<Path> find(List<String> names, List<Path> folders) {
    return all(names, folders, Platform.here()).findFirst();
  }

  /// Returns all such programs, sorted by the order of the names. On macOS it leaves out
  /// `/usr/bin`, whose compilers are Apple's or ask to have Apple's installed.
  static Stream<Path> all(List<String> names, List<Path> folders, Platform platform) {
    var path = System.getenv().getOrDefault("PATH", "");
    var places =
        Stream.concat(folders.stream(), folders(path, platform))
            .filter(f -> platform.family() != Family.MACOS || !f.equals(Path.of("/usr/bin")))
            .toList();
    boolean windows = platform.family() == Family.WINDOWS;
    return names.stream()
        .flatMap(name ->
            places.stream()
                .map(folder ->
                    folder.resolve(name + (windows && !name.contains(".") ? ".exe" : ""))))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file));
  }

  /// The folders on a PATH. What is no folder's name is passed over.
  static Stream<Path> folders(String path, Platform platform) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .flatMap(entry -> folder(entry, platform).stream());
  }

  /// On Windows the name of a folder may stand in quotes.
  private static Optional<Path> folder(String entry, Platform platform) {
    var name = platform.family() == Family.WINDOWS ? entry.replace("\"", "") : entry;
    try {
      return name.isBlank() ? Optional.empty() : Optional.of(Path.of(name));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  /// Returns the folders in which a CUDA toolkit may lie, the likeliest first.
  static List<Path> toolkits() {
    var folders = new ArrayList<Path>();
    for (var variable : List.of("CUDA_HOME", "CUDA_PATH")) {
      var value = System.getenv(variable);
      if (value != null) {
        folder(value, Platform.here()).ifPresent(folders::add);
      }
    }
    folders.add(Path.of("/usr/local/cuda"));
    folders.add(Path.of("/opt/cuda"));
    return folders.stream().filter(Files::isDirectory).toList();
  }

  /// Runs a program in a folder to its end.
  ///
  /// @param environment variables that it has besides this process's
  static Result run(Path folder, List<String> command, Map<String, String> environment) {
    try {
      var builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(nothing()));
      builder.environment().putAll(environment);
      var process = builder.start();
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
    return new File(Platform.here().family() == Family.WINDOWS ? "NUL" : "/dev/null");
  }
}
