package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.worker.Wire;

/// The grader's end of one worker JVM: its orders as methods.
///
/// A worker whose test hung, exited or crashed is gone afterwards; [#alive] tells.
public final class WorkerProcess implements GradingWorker {
  private static final long ORDER_MILLIS = 120_000;
  private static final long START_MILLIS = 60_000; // of the JVM and of JUnit, none of a learner's
  private static final long END_MILLIS = 15_000; // of one that has said that it ends

  /// Behind a tag: but for the slow ones, as JUnit's expressions of tags say it.
  private static final String QUICK = " & !slow";

  private final Process process;
  private final Wire wire;
  private volatile long deadline = Long.MAX_VALUE;
  private volatile boolean overdue;
  private boolean closed;

  static WorkerProcess start(ProcessBuilder command) {
    try {
      return new WorkerProcess(command.start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the worker " + command.command().getFirst(), e);
    }
  }

  WorkerProcess(Process process) {
    this.process = process;
    wire = new Wire(process.getInputStream(), process.getOutputStream());
    var guard = new Thread(this::guard, "worker deadline");
    guard.setDaemon(true);
    guard.start();
  }

  @Override
  public boolean alive() {
    return !closed && process.isAlive();
  }

  @Override
  public List<String> missing(Path reference, List<Path> given) {
    return order(List.of("api", reference.toString()), names(given)).stream()
        .map(frame -> frame.get(1))
        .toList();
  }

  @Override
  public List<TestEvent> test(
      Path tests, List<Path> classPath, Collection<ExerciseId> exercises, long limitMillis) {
    var tags = exercises.stream().map(ExerciseId::toString).toList();
    return test(head(tests, limitMillis), classPath, tags, List.of(), limitMillis);
  }

  @Override
  public List<TestEvent> test(
      Path tests,
      List<Path> classPath,
      ExerciseId exercise,
      Collection<String> names,
      long limitMillis) {
    var head = head(tests, limitMillis);
    return test(head, classPath, List.of(exercise + QUICK), List.copyOf(names), limitMillis);
  }

  @Override
  public List<TestEvent> test(
      Path tests,
      List<Path> classPath,
      ExerciseId exercise,
      Collection<String> names,
      long limitMillis,
      Choice choice) {
    var head = new ArrayList<>(head(tests, limitMillis));
    head.addAll(List.of(choice.type(), Integer.toString(choice.number())));
    return test(head, classPath, List.of(exercise + QUICK), List.copyOf(names), limitMillis);
  }

  private static List<String> head(Path tests, long limitMillis) {
    return List.of("test", tests.toString(), Long.toString(limitMillis));
  }

  /// @param only the tests to run, each `Class.method`; empty for all
  private List<TestEvent> test(
      List<String> head,
      List<Path> classPath,
      List<String> tags,
      List<String> only,
      long limitMillis) {
    var reports = new RunReports(tags.getFirst().replace(QUICK, ""), limitMillis);
    try {
      deadlineIn(Math.max(START_MILLIS, reports.betweenMillis()));
      wire.send(head);
      wire.send(names(classPath));
      wire.send(tags);
      wire.send(only);
      while (reports.take(wire.receive(), this::exitCode, this::deadlineIn)) {
        // until it is done
      }
    } catch (IOException e) {
      reports.gone(overdue, () -> "" + exitCode());
    }
    deadline = Long.MAX_VALUE;
    if (reports.lost()) {
      close();
    }
    return reports.events();
  }

  @SafeVarargs
  private List<List<String>> order(List<String>... frames) {
    var answers = new ArrayList<List<String>>();
    try {
      deadlineIn(ORDER_MILLIS);
      for (var f : frames) {
        wire.send(f);
      }
      for (var a = wire.receive(); !a.getFirst().equals("done"); a = wire.receive()) {
        answers.add(a);
      }
      deadline = Long.MAX_VALUE;
      return answers;
    } catch (IOException e) {
      throw new WorkerEnded(
          "the worker ended (exit code %d) on the order %s"
              .formatted(exitCode(), frames[0].getFirst()),
          e);
    }
  }

  private static List<String> names(List<Path> paths) {
    return paths.stream().map(Path::toString).toList();
  }

  private void deadlineIn(long millis) {
    deadline = System.nanoTime() + millis * 1_000_000;
  }

  /// Kills a worker that says nothing although its own watchdog should have.
  private void guard() {
    try {
      while (process.isAlive()) {
        if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0) {
          overdue = true;
          process.destroyForcibly();
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
    }
  }

  private int exitCode() {
    try {
      process.getOutputStream().close();
    } catch (IOException _) {
      // A pipe to a process that is gone.
    }
    try {
      if (process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return -1;
  }

  /// Kills the worker.
  @Override
  public void close() {
    closed = true;
    process.destroyForcibly();
  }
}
