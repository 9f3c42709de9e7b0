package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import tapeline.tests.PairedTurns;
import tapeline.tests.Seeds;
import tapeline.tests.Undecided;

/// Three times as fast, or not, or not known, by a clock that the work itself moves.
class PairedTurnsTest {
  private final Random random = Seeds.random("turns");
  private double now;

  private void compare(DoubleSupplier baseline, DoubleSupplier work) {
    new PairedTurns(() -> (long) now, 100_000_000)
        .requireFaster(
            3, "itself", () -> now += baseline.getAsDouble(), () -> now += work.getAsDouble());
  }

  /// A turn of so many µs, to which a busy machine adds up to that share more.
  private DoubleSupplier micros(double time, double noise) {
    return () -> 1e3 * time * (1 + noise * random.nextDouble());
  }

  @Test
  void what_is_four_times_as_fast_passes_on_a_noisy_machine() {
    assertThatCode(() -> compare(micros(400, 0.5), micros(100, 0.5))).doesNotThrowAnyException();
  }

  @Test
  void what_is_twice_as_fast_fails() {
    assertThatThrownBy(() -> compare(micros(200, 0.2), micros(100, 0.2)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("3 times as fast as itself: measured ");
  }

  @Test
  void what_lies_near_the_limit_is_undecided() {
    assertThatThrownBy(() -> compare(micros(300, 2), micros(100, 2)))
        .isInstanceOf(Undecided.class)
        .hasMessageContaining("close other programs");
  }

  @Test
  void what_is_slow_until_it_is_compiled_passes() {
    var turns = new int[1];
    assertThatCode(() -> compare(micros(400, 0.1), () -> turns[0]++ < 60 ? 4e5 : 1e5))
        .doesNotThrowAnyException();
  }

  @Test
  void a_turn_that_was_interrupted_changes_nothing() {
    var turns = new int[1];
    assertThatCode(() -> compare(micros(400, 0.1), () -> turns[0]++ % 10 == 0 ? 1e7 : 1e5))
        .doesNotThrowAnyException();
  }

  @Test
  void a_baseline_beside_what_the_work_left_running_is_no_measure() throws InterruptedException {
    var left = new Thread(PairedTurnsTest::spin);
    try {
      assertThatThrownBy(() ->
              compare(
                  () -> untilComputed(left, 200_000),
                  () -> {
                    if (left.getState() == Thread.State.NEW) left.start();
                    return 1e5;
                  }))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("something else ran in turns of itself");
    } finally {
      left.interrupt();
      left.join();
    }
  }

  private static void spin() {
    while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
  }

  /// A turn of 400 µs by the test's clock, in which a thread that runs has had so many ns.
  private static double untilComputed(Thread thread, long nanos) {
    var clock = ManagementFactory.getThreadMXBean();
    long start = clock.getThreadCpuTime(thread.threadId());
    while (start >= 0 && clock.getThreadCpuTime(thread.threadId()) - start < nanos)
      Thread.onSpinWait();
    return 4e5;
  }

  @Test
  void a_baseline_beside_the_works_garbage_is_no_measure() {
    assertThatThrownBy(() ->
            compare(
                () -> {
                  System.gc();
                  return 4e5;
                },
                () -> 1e5))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("make no garbage");
  }
}
