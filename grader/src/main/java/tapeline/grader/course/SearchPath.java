package tapeline.grader.course;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folders in which a machine looks for commands.
public final class SearchPath {
  private SearchPath() {}

  /// Those of a `PATH`. On Windows a name may stand in quotes; what is no folder's name is passed
  /// over.
  public static List<Path> folders(String path, boolean windows) {
    return Stream.of(path.split(File.pathSeparator))
        .map(name -> windows ? name.replace("\"", "") : name)
        .filter(name -> !name.isBlank())
        .flatMap(name -> folder(name).stream())
        .toList();
  }

  private static Optional<Path> folder(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
