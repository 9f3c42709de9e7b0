package tapeline.notebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The search for the course's root, to which a notebook belongs.
final class CourseRoot {
  private CourseRoot() {}

  /// The folder that the system property `tapeline.root` names, else the environment's
  /// `TAPELINE_ROOT`, else the nearest at or above the working directory.
  ///
  /// @throws NotebookException when there is no course, saying where it was looked for
  static Path find() {
    var property = System.getProperty("tapeline.root", "");
    try {
      // As Maven's grader names it, so that each finds fresh what the other has compiled.
      return find(property, System.getenv(), Path.of("").toAbsolutePath()).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path find(String property, Map<String, String> environment, Path here) {
    var variable = environment.getOrDefault("TAPELINE_ROOT", "");
    if (!property.isBlank()) {
      return named("-Dtapeline.root", property);
    }
    if (!variable.isBlank()) {
      return named("TAPELINE_ROOT", variable);
    }
    for (Path p = here; p != null; p = p.getParent()) {
      if (isCourse(p)) {
        return p;
      }
    }
    throw new NotebookException(
        "There is no course at or above "
            + here
            + ". Start the notebook with ./tapeline notebook, or set TAPELINE_ROOT to the folder"
            + " that holds solutions and grader.");
  }

  private static Path named(String by, String folder) {
    var path = Path.of(folder).toAbsolutePath();
    if (!isCourse(path)) {
      throw new NotebookException(
          "%s is the folder that holds solutions and grader, got %s".formatted(by, path));
    }
    return path;
  }

  private static boolean isCourse(Path folder) {
    return Files.isDirectory(folder.resolve("solutions"))
        && Files.isDirectory(folder.resolve("grader"));
  }
}
