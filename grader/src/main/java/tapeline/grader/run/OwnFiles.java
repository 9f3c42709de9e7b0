package tapeline.grader.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.MarkedSource;

/// In which files a module that was handed in is not the reference solution.
final class OwnFiles {
  private OwnFiles() {}

  /// The files with a region that is not solved as in `solution`, and those that the learner added.
  /// Empty when anything outside the regions is not as it was given: then other files may rest on
  /// it, and no class of the solution can stand for them. Imports may be others.
  ///
  /// @param marked the files of `folder` that have regions
  static Optional<List<Path>> of(Path solution, Path folder, Map<Path, MarkedSource> marked) {
    var sources = solution.resolve("src/main/java");
    var differ = new ArrayList<>(Course.javaFiles(folder.resolve("src/main/java")));
    for (var file : Course.javaFiles(sources)) {
      var given = folder.resolve(solution.relativize(file));
      if (!Files.exists(given)) {
        return Optional.empty();
      }
      var theirs = Course.read(file);
      var source = marked.get(given);
      if (source == null) {
        if (!Course.read(given).equals(theirs)) {
          return Optional.empty();
        }
        differ.remove(given);
        continue;
      }
      var answered = MarkedSource.parse(file.toString(), theirs);
      if (!outside(source).equals(outside(answered))) {
        return Optional.empty();
      }
      if (source.bodies().equals(answered.bodies())) {
        differ.remove(given);
      }
    }
    return Optional.of(differ);
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
