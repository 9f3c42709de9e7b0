package tapeline.grader.check;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.generate.Blank;

/// Writes versions of a module as a learner might hand them in: solved but for one exercise.
final class Variants {
  private final Course course;

  Variants(Course course) {
    this.course = course;
  }

  /// Returns the module with every exercise solved but these, which are as they were given out.
  Path stubbed(CourseModule module, Collection<ExerciseId> exercises) {
    var answers = ModuleAnswers.of(course, module);
    var bodies = answers.bodies();
    exercises.forEach(id -> bodies.put(id, answers.of(id).stub()));
    return write(module, "stub", answers, bodies);
  }

  /// Returns the module with empty bodies.
  Path blank(CourseModule module) {
    var answers = ModuleAnswers.of(course, module);
    var bodies = answers.bodies();
    bodies.replaceAll((id, _) -> answers.of(id).stub());
    var folder = write(module, "blank", answers, bodies);
    Blank.empty(course, module, folder);
    return folder;
  }

  /// Returns the module with every exercise solved but `exercise`, whose region is `body`.
  Path mutated(CourseModule module, ExerciseId exercise, String body) {
    var answers = ModuleAnswers.of(course, module);
    var bodies = answers.bodies();
    bodies.put(exercise, body);
    return write(module, "mutant", answers, bodies);
  }

  private Path write(
      CourseModule module, String kind, ModuleAnswers answers, Map<ExerciseId, String> bodies) {
    var folder = course.ownFolder("variant").resolve(kind).resolve(module.name());
    answers.copy(course.solution(module), folder, bodies);
    return folder;
  }
}
