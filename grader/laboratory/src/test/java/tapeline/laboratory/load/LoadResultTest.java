package tapeline.laboratory.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import tapeline.laboratory.FakeTime;

class LoadResultTest {
  private static final long MILLISECOND = 1_000_000;

  private final FakeTime time = new FakeTime();
  private final List<Integer> answered = new ArrayList<>();

  private LoadResult run(LoadRun test, long millis) {
    return test.run(
        sample -> {
          answered.add(sample);
          time.work(millis * MILLISECOND);
        },
        time,
        new SplittableRandom(1));
  }

  @Test
  void one_query_follows_the_other() {
    var result = run(LoadRun.singleStream(100), 2);
    assertThat(result.latency(0.9))
        .as("90 % quantile of 100 queries of 2 ms")
        .isCloseTo(2e6, within(3e3));
    assertThat(result.seconds()).as("seconds of 100 queries of 2 ms").isEqualTo(0.2);
    assertThat(result.throughput()).as("queries a second").isEqualTo(500);
    assertThat(result.problems()).as("100 queries are enough for a 90 % quantile").isEmpty();
  }

  @Test
  void a_query_of_several_samples_takes_as_long_as_all_of_them() {
    var result = run(LoadRun.multiStream(3, 4), 2);
    assertThat(answered)
        .as("samples are drawn from the whole library")
        .hasSize(12)
        .allMatch(sample -> sample >= 0 && sample < LoadRun.LIBRARY)
        .doesNotHaveDuplicates()
        .anyMatch(sample -> sample > 12);
    assertThat(result.latency(0.5))
        .as("median of queries of four samples")
        .isCloseTo(8e6, within(9e3));
    assertThat(result.throughput()).as("samples a second").isEqualTo(500);
    assertThat(result.problems()).containsExactly("the 99 % quantile needs 662 queries, got 3");
  }

  @Test
  void all_at_once_is_one_query() {
    var result = run(LoadRun.offline(50), 4);
    assertThat(result.latencies()).containsExactly(200 * MILLISECOND);
    assertThat(result.throughput()).as("samples a second").isEqualTo(250);
    assertThat(result.problems()).isEmpty();
  }

  @Test
  void a_server_that_is_slower_than_its_queries_come_is_found_out() {
    var fast = run(LoadRun.server(2_000, 100, 50 * MILLISECOND), 2);
    assertThat(fast.problems()).as("2 ms a query, one each 10 ms").isEmpty();
    var slow = run(LoadRun.server(2_000, 100, 50 * MILLISECOND), 11);
    assertThat(slow.problems()).as("11 ms a query, one each 10 ms").hasSize(1);
    assertThat(slow.problems().getFirst()).startsWith("the 99 % quantile has to stay below 50");
    assertThat(slow.latency(0.99)).as("the queue grows, second by second").isGreaterThan(1e9);
  }

  @Test
  void a_test_without_queries_is_refused() {
    assertThatThrownBy(() -> LoadRun.singleStream(0))
        .hasMessage("a load test has queries with samples, got 0 of 1");
  }

  @Test
  void the_least_numbers_of_queries_are_mlperfs() {
    assertThat(Scenario.SINGLE_STREAM.leastQueries()).as("for the 90 % quantile").isEqualTo(64);
    assertThat(Scenario.SERVER.leastQueries()).as("for the 99 % quantile").isEqualTo(662);
    assertThat(Scenario.SERVER.leastQueries(0)).as("where none is late").isEqualTo(459);
    assertThat(Scenario.SERVER.leastQueries(6)).as("where six are").isEqualTo(1453);
  }

  @Test
  void as_many_may_be_late_as_counting_up_from_none_finds() {
    for (var scenario : Scenario.values()) {
      for (int n = 1; n <= 1500; n++) {
        var late = new BinomialDistribution(null, n, 1 - scenario.quantile());
        int misses = -1;
        while (late.cumulativeProbability(misses + 1) <= 0.01) {
          misses++;
        }
        assertThat(scenario.mostMisses(n)).as("of %d, %s", n, scenario).isEqualTo(misses);
      }
    }
  }

  @Test
  void thousands_of_late_queries_have_their_number_at_once() {
    int least = Scenario.SERVER.leastQueries(5_900);
    assertThat(least).as("more than 5900 in a hundred").isBetween(590_001, 640_000);
    assertThat(Scenario.SERVER.mostMisses(least)).isGreaterThanOrEqualTo(5_900);
    assertThat(Scenario.SERVER.mostMisses(least - 1)).isLessThan(5_900);
  }

  @Test
  void latencies_below_the_bound_are_not_rounded_above_it() {
    long[] latencies = new long[1_000];
    Arrays.fill(latencies, 50 * MILLISECOND - 1);
    var test = LoadRun.server(1_000, 100, 50 * MILLISECOND);
    assertThat(new LoadResult(test, latencies, 7).problems()).as("none is late").isEmpty();
  }

  @Test
  void a_streams_quantile_is_surely_below_an_estimate() {
    long[] latencies = LongStream.rangeClosed(1, 662).toArray();
    var test = LoadRun.multiStream(662, 8);
    assertThat(new LoadResult(test, latencies, 7).estimate())
        .as("of 662 one may be late, and none is discarded")
        .hasValue(662);
    assertThat(new LoadResult(test, Arrays.copyOf(latencies, 661), 7).estimate()).isEmpty();
    assertThat(new LoadResult(test, LongStream.rangeClosed(1, 1453).toArray(), 7).estimate())
        .as("of 1453 six may be: five are discarded")
        .hasValue(1448);
    for (int n : new int[] {459, 661, 662, 1452, 1453, 5000}) {
      int most = Scenario.SERVER.mostMisses(n);
      assertThat(Scenario.SERVER.leastQueries(most)).isLessThanOrEqualTo(n);
      assertThat(Scenario.SERVER.leastQueries(most + 1)).isGreaterThan(n);
    }
  }

  @Test
  void each_late_query_of_a_server_asks_for_more_queries() {
    long[] latencies = new long[662];
    Arrays.fill(latencies, 0, 6, 60 * MILLISECOND);
    var test = LoadRun.server(662, 100, 50 * MILLISECOND);
    assertThat(new LoadResult(test, latencies, 7).problems())
        .containsExactly("where 6 queries are late, the 99 % quantile needs 1453 queries, got 662");
    Arrays.fill(latencies, 0);
    latencies[0] = 60 * MILLISECOND;
    assertThat(new LoadResult(test, latencies, 7).problems()).isEmpty();
    assertThat(new LoadResult(test, new long[459], 7).problems())
        .as("where none is late")
        .isEmpty();
    assertThat(new LoadResult(test, new long[458], 7).problems()).hasSize(1);
  }
}
