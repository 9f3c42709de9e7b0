package tapeline.grader.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The reference's files with exercises of a module, and how their answers and stubs come into
/// other files.
///
/// @param files the sources by the names that exercises give them
public record ModuleAnswers(Map<String, MarkedSource> files) {

  /// Reads them from the module's solution.
  public static ModuleAnswers of(Course course, CourseModule module) {
    var files = new LinkedHashMap<String, MarkedSource>();
    for (var file : module.exercises().stream().map(Exercise::file).distinct().toList()) {
      var text = Course.read(course.solution(module).resolve(file));
      files.put(file, MarkedSource.parse(module.name() + "/" + file, text));
    }
    return new ModuleAnswers(files);
  }

  /// Returns the exercise's region, with its answer and its stub.
  public Region of(ExerciseId id) {
    return Region.of(id, files.values().stream().flatMap(f -> f.regions().stream()).toList());
  }

  /// Returns whether the module has this exercise; a retired one is in no module.
  public boolean has(ExerciseId id) {
    return files.values().stream()
        .flatMap(f -> f.regions().stream())
        .anyMatch(r -> r.id().equals(id));
  }

  /// Returns the file, which has exercises.
  public MarkedSource in(String file) {
    return Objects.requireNonNull(files.get(file), "a file with exercises");
  }

  /// Returns the answers of all exercises.
  public Map<ExerciseId, String> bodies() {
    var all = new LinkedHashMap<ExerciseId, String>();
    files.values().forEach(f -> all.putAll(f.bodies()));
    return all;
  }

  /// Returns a version of a file with these bodies in its regions, and the imports that they need.
  public String splice(String file, MarkedSource source, Map<ExerciseId, String> bodies) {
    var own = new HashMap<>(bodies);
    own.keySet().retainAll(source.bodies().keySet());
    var text = source.with(own);
    return file.endsWith(".java") ? Imports.completed(text, own.values(), in(file).text()) : text;
  }

  /// Copies the files of a module below `from`, those that have one of these regions with these
  /// bodies.
  public void copy(Path from, Path to, Map<ExerciseId, String> bodies) {
    for (var file : Course.files(from.resolve("src"), _ -> true)) {
      var name = from.relativize(file).toString().replace('\\', '/');
      var target = to.resolve(name);
      var answers = files.get(name);
      try {
        Files.createDirectories(target.getParent());
        if (answers != null
            && answers.regions().stream().anyMatch(r -> bodies.containsKey(r.id()))) {
          var source = MarkedSource.parse(name, Course.read(file));
          Files.writeString(target, splice(name, source, bodies));
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot copy " + file + " to " + target, e);
      }
    }
  }
}
