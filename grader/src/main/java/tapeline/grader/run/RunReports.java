package tapeline.grader.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The reports of a worker on a run of tests, until it is done or a test takes it along.
public final class RunReports {
  private static final long GRACE_MILLIS = 3_000;

  /// How many times a test's limit may pass between two tests: a busy machine loads classes slowly.
  private static final int BETWEEN = 4;

  private final String exercise;
  private final long limitMillis;
  private final List<TestEvent> events = new ArrayList<>();
  private @Nullable String running;
  private boolean lost;

  /// @param exercise to which is laid what happens while no test runs
  /// @param limitMillis how long a test may run
  public RunReports(String exercise, long limitMillis) {
    this.exercise = exercise;
    this.limitMillis = limitMillis;
  }

  /// Takes a frame, and tells whether another one follows.
  ///
  /// @param exitCode of a worker that says that it ends
  /// @param deadline is told in how many milliseconds the next frame has to come
  public boolean take(List<String> frame, IntSupplier exitCode, LongConsumer deadline) {
    var kind = frame.getFirst();
    deadline.accept(betweenMillis());
    switch (kind) {
      case "done" -> {
        return false;
      }
      case "started" -> {
        running = frame.get(1);
        deadline.accept(Long.parseLong(frame.get(2)) + GRACE_MILLIS);
      }
      case "ended" -> {
        running = null;
        double seconds = Double.parseDouble(frame.get(3));
        var stack = frame.subList(6, frame.size());
        events.add(
            TestEvent.of(frame.get(1), frame.get(2), frame.get(4), seconds, frame.get(5), stack));
      }
      default -> { // hung, exiting, exhausted
        running = frame.get(1).isEmpty() ? null : frame.get(1);
        var detail = kind.equals("exiting") ? "" + exitCode.getAsInt() : frame.get(2);
        lostBy(kind, detail, frame.get(3), frame.subList(4, frame.size()));
      }
    }
    return !lost;
  }

  /// Returns how long the worker may take between two tests.
  long betweenMillis() {
    return BETWEEN * limitMillis + GRACE_MILLIS;
  }

  /// Notes that the worker is gone: it was killed at its deadline, or `died`.
  public void gone(boolean overdue, Supplier<String> died) {
    long limit = running == null ? BETWEEN * limitMillis : limitMillis;
    lostBy(overdue ? "hung" : "died", overdue ? limit + " ms" : died.get(), "", List.of());
  }

  /// Notes how the worker was lost.
  public void lostBy(String how, String detail, String output, List<String> stack) {
    var id = running == null ? exercise + "\t\tbetween two tests" : running;
    events.add(TestEvent.of(id, how, detail, 0, output, stack));
    lost = true;
  }

  /// Tells whether a test took the worker along; it is the last one reported then.
  public boolean lost() {
    return lost;
  }

  public List<TestEvent> events() {
    return events;
  }
}
