package tapeline.grader.course;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The folders in which a machine looks for commands.
public final class SearchPath {
  private SearchPath() {}

  /// Those of a `PATH`. On Windows a name may stand in quotes; what is no folder's name is passed
  /// over.
  public static List<Path> folders(@Nullable String path, boolean windows) {
    return Stream.of((path == null ? "" : path).split(File.pathSeparator))
        .map(name -> windows ? name.replace("\"", "") : name)
        .filter(name -> !name.isBlank())
        .flatMap(name -> folder(name).stream())
        .toList();
  }

  /// Returns the programs of this name in the folders.
  public static Stream<Path> files(List<Path> folders, String command, boolean windows) {
    var names = windows ? List.of(command + ".exe", command + ".cmd") : List.of(command);
    return folders.stream()
        .flatMap(folder -> names.stream().map(folder::resolve))
        .filter(Files::isExecutable);
  }

  private static Optional<Path> folder(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
