package tapeline.grader.run;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import tapeline.grader.course.ExerciseId;

/// Runs the tests for the grader: a worker JVM on the learner's own machine, or sandboxed cells for
/// unread code.
public interface GradingWorker extends AutoCloseable {
  /// Returns whether it takes further orders; it does not after a test that took it along.
  boolean alive();

  /// Compiles `sources` into the folder `output`, whose earlier content is gone afterwards; returns
  /// the errors.
  default List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output) {
    return Javac.compile(sources, classPath, output);
  }

  /// The public members that `reference` has and the class path `given` lacks, in Java's notation.
  List<String> missing(Path reference, List<Path> given);

  /// Runs the tests in the folder `tests` that belong to `exercises`.
  ///
  /// When one of them takes the worker with it, it is the last in the list.
  List<TestEvent> test(
      Path tests, List<Path> classPath, Collection<ExerciseId> exercises, long limitMillis);

  /// Runs some tests of `exercise` that are not slow, each named `Class.method`; none where single
  /// tests cannot be chosen.
  default List<TestEvent> test(
      Path tests,
      List<Path> classPath,
      ExerciseId exercise,
      Collection<String> names,
      long limitMillis) {
    return List.of();
  }

  /// A version of a class that the tests run with: its method `choose` is called with the number.
  record Choice(String type, int number) {
    /// No class is told: what is new is a file that the tests read.
    static final Choice NONE = new Choice("", 0);
  }

  /// Runs tests with a choice, in the class loader of the last choice on this class path.
  default List<TestEvent> test(
      Path tests,
      List<Path> classPath,
      ExerciseId exercise,
      Collection<String> names,
      long limitMillis,
      Choice choice) {
    return List.of();
  }

  @Override
  void close();
}
