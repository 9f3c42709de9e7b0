package tapeline.grader.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.generate.Blank;

/// Modules as class folders for a program that runs them in its own process, as a notebook's kernel
/// does. They are compiled here, as a worker would.
public final class Modules {
  private final Course course;
  private final Classes classes;

  public Modules(Course course) {
    this.course = course;
    this.classes = new Classes(course);
  }

  /// The result of compiling a module's files.
  ///
  /// @param folders the classes, if they `compiled`; of two with one name the first holds
  /// @param errors those of the files as they are, all of them
  /// @param takenOut the first error of each exercise that does not compile, and stands as its stub
  ///   in the classes
  public record Compiled(
      List<Path> folders,
      List<CompileError> errors,
      Map<ExerciseId, CompileError> takenOut,
      boolean compiled) {}

  /// Builds the reference solutions of `modules`, and returns their classes in the given order.
  ///
  /// @throws IllegalStateException when the course's own sources do not compile
  public List<Path> reference(List<CourseModule> modules) {
    new Build(course).references(modules);
    return modules.stream().map(classes::reference).toList();
  }

  /// Builds all given folders, and returns their classes.
  ///
  /// @throws IllegalStateException when one does not compile
  public List<Path> given() {
    var all = course.given();
    new Build(course).given(all);
    return classes.of(all);
  }

  /// Compiles the learner's files of `module` on the reference solutions that it needs. What the
  /// learner has left as it was given is not compiled: the reference solution has the same classes.
  ///
  /// @param version the folder's name; it is this process's own, and gone some time after it
  public Compiled learner(CourseModule module, String version) {
    return learner(module, version, course.learner(module));
  }

  /// Compiles a copy of the learner's files in `folder`.
  public Compiled learner(CourseModule module, String version, Path folder) {
    reference(List.of(module));
    var given = Given.linedOnReference(course, module, folder);
    return compiled(module, given, version, classes.below(module));
  }

  /// Compiles the learner's files of `module` with the reference's answers in the place of those
  /// that are not started or do not compile, and adds these exercises to `filled`. For a blank
  /// module in which something is to be written all of the reference stands.
  public Compiled filled(CourseModule module, String version, List<ExerciseId> filled) {
    reference(List.of(module));
    if (Blank.isUnfinished(module, course.learner(module))) {
      module.exercises().forEach(e -> filled.add(e.id()));
      return new Compiled(List.of(classes.reference(module)), List.of(), Map.of(), true);
    }
    var given = Given.linedOnReference(course, module, course.learner(module));
    var compiled = compiled(module, given, version, classes.below(module));
    var missing =
        module.exercises().stream()
            .map(Exercise::id)
            .filter(id -> given.isStub(id) || compiled.takenOut().containsKey(id))
            .toList();
    var behind = new ArrayList<>(compiled.folders().subList(1, compiled.folders().size()));
    behind.addAll(classes.below(module));
    var output = compiled.folders().getFirst();
    if (compiled.compiled() && !missing.isEmpty()) {
      if (given.compile(given.solved(missing), Modules::compile, behind, output).isEmpty()) {
        filled.addAll(missing);
      } else {
        given.compile(
            given.stubbed(compiled.takenOut().keySet()), Modules::compile, behind, output);
      }
    }
    return compiled;
  }

  /// The learner's files of `module` on `below`, folders of the learner's own modules.
  public Compiled learnerOn(CourseModule module, String version, List<Path> below) {
    reference(List.of(module)); // and with it what it is given
    var path = new ArrayList<>(below);
    path.addAll(classes.of(course.given(module)));
    var given = Given.whole(course, module, course.learner(module));
    return compiled(module, given, version, path);
  }

  private Compiled compiled(CourseModule module, Given given, String version, List<Path> below) {
    var output = classes.given(module, version);
    var folders = new ArrayList<>(List.of(output));
    var behind = new ArrayList<>(below);
    if (given.isOnReference()) {
      folders.add(classes.reference(module));
      behind.addFirst(classes.reference(module));
    }
    var salvage = Salvage.compile(given, Modules::compile, behind, output);
    return new Compiled(folders, salvage.errors(), salvage.takenOut(), salvage.compiled());
  }

  private static List<CompileError> compile(List<Path> sources, List<Path> below, Path output) {
    return Javac.compile(sources, Classes.withLibraries(below), output);
  }
}
