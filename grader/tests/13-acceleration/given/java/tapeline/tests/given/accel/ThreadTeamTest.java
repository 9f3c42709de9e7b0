package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.vector.ThreadTeam;

class ThreadTeamTest {
  private static final int PARTS = 7;

  private static void eachOnce(AtomicIntegerArray runs) {
    assertThat(IntStream.range(0, runs.length()).map(runs::get))
        .as("runs of each part")
        .containsOnly(1);
  }

  /// Long enough that helpers fall asleep between two loops, and short enough that they do not.
  @Test
  void each_part_of_each_loop_runs_once() throws InterruptedException {
    for (int loop = 0; loop < 2000; loop++) {
      if (loop % 500 == 0) Thread.sleep(5);
      var runs = new AtomicIntegerArray(PARTS);
      ThreadTeam.run(PARTS, runs::incrementAndGet);
      eachOnce(runs);
    }
  }

  /// The team is one: a loop within a part, or of another thread, does not wait for it.
  @Test
  void loops_within_parts_and_of_several_threads_end() throws InterruptedException {
    var inner = new AtomicIntegerArray(PARTS * PARTS);
    ThreadTeam.run(PARTS, t -> ThreadTeam.run(PARTS, u -> inner.incrementAndGet(PARTS * t + u)));
    eachOnce(inner);

    var sum = new AtomicInteger();
    var threads =
        IntStream.range(0, 3)
            .mapToObj(i ->
                Thread.ofPlatform()
                    .start(() -> {
                      for (int loop = 0; loop < 500; loop++) ThreadTeam.run(PARTS, sum::addAndGet);
                    }))
            .toList();
    for (var thread : threads) thread.join();
    assertThat(sum.get()).isEqualTo(3 * 500 * IntStream.range(0, PARTS).sum());
  }

  @Test
  void a_part_that_fails_fails_the_loop_after_the_others_have_run() {
    for (int failing = 0; failing < PARTS; failing++) {
      int last = failing;
      var runs = new AtomicInteger();
      assertThatThrownBy(() ->
              ThreadTeam.run(
                  PARTS,
                  t -> {
                    runs.incrementAndGet();
                    if (t == last) throw new IllegalStateException("part " + t);
                  }))
          .hasMessage("part " + last);
      assertThat(runs.get()).isEqualTo(PARTS);
      ThreadTeam.run(PARTS, t -> runs.incrementAndGet()); // the team is free again
      assertThat(runs.get()).isEqualTo(2 * PARTS);
    }
  }

  /// A helper, too, that has had a part and waits for the next loop.
  @Test
  void what_a_loop_has_read_is_garbage_behind_it() throws InterruptedException {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is a helper");
    var numbers = readByBoth();
    for (int look = 0; look < 100 && !numbers.refersTo(null); look++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(numbers.refersTo(null))
        .as("whether the numbers that a loop has read are gone")
        .isTrue();
  }

  private static WeakReference<float[]> readByBoth() {
    var numbers = new float[1 << 20];
    var both = new CountDownLatch(2);
    ThreadTeam.run(
        2,
        t -> {
          both.countDown();
          while (both.getCount() > 0) Thread.onSpinWait();
          numbers[t] = t;
        });
    return new WeakReference<>(numbers);
  }

  @Test
  void a_helper_that_is_interrupted_does_not_stay_awake_for_it() throws InterruptedException {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is a helper");
    ThreadTeam.run(2, t -> {});
    var helper =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("loop 1"))
            .findFirst()
            .orElseThrow();
    helper.interrupt();
    for (int look = 0; look < 3000 && helper.isInterrupted(); look++) Thread.sleep(10);
    assertThat(helper.isInterrupted()).as("whether its next sleep ends at once").isFalse();
  }
}
