package tapeline.grader.report;

import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;

/// The exercise that a report puts first.
public record Focus(ModuleResult module, ExerciseResult exercise) {

  /// The first exercise that failed. One that is only undecided comes behind all that failed; one
  /// that is not started has not failed.
  static @Nullable Focus failure(Grades grades) {
    var next = next(grades);
    return next == null || next.exercise.verdict() == Verdict.NOT_STARTED ? null : next;
  }

  /// The next step: repair the first failure, else start the first exercise not started; null when
  /// everything passed.
  public static @Nullable Focus next(Grades grades) {
    Focus next = null;
    int most = 0;
    for (var m : grades.modules()) {
      for (var e : m.exercises()) {
        if (e.verdict().urgency() > most) {
          next = new Focus(m, e);
          most = e.verdict().urgency();
        }
      }
    }
    return next;
  }

  /// The exercise behind the last one that was asked for, if the module has one.
  static @Nullable Exercise following(ModuleResult module) {
    var all = module.module().exercises();
    var asked = module.exercises();
    int next = asked.isEmpty() ? 0 : 1 + all.indexOf(asked.getLast().exercise());
    return 0 < next && next < all.size() ? all.get(next) : null;
  }

  /// `modules/03-tape-reuse/src/…/FlatTape.java:57`, without a line where none is known.
  String place() {
    var problem = exercise.firstProblem();
    return problem != null && problem.at() != null
        ? Words.place(problem.at())
        : Words.file(module.module(), exercise.exercise());
  }

  /// Returns whether `other` is this exercise's result.
  boolean is(ExerciseResult other) {
    var mine = exercise.exercise().id();
    var its = other.exercise().id();
    return mine.module() == its.module() && mine.number() == its.number();
  }

  /// Returns whether the same problem stops `other`, as a compile error stops a whole module.
  boolean sameProblem(ExerciseResult other) {
    var mine = exercise.problem();
    var its = other.problem();
    return mine != null && its != null && mine.text().equals(its.text());
  }

  /// Returns whether the exercise needs a hint; one that does not compile needs the compiler's
  /// message.
  boolean hintHelps() {
    return exercise.verdict() != Verdict.DOES_NOT_COMPILE
        && exercise.verdict() != Verdict.SIGNATURE_CHANGED;
  }
}
