package tapeline.grader.program;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.generate.Blank;
import tapeline.grader.progress.MilestoneState;
import tapeline.grader.run.Modules;

/// The learner's own modules that a milestone runs on, compiled.
record MilestoneModules(Course course, MilestoneState state, PrintStream out) {

  /// Classes that a milestone can run on.
  ///
  /// @param filled the exercises for which the reference's answers stand
  record Ready(List<Path> folders, List<ExerciseId> filled) {}

  /// Compiles them; empty where an exercise has no classes, and then it is printed which.
  ///
  /// @param filled whether the reference's answers stand for the exercises that are missing or do
  ///   not compile
  Optional<Ready> compile(boolean filled) {
    var missing = state.missing();
    if (!missing.isEmpty() && !filled) {
      out.println(state.missingText(course));
      return Optional.empty();
    }
    var folders = new ArrayList<Path>();
    var given = new ArrayList<>(missing);
    for (var module : state.milestone().modules(course)) {
      var compiled = compiled(module, missing);
      var broken =
          compiled.takenOut().keySet().stream()
              .filter(state.milestone().needs()::contains)
              .toList();
      if (filled && !broken.isEmpty()) {
        given.addAll(broken);
        compiled = compiled(module, given);
        broken = List.of();
      }
      if (!compiled.compiled() || !broken.isEmpty()) {
        out.println(
            "%s does not compile: %s"
                .formatted(
                    broken.isEmpty() ? module.name() : MilestoneState.named(broken),
                    compiled.errors().getFirst().message()));
        return Optional.empty();
      }
      folders.addAll(compiled.folders());
    }
    return Optional.of(new Ready(folders, given));
  }

  /// The learner's files of a module, in which the reference's answers stand for `missing`.
  Modules.Compiled compiled(CourseModule module, List<ExerciseId> missing) {
    var modules = new Modules(course);
    var version = "milestone-" + state.milestone().number();
    var mine = course.learner(module);
    if (missing.stream().noneMatch(id -> id.module() == module.number())) {
      return modules.learner(module, version);
    }
    if (Blank.isUnfinished(module, mine)) {
      return modules.filled(module, version, new ArrayList<>());
    }
    var copy = course.ownFolder("milestone-filled").resolve(module.name());
    var answers = ModuleAnswers.of(course, module);
    var bodies = answers.bodies();
    bodies.keySet().retainAll(missing);
    answers.copy(mine, copy, bodies);
    return modules.learner(module, version, copy);
  }
}
