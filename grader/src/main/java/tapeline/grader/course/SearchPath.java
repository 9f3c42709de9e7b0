package tapeline.grader.course;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The folders in which a machine looks for commands.
public final class SearchPath {
  private SearchPath() {}

  /// Returns the programs of these names in the folders of a `PATH`, folder by folder. On Windows a
  /// folder's name may stand in quotes; what is no folder's name is passed over.
  public static Stream<Path> programs(
      @Nullable String path, boolean windows, List<String> commands) {
    return Stream.of((path == null ? "" : path).split(File.pathSeparator))
        .map(name -> windows ? name.replace("\"", "") : name)
        .filter(name -> !name.isBlank())
        .flatMap(folder -> commands.stream().flatMap(c -> files(folder, c, windows)))
        .filter(Files::isExecutable);
  }

  private static Stream<Path> files(String folder, String command, boolean windows) {
    try {
      var place = Path.of(folder);
      return windows
          ? Stream.of(place.resolve(command + ".exe"), place.resolve(command + ".cmd"))
          : Stream.of(place.resolve(command));
    } catch (InvalidPathException _) {
      return Stream.empty();
    }
  }
}
