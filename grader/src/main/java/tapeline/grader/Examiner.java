package tapeline.grader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Reason;
import tapeline.grader.course.Selection;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.report.Focus;
import tapeline.grader.report.Reports;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.run.Grader;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.WorkerEnded;
import tapeline.grader.run.Workers;

/// Grades what a terminal or a notebook asks for.
///
/// It leaves its results in `grader/target/grades`, and those of the learner's own files in the
/// progress book too.
public final class Examiner {
  /// The reports' folder, from the course's root.
  public static final String REPORTS = Reports.FOLDER;

  private static final long LIMIT_MILLIS = 5_000;

  private final Course course;
  private final long seed;
  private final Workers workers;
  private final Grader grader;
  private final ProgressBook book;
  private final Consumer<String> warnings;
  private boolean first = true;

  /// The files that are graded.
  public enum Handed {
    /// The learner's module, on the reference solutions below it.
    MODULE,
    /// The learner's module, on the learner's own modules below it.
    STACK,
    /// The reference solution.
    REFERENCE
  }

  /// @param workers run the tests; they may be warm from an earlier grading with this seed
  /// @param seed what the tests draw their random inputs from
  /// @param warnings takes what the learner should know although the grading went well
  public Examiner(Course course, Workers workers, long seed, Consumer<String> warnings) {
    this.course = course;
    this.workers = workers;
    this.seed = seed;
    this.warnings = warnings;
    grader = new Grader(course, workers, KnownMistakes.of(course), LIMIT_MILLIS);
    book = new ProgressBook(course, warnings);
  }

  /// Starts a worker in the background.
  public void prepare(CourseModule module) {
    workers.prepare(course, module);
  }

  /// Starts the making of the ahead-of-time cache in the background, unless it exists.
  public void train(CourseModule module) {
    CacheTraining.unlessCached(course, module);
  }

  /// Grades.
  ///
  /// @throws IllegalStateException when the course's own sources do not compile, or the worker
  ///   failed
  public Grades grade(Selection selection, Handed handed) {
    var grades = first ? gradeFirst(selection, handed) : gradeNext(selection, handed);
    first = false;
    return grades;
  }

  /// A worker that runs no test either may have been given a broken cache: the next starts without.
  private Grades gradeFirst(Selection selection, Handed handed) {
    try {
      return gradeNext(selection, handed);
    } catch (WorkerEnded e) {
      try {
        CacheTraining.forget(course);
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw new IllegalStateException(
          "the grader's worker failed: %s. Run the command again".formatted(Reason.of(e)), e);
    }
  }

  private Grades gradeNext(Selection selection, Handed handed) {
    var results = new ArrayList<ModuleResult>();
    for (var part : selection.parts()) {
      var module = part.module();
      var wanted = part.exercises();
      results.add(
          switch (handed) {
            case MODULE -> grader.folder(module, wanted, course.learner(module));
            case STACK -> grader.stack(module, wanted);
            case REFERENCE -> grader.reference(module, wanted);
          });
    }
    return new Grades(Instant.now(), Runtime.version().toString(), seed, List.copyOf(results));
  }

  /// Returns the grades with the line of the mistake in the exercise that a report puts first, if
  /// that line is found in a short time: see [Grader#located].
  ///
  /// @param goOn whether nothing more urgent waits
  public Grades located(Grades grades, Handed handed, BooleanSupplier goOn) {
    var next = Focus.next(grades);
    if (next == null || handed != Handed.MODULE) {
      return grades;
    }
    var time = SearchTime.now();
    var module = next.module().module();
    var found =
        grader.located(
            module,
            next.exercise(),
            course.learner(module),
            () -> time.getAsBoolean() && goOn.getAsBoolean());
    var modules = grades.modules().stream().map(m -> m.with(next.exercise(), found)).toList();
    return new Grades(grades.when(), grades.jdk(), grades.seed(), modules);
  }

  /// Records the learner's progress, and writes the reports. Where either fails, that is a warning.
  public void keep(Grades grades, Handed handed) {
    if (handed != Handed.REFERENCE) {
      try {
        book.record(grades);
      } catch (UncheckedIOException e) {
        warnings.accept("your progress is not recorded: " + Reason.of(e));
      }
    }
    try {
      Reports.writeAll(grades, course.root().resolve(REPORTS));
    } catch (IOException e) {
      warnings.accept("the reports below %s are not written: %s".formatted(REPORTS, e));
    }
  }

  /// Prepares the next worker before it is needed, after one was lost.
  public void warm(Selection selection) {
    if (grader.lostWorker()) {
      var part = selection.parts().getFirst();
      grader.folder(part.module(), part.exercises(), course.solution(part.module()));
    }
  }
}
