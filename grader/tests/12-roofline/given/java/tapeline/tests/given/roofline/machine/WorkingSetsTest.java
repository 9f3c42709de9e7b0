package tapeline.tests.given.roofline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.RateMeter;
import tapeline.instruments.machine.WorkingSets;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.machine.FmaChain;
import tapeline.roofline.machine.PointerChase;
import tapeline.roofline.machine.Streams;
import tapeline.tests.Seeds;

class WorkingSetsTest {
  private static final RateMeter QUICK = new RateMeter(3, 1);

  @Test
  void a_cache_of_all_cores_is_not_filled_by_one() {
    var caches = List.of(32L << 10, 1L << 20, 480L << 20);
    assertThat(WorkingSets.of(caches, 1, QUICK, 1L << 40).bytes().getLast())
        .as("the largest working set of one thread, where the system reports a cache of 480 MiB")
        .isEqualTo(512L << 20);
    assertThat(WorkingSets.of(caches, 4, QUICK, 1L << 40).bytes().getLast())
        .as("and of four threads")
        .isBetween(1600L << 20, 1920L << 20);
  }

  @Test
  void sizes_grow_from_8_kib_a_thread_to_four_times_the_last_cache() {
    var sizes = WorkingSets.of(List.of(32L << 10, 1L << 20), 2, QUICK).bytes();
    assertThat(sizes).isSorted().hasSize(4 * 8 + 1);
    assertThat(sizes.getFirst()).isEqualTo(16384);
    assertThat(sizes.getLast()).isEqualTo(4L << 20);
  }

  @Test
  void each_stream_is_measured_at_each_size() {
    var sets = new WorkingSets(List.of(8192L, 65536L), 2, QUICK);
    for (var curve :
        List.of(
            Streams.read(sets),
            Streams.copy(sets),
            Streams.triad(sets),
            PointerChase.loads(sets, Seeds.random("")))) {
      assertThat(curve.bytes()).as(curve.name()).containsExactly(8192L, 65536L);
      assertThat(curve.rates()).as(curve.name()).hasSize(2).allMatch(r -> r.least() > 0);
    }
  }

  @Test
  void each_run_has_a_thread_of_its_own() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    var runs = new AtomicLong();
    Runnable run =
        () -> {
          threads.add(Thread.currentThread());
          runs.incrementAndGet();
        };
    var rate = QUICK.rate("two", 1, List.of(run, run));
    assertThat(threads).hasSize(2);
    assertThat(runs.get()).as("both ran in each of 3 measurements").isGreaterThanOrEqualTo(6);
    assertThat(rate.name()).isEqualTo("two");
  }

  @Test
  void a_run_that_fails_is_named() {
    assertThatThrownBy(() ->
            QUICK.rate(
                "broken",
                1,
                List.of(() -> {
                  throw new ArithmeticException("no");
                })))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken failed: java.lang.ArithmeticException: no")
        .hasCauseInstanceOf(ArithmeticException.class);
  }

  @Test
  void what_cannot_be_measured_is_refused() {
    assertThatThrownBy(() -> new RateMeter(0, 4))
        .hasMessage("a rate is measured 1 time or more for 1 ms or more, got 0 times 4 ms");
    assertThatThrownBy(() -> new FmaChain(3))
        .hasMessage("a chain has [1, 2, 4, 8, 16] steps, got 3");
    assertThatThrownBy(() -> new PointerChase(1, Seeds.random("one line")))
        .hasMessage("a way needs 2 lines or more, got 1");
  }

  @Test
  void read_and_copy_do_what_they_cost() {
    assertThat(Streams.read(new int[] {1, 2, 3, 6}, 2)).as("1&2 + 2&2 + 3&2 + 6&2").isEqualTo(6);
    var a = new float[3];
    Streams.copy(a, new float[] {1, 2, 3});
    assertThat(a).containsExactly(1, 2, 3);
    assertThat(Streams.readCost(10)).isEqualTo(new Cost(0, 40, 0));
    assertThat(Streams.copyCost(10)).isEqualTo(new Cost(0, 40, 40));
  }
}
