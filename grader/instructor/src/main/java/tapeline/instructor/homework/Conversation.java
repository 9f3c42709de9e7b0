package tapeline.instructor.homework;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.ExerciseId;
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
  private static final long GRACE_MILLIS = 3_000;
  private static final int BETWEEN = 4;

  private final Collection<ExerciseId> exercises;
  private final long limitMillis;
  private final Limits limits;
  private final String secret;
  private final List<TestEvent> events = new ArrayList<>();
  private @Nullable String running;
  private boolean lost;

  /// @param limitMillis how long a test may run
  /// @param limits of the cell, for words
  Conversation(Collection<ExerciseId> exercises, long limitMillis, Limits limits) {
    this.exercises = exercises;
    this.limitMillis = limitMillis;
    this.limits = limits;
    var drawn = new byte[16];
    new SecureRandom().nextBytes(drawn);
    this.secret = HexFormat.of().formatHex(drawn);
  }

  /// Returns whether a test took the cell along; it is the last one reported then.
  boolean lost() {
    return lost;
  }

  /// Has the cell run the tests of `tests`, whose files are gone before it runs code of the
  /// submission.
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
      while (!frame.getFirst().equals("done")) {
        cell.deadlineIn(BETWEEN * limitMillis + GRACE_MILLIS);
        take(frame, cell);
        if (lost) {
          return events;
        }
        frame = wire.receive(secret);
      }
      return events;
    } catch (Wire.Forgery e) {
      return lostBy(
          "forged",
          "something other than the grader wrote to the grader's own channel ("
              + e.getMessage()
              + "); in the sandbox that ends the run");
    } catch (IOException e) {
      if (!started) {
        throw new IOException(
            "the cell did not start: " + (cell.overdue() ? "it took too long" : died(cell)), e);
      }
      return cell.overdue()
          ? lostBy("hung", (running == null ? BETWEEN * limitMillis : limitMillis) + " ms")
          : lostBy("died", died(cell));
    }
  }

  private void take(List<String> frame, GuardedProcess cell) {
    var kind = frame.getFirst();
    var id = frame.get(1);
    switch (kind) {
      case "started" -> {
        running = id;
        cell.deadlineIn(Long.parseLong(frame.get(2)) + GRACE_MILLIS);
      }
      case "ended" -> {
        running = null;
        double seconds = Double.parseDouble(frame.get(3));
        var frames = frame.subList(6, frame.size());
        events.add(TestEvent.of(id, frame.get(2), frame.get(4), seconds, frame.get(5), frames));
      }
      default -> { // hung, exiting, exhausted
        var detail = kind.equals("exiting") ? "" + cell.exitCode() : frame.get(2);
        var frames = frame.subList(4, frame.size());
        var whose = id.isEmpty() ? betweenTests() : id;
        events.add(TestEvent.of(whose, kind, detail, 0, frame.get(3), frames));
        lost = true;
      }
    }
  }

  private List<TestEvent> lostBy(String how, String detail) {
    var id = running == null ? betweenTests() : running;
    events.add(TestEvent.of(id, how, detail, 0, "", List.of()));
    lost = true;
    return events;
  }

  private String betweenTests() {
    return exercises.iterator().next() + "\t\tbetween two tests";
  }

  private String died(GuardedProcess cell) {
    int code = cell.exitCode();
    return code == 137 || code == 128 + 24
        ? "%d: it took more than %d s of processor time, or was killed"
            .formatted(code, limits.cpuSeconds())
        : code + (cell.errors().isEmpty() ? "" : ": " + cell.errors());
  }
}
