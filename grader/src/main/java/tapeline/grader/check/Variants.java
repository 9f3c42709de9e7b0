package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Imports;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.Region;
import tapeline.grader.generate.Disk;

/// Writes versions of a module as a learner might hand them in: solved but for one exercise.
final class Variants {
  private final Course course;

  Variants(Course course) {
    this.course = course;
  }

  /// The module with every exercise solved but these, which are as they were given out.
  Path stubbed(CourseModule module, Collection<ExerciseId> exercises) {
    return write(
        module,
        "stub",
        s ->
            s.regions().stream()
                .filter(r -> exercises.contains(r.id()))
                .collect(Collectors.toMap(Region::id, Region::stub)));
  }

  /// The module with every exercise solved but `exercise`, whose region is `body`.
  Path mutated(CourseModule module, ExerciseId exercise, String body) {
    return write(module, "mutant", _ -> Map.of(exercise, body));
  }

  private interface Replacement {
    Map<ExerciseId, String> in(MarkedSource source);
  }

  private Path write(CourseModule module, String kind, Replacement replacement) {
    var folder = course.ownFolder("variant").resolve(kind).resolve(module.name());
    var solution = course.solution(module);
    var withRegions = module.exercises().stream().map(Exercise::file).toList();
    for (var file : Course.files(solution.resolve("src/main"), _ -> true)) {
      var name = Disk.name(solution, file);
      var target = folder.resolve(name);
      try {
        Files.createDirectories(target.getParent());
        if (withRegions.contains(name)) {
          Files.writeString(target, replaced(file, replacement));
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return folder;
  }

  private static String replaced(Path file, Replacement replacement) {
    var source = MarkedSource.parse(file.toString(), Course.read(file));
    var bodies = new HashMap<>(source.bodies());
    replacement.in(source).forEach((id, body) -> bodies.computeIfPresent(id, (_, _) -> body));
    var text = source.with(bodies);
    return file.toString().endsWith(".java") ? Imports.withTodo(text) : text;
  }
}
