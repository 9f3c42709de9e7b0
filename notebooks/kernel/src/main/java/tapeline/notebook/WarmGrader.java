package tapeline.notebook;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tapeline.grader.Examiner;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.program.MilestoneRun;
import tapeline.grader.result.Grades;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// Grades for a notebook, and keeps the worker for the next time: for a while, as it holds memory.
final class WarmGrader implements AutoCloseable {
  private static final long SEED = 1;

  private final Duration warm;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("worker's rest").unstarted(task));
  private volatile @Nullable Workers workers;
  private @Nullable ScheduledFuture<?> rest;

  /// @param warm how long a worker waits for the next grading
  WarmGrader(Duration warm) {
    this.warm = warm;
  }

  /// Grades the learner's files, and leaves reports and progress.
  ///
  /// @param warnings takes what the learner should know although the grading went well
  /// @throws NotebookException when the learner stopped it
  synchronized Grades grade(Course course, Selection selection, Consumer<String> warnings) {
    if (rest != null) {
      rest.cancel(false);
    }
    var waiting = workers;
    boolean slow = System.getenv(MilestoneRun.SHARE) == null; // a check's kernel leaves them out
    var living = waiting == null ? new Workers(new Jvm(course, SEED, slow)) : waiting;
    workers = living;
    var examiner = new Examiner(course, living, SEED, warnings);
    var grading =
        new FutureTask<>(() -> {
          var handed = Examiner.Handed.MODULE;
          var grades = examiner.located(examiner.grade(selection, handed), handed, () -> true);
          living.requireGoing(); // a worker that was stopped looks like one that crashed
          examiner.keep(grades, handed);
          return grades;
        });
    Thread.ofPlatform().daemon().name("grading").start(grading);
    try {
      return grading.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      living.stop();
      workers = null;
      throw new NotebookException("The grading was stopped; nothing was recorded.");
    } finally {
      if (!clock.isShutdown()) {
        rest = clock.schedule(this::rest, warm.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private synchronized void rest() {
    var resting = workers;
    if (resting != null) {
      resting.close();
      workers = null;
    }
  }

  /// Ends the worker, also in the middle of a grading.
  @Override
  public void close() {
    clock.shutdownNow();
    var last = workers;
    if (last != null) {
      last.stop();
      workers = null;
    }
  }
}
