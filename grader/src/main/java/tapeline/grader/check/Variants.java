package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.Region;
import tapeline.grader.generate.Stub;

/// Writes versions of a module as a learner might hand them in: solved but for one exercise. Only
/// the file with that exercise is written, as all others are the solution's.
final class Variants {
  private final Course course;

  Variants(Course course) {
    this.course = course;
  }

  /// The module with every exercise solved but this one, which is as it was given out.
  Path stubbed(CourseModule module, Exercise exercise) {
    var source = solution(module, exercise);
    return write(module, exercise, "stub", Region.of(exercise.id(), source.regions()).stub());
  }

  /// The module with every exercise solved but this one, whose region is `body`.
  Path mutated(CourseModule module, Exercise exercise, String body) {
    return write(module, exercise, "mutant", body);
  }

  private Path write(CourseModule module, Exercise exercise, String kind, String body) {
    var folder = course.target().resolve("course/variant").resolve(kind).resolve(module.name());
    var target = folder.resolve(exercise.file());
    var source = solution(module, exercise);
    var bodies = new HashMap<>(source.bodies());
    bodies.put(exercise.id(), body);
    try {
      for (var old : Course.files(folder, _ -> true)) {
        Files.delete(old);
      }
      Files.createDirectories(target.getParent());
      Files.writeString(target, Stub.withTodoImport(source.with(bodies)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  private MarkedSource solution(CourseModule module, Exercise exercise) {
    var file = course.solution(module).resolve(exercise.file());
    return MarkedSource.parse(file.toString(), Course.read(file));
  }
}
