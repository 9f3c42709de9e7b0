package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.load.LoadGenerator;
import tapeline.bench.stats.Sample;
import tapeline.tests.Seeds;

/// By a clock on which nothing takes time but to wait and to answer.
@Tag("19.9")
class LatencyTest {
  private final List<Long> begun = new ArrayList<>();
  private final FakeClock clock = new FakeClock();

  private static final class FakeClock implements LoadGenerator.Clock {
    static final long START = 7_000_000;
    long now = START;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void waitUntil(long nanos) {
      now = Math.max(now, nanos);
    }
  }

  /// The latencies where query i takes `service[i]`.
  private long[] run(long[] due, long... service) {
    var generator =
        new LoadGenerator(
            clock,
            i -> {
              begun.add(clock.now - FakeClock.START);
              clock.now += service[i];
            });
    return generator.run(due);
  }

  @Test
  void who_need_not_wait_waits_for_the_answer_alone() {
    assertThat(run(new long[] {100, 200, 300}, 10, 20, 30))
        .as("latencies of queries due at 100, 200 and 300 that take 10, 20 and 30")
        .containsExactly(10, 20, 30);
  }

  @Test
  void no_query_is_sent_before_it_is_due() {
    run(new long[] {100, 200, 300}, 10, 20, 30);
    assertThat(begun)
        .as("when queries due at 100, 200 and 300 were answered, from the start")
        .containsExactly(100L, 200L, 300L);
  }

  @Test
  void who_waits_behind_a_slow_query_has_waited_since_it_was_due() {
    assertThat(run(new long[] {0, 100, 200, 300}, 250, 10, 10, 10))
        .as(
            "latencies of queries due at 0, 100, 200 and 300, of which the first takes 250 and the"
                + " others 10: the second was due at 100 and is answered at 260")
        .containsExactly(250, 160, 70, 10);
  }

  @Test
  void an_overload_shows_in_the_high_quantiles() {
    var due = new long[1000];
    Arrays.setAll(due, i -> 1_000L * i);
    var service = new long[1000];
    Arrays.setAll(service, i -> i == 500 ? 100_000 : 500);
    var sample = Sample.of(Arrays.stream(run(due, service)).asDoubleStream().toArray());
    assertThat(sample.quantile(0.9))
        .as(
            "the 90 % quantile of the latency where one query of 1000 stalls for 100 times the distance"
                + " of two queries, and 200 wait behind it. Counted from when each was taken up it is 500")
        .isGreaterThan(40_000);
  }

  @Test
  void random_arrivals_wait_as_in_a_queue() {
    var random = Seeds.random("queue");
    var due = random.longs(300, 0, 30_000).sorted().toArray();
    var service = random.longs(300, 50, 150).toArray();
    var expected = new long[300];
    long free = 0;
    for (int i = 0; i < 300; i++) {
      free = Math.max(free, due[i]) + service[i];
      expected[i] = free - due[i];
    }
    var got = run(due, service);
    int i = Arrays.mismatch(got, expected);
    if (i >= 0) {
      assertThat(got[i])
          .as("the latency of query %d of 300, which wait in a queue of one server", i)
          .isEqualTo(expected[i]);
    }
  }
}
