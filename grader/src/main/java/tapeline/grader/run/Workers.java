package tapeline.grader.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// One worker at a time: the living one, or a new one when the last was lost to a test.
public final class Workers implements AutoCloseable {
  private final Function<List<String>, GradingWorker> start;
  private volatile boolean stopped;
  private List<String> flags = Jvm.QUICK;
  private volatile @Nullable GradingWorker current;

  public Workers(Jvm jvm) {
    this.start = jvm::worker;
  }

  /// Workers of another kind: `next` gives one when the last was lost.
  public static Workers of(Supplier<GradingWorker> next) {
    return new Workers(_ -> next.get());
  }

  /// A worker that shares this process, so that one recording holds the classes of both.
  public static Workers inThisProcess() {
    return new Workers(_ -> new WorkerProcess(new WorkerThread()));
  }

  private Workers(Function<List<String>, GradingWorker> start) {
    this.start = start;
  }

  /// Prepares a worker that suits the tests of `module`; it starts while the caller goes on.
  public void prepare(Course course, CourseModule module) {
    var wanted = Jvm.flags(course, module);
    if (!flags.equals(wanted)) {
      close();
      flags = wanted;
    }
    get();
  }

  /// A worker that takes orders.
  ///
  /// @throws IllegalStateException after [#stop]
  public GradingWorker get() {
    requireGoing();
    var worker = current;
    if (worker == null || !worker.alive()) {
      worker = start.apply(flags);
      current = worker;
    }
    return worker;
  }

  /// Ends a grading whose worker was killed for good.
  ///
  /// @throws IllegalStateException after [#stop]
  public void requireGoing() {
    if (stopped) {
      throw new IllegalStateException("the grading was stopped");
    }
  }

  /// The compiled tests of `module`, and behind them all that they run on, the reference solutions
  /// included.
  public List<Path> testClassPath(Course course, CourseModule module) {
    new Build(course).upTo(module);
    var classes = new Classes(course);
    var path = new ArrayList<Path>();
    path.add(classes.tests(module));
    path.add(classes.testSupport());
    path.add(classes.reference(module));
    path.addAll(classes.below(module));
    return path;
  }

  /// Returns whether the last worker is gone.
  boolean lost() {
    var worker = current;
    return worker != null && !worker.alive();
  }

  /// Kills the worker for good: a grading that uses it in another thread ends.
  public void stop() {
    stopped = true;
    close();
  }

  /// Kills the worker, with whatever the code under test left behind in it.
  @Override
  public void close() {
    var worker = current;
    if (worker != null) {
      worker.close();
      current = null;
    }
  }
}
