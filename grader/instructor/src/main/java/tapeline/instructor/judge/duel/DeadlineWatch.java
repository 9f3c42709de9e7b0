package tapeline.instructor.judge.duel;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// Ends a process that lets the judge wait for too long.
final class DeadlineWatch implements AutoCloseable {
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("deadlines").factory());

  private final ScheduledFuture<?> end;
  private volatile boolean passed;

  DeadlineWatch(Process process, int seconds) {
    end =
        CLOCK.schedule(
            () -> {
              passed = true;
              process.destroyForcibly();
            },
            seconds,
            TimeUnit.SECONDS);
  }

  /// Whether it was too late.
  boolean hasPassed() {
    return passed;
  }

  @Override
  public void close() {
    end.cancel(false);
  }
}
