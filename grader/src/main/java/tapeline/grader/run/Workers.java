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

  /// GradingWorker that do the work elsewhere, as soon as the last ones were lost.
  public static Workers of(Supplier<GradingWorker> hands) {
    return new Workers(_ -> hands.get());
  }

  /// A worker that shares this process, so that one recording holds the classes of both.
  public static Workers inThisProcess() {
    return new Workers(_ -> new WorkerProcess(new WorkerThread()));
  }

  private Workers(Function<List<String>, GradingWorker> start) {
    this.start = start;
  }

  /// Has a worker ready that suits the tests of `module`; it starts while the caller goes on.
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

  /// Compiles sources of the project's own; the errors in words, or empty.
  public static List<String> compile(Sources sources, List<Path> classPath, Path output) {
    var path = new ArrayList<>(classPath);
    path.addAll(Classes.libraries());
    return sources.compile(Javac::compile, path, output).stream()
        .map(e -> e.file() + ":" + e.line() + ": " + e.message())
        .toList();
  }

  /// The libraries that the course's code is compiled against.
  public static List<Path> libraries() {
    return Classes.libraries();
  }

  /// The libraries that a worker runs with.
  public static List<Path> runLibraries() {
    return Classes.workerLibraries();
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

  /// Whether the last worker is gone.
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
