package tapeline.instructor.homework;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.run.RunReports;
import tapeline.grader.run.TestEvent;
import tapeline.grader.worker.Wire;
import tapeline.instructor.sandbox.GuardedProcess;
import tapeline.instructor.sandbox.Limits;

/// The conversation with one cell of tests: its orders, and its reports until it is done or dies.
///
/// A report is believed if every frame of it bears the run's own secret and its number, and the end
/// is told. The secret is drawn for the run and read by the runner before it loads any class of the
/// submission.
final class Conversation {
  private final Collection<ExerciseId> exercises;
  private final long limitMillis;
  private final Limits limits;
  private final String secret;
  private final RunReports reports;

  /// @param limitMillis how long a test may run
  /// @param limits of the cell, for words
  Conversation(Collection<ExerciseId> exercises, long limitMillis, Limits limits) {
    this.exercises = exercises;
    this.limitMillis = limitMillis;
    this.limits = limits;
    reports = new RunReports(exercises.iterator().next().toString(), limitMillis);
    var drawn = new byte[16];
    new SecureRandom().nextBytes(drawn);
    this.secret = HexFormat.of().formatHex(drawn);
  }

  /// Returns whether a test took the cell along; it is the last one reported then.
  boolean lost() {
    return reports.lost();
  }

  /// Runs `tests` in the cell. Their files are gone before it runs code of the submission.
  ///
  /// @throws IOException when it ends before its first report, so before it runs code of the
  ///   submission
  List<TestEvent> in(GuardedProcess cell, TestSet tests) throws IOException {
    boolean started = false;
    try {
      var wire = cell.wire();
      wire.send(List.of(secret, Long.toString(limitMillis)));
      wire.send(tests.classes());
      wire.send(exercises.stream().map(ExerciseId::toString).toList());
      wire.send(tests.all());
      var loaded = wire.receive(secret);
      if (!loaded.equals(List.of("loaded"))) {
        throw new IOException("the tests were not loaded: " + loaded);
      }
      tests.forgetClasses();
      wire.send(List.of("go"));
      var frame = wire.receive(secret);
      started = true;
      while (reports.take(frame, cell::exitCode, cell::deadlineIn)) {
        frame = wire.receive(secret);
      }
    } catch (Wire.Forgery e) {
      reports.lostBy(
          "forged",
          "something other than the grader wrote to the grader's own channel ("
              + e.getMessage()
              + "); in the sandbox that ends the run",
          "",
          List.of());
    } catch (IOException e) {
      if (!started) {
        throw new IOException(
            "the cell did not start: " + (cell.overdue() ? "it took too long" : died(cell)), e);
      }
      reports.gone(cell.overdue(), () -> died(cell));
    }
    return reports.events();
  }

  private String died(GuardedProcess cell) {
    int code = cell.exitCode();
    return code == 137 || code == 128 + 24
        ? "%d: it took more than %d s of processor time, or was killed"
            .formatted(code, limits.cpuSeconds())
        : code + (cell.errors().isEmpty() ? "" : ": " + cell.errors());
  }
}
