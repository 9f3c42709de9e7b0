package tapeline.grader.worker;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// How long a test has run, on a machine that may have other work to do.
///
/// The clock is read in steps. While the process computes, it goes at the pace of the process's
/// processor time, at most at the wall's. While the process waits (for a lock, for sleep to end) it
/// goes at the wall's pace; but it stands while the process waits for a program that it has
/// started, as a compiler of kernels is, and while the test could run and gets no processor. A
/// reader that comes late was itself without a processor: a step counts [#LONGEST_STEP] at most.
final class TestClock {
  /// How often the wall's time the test's may be at most: the end of a test whose program never
  /// ends, and of one that gets next to no processor.
  static final int MOST = 6;

  static final Duration STEP = Duration.ofMillis(250);
  private static final long LONGEST_STEP = 2 * STEP.toNanos();

  /// A process that takes less than this part of the wall's time waits.
  private static final int WAITING = 20;

  private final LongSupplier wall;
  private final LongSupplier processor;
  private final BooleanSupplier hasProgram;
  private final BooleanSupplier couldRun;
  private final long limit;
  private long lastWall;
  private long lastProcessor;
  private long counted;
  private long passed;

  /// @param limitMillis how long the test may run
  /// @param wall its time, in ns
  /// @param processor the process's processor time, in ns
  /// @param hasProgram whether a program that the process has started runs
  /// @param couldRun whether the test waits for a processor alone
  TestClock(
      long limitMillis,
      LongSupplier wall,
      LongSupplier processor,
      BooleanSupplier hasProgram,
      BooleanSupplier couldRun) {
    this.limit = limitMillis * 1_000_000;
    this.wall = wall;
    this.processor = processor;
    this.hasProgram = hasProgram;
    this.couldRun = couldRun;
    lastWall = wall.getAsLong();
    lastProcessor = processor.getAsLong();
  }

  /// The clock of a test that starts now in this process, on the calling thread.
  static TestClock ofThisProcess(long limitMillis) {
    var test = Thread.currentThread();
    var self = ProcessHandle.current();
    return new TestClock(
        limitMillis,
        System::nanoTime,
        () -> self.info().totalCpuDuration().map(Duration::toNanos).orElseGet(System::nanoTime),
        () -> self.children().findAny().isPresent(),
        () -> test.getState() == Thread.State.RUNNABLE);
  }

  /// Reads the clock; how many milliseconds until it should be read again, 0 when the test's time
  /// is over.
  long step() {
    long now = wall.getAsLong();
    long used = processor.getAsLong();
    long went = Math.min(now - lastWall, LONGEST_STEP);
    long computed = used - lastProcessor;
    lastWall = now;
    lastProcessor = used;
    passed += went;
    if (computed * WAITING >= went) {
      counted += Math.min(computed, went);
    } else if (!couldRun.getAsBoolean() && !hasProgram.getAsBoolean()) {
      counted += went;
    }
    long left = Math.min(limit - counted, MOST * limit - passed);
    return left <= 0 ? 0 : Math.clamp(left / 1_000_000, 10, STEP.toMillis());
  }
}
