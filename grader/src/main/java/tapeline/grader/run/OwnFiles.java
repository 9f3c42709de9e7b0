package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.MarkedSource;

/// In which files a module that was handed in is not the reference solution.
final class OwnFiles {
  private OwnFiles() {}

  /// The files with a region that is not solved as in `solution`, and those that the learner added,
  /// Java or not. Empty when anything outside the regions is not as it was given: then other files
  /// may rest on it, and no class of the solution can stand for them. Imports may be others.
  ///
  /// @param marked the files of `folder` that have regions
  /// @param solvedToo whether the files whose regions are all solved as in `solution` are given too
  static Optional<Sources> of(
      Path solution, Path folder, Map<Path, MarkedSource> marked, boolean solvedToo) {
    var alike = new HashSet<Path>();
    for (var file : Sources.of(solution.resolve("src/main/java")).files()) {
      var given = folder.resolve(solution.relativize(file));
      if (isChanged(given, file, marked)) {
        return Optional.empty();
      }
      var source = marked.get(given);
      if (source == null
          || (!solvedToo
              && source
                  .bodies()
                  .equals(MarkedSource.parse(file.toString(), Course.read(file)).bodies()))) {
        alike.add(given);
      }
    }
    return Optional.of(Sources.of(folder.resolve("src/main/java")).without(alike));
  }

  /// Returns whether `given` is missing, or not as the solution's `file` outside the regions and
  /// imports.
  static boolean isChanged(Path given, Path file, Map<Path, MarkedSource> marked) {
    if (!Files.exists(given)) {
      return true;
    }
    var source = marked.get(given);
    return source == null
        ? !isCopy(given, file)
        : !outside(source).equals(outside(MarkedSource.parse(file.toString(), Course.read(file))));
  }

  private static boolean isCopy(Path given, Path file) {
    try {
      return Files.mismatch(given, file) < 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compare " + given + " with " + file, e);
    }
  }

  /// The text without regions and imports.
  private static String outside(MarkedSource source) {
    var empty = source.bodies().keySet().stream().collect(Collectors.toMap(id -> id, _ -> ""));
    return source
        .with(empty)
        .lines()
        .filter(line -> !line.startsWith("import ") && !line.isBlank())
        .collect(Collectors.joining("\n"));
  }
}
