package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.Meter;
import tapeline.bench.stats.NoiseModel;
import tapeline.tests.Seeds;
import tapeline.toolkit.TextTable;

/// Three benchmarks on a machine whose clock does what it is told.
@Tag("19.7")
class SuiteTest {
  private static final Benchmark.Limits LIMITS = new Benchmark.Limits(200, 2);
  private static final int ROUNDS = 100;

  /// Each run, a letter for its benchmark.
  private final StringBuilder runs = new StringBuilder();

  private final Clock clock = new Clock();

  /// A machine on which `a` takes 100 ns, `b` 200 and `c` 300.
  private final class Clock implements Meter {
    long now;

    Benchmark benchmark(String name, int nanos) {
      return new Benchmark(
          name,
          Results.CONDITIONS,
          () -> {
            runs.append(name);
            return now += nanos;
          },
          null);
    }

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public long allocatedBytes() {
      return 0;
    }

    @Override
    public OptionalDouble joules() {
      return OptionalDouble.empty();
    }
  }

  private List<BenchmarkResult> run(int rounds, Random random) {
    var suite =
        new BenchmarkSuite(
            "three",
            List.of(
                clock.benchmark("a", 100), clock.benchmark("b", 200), clock.benchmark("c", 300)));
    return suite.run(rounds, LIMITS, clock, random);
  }

  @Test
  void each_result_is_its_own() {
    var results = run(ROUNDS, Seeds.random("suite"));
    assertThat(results.stream().map(r -> r.sample().max()))
        .as("the longest times of benchmarks that take 100, 200 and 300 ns")
        .containsExactly(100.0, 200.0, 300.0);
  }

  /// The orders of the rounds, for example `bca`: a benchmark that is steady at once is run 202
  /// times, and then the next.
  private List<String> orders(int rounds, Random random) {
    runs.setLength(0);
    run(rounds, random);
    var order = new StringBuilder();
    for (int i = 0; i < runs.length(); i += 202) {
      order.append(runs.charAt(i));
    }
    return IntStream.range(0, order.length() / 3)
        .mapToObj(r -> order.substring(3 * r, 3 * r + 3))
        .toList();
  }

  @Test
  void all_orders_are_drawn() {
    assertThat(new HashSet<>(orders(ROUNDS, Seeds.random("suite"))))
        .as("the different orders of 100 rounds: of three benchmarks there are six")
        .hasSize(6);
  }

  @Test
  void the_first_order_is_drawn_like_the_others() {
    assertThat(
            IntStream.range(0, 100).mapToObj(i -> orders(1, new Random(i)).getFirst()).distinct())
        .as("the different first orders of 100 suites, each with a seed of its own")
        .hasSize(6);
  }

  @Test
  void a_seed_gives_the_same_orders_again() {
    assertThat(orders(ROUNDS, new Random(7)).equals(orders(ROUNDS, new Random(7))))
        .as("whether two suites with one seed have the same orders")
        .isTrue();
  }

  private static BenchmarkResult times(String name, double scale, double... nanos) {
    return Results.under(
        name, Results.CONDITIONS, Arrays.stream(nanos).map(n -> n * scale).toArray());
  }

  private static final double[] NANOS = {
    1000, 1010, 990, 1005, 995, 1002, 998, 1001, 999, 1000, 1000, 1030
  };

  private static List<String> row(int i, BenchmarkResult... results) {
    return BenchmarkSuite.table(List.of(results)).rows().get(i);
  }

  @Test
  void a_line_says_how_long_it_takes() {
    assertThat(row(0, times("one", 1, NANOS)).subList(0, 5))
        .as("name, time, IQR, interval and 99 % quantile of twelve times about 1000 ns, in µs")
        .containsExactly("one", "1.002", "0.00400", "0.9967 to 1.007", "1.028");
  }

  @Test
  void the_first_line_is_the_baseline() {
    assertThat(row(0, times("one", 1, NANOS), times("two", 0.5, NANOS)).subList(5, 9))
        .as("speed-up, efficiency, bytes and remark of the first of two results")
        .containsExactly("1", "1", "48", "baseline");
  }

  @Test
  void the_others_are_compared_with_it() {
    var one = times("one", 1, NANOS);
    var two = times("two", 0.5, NANOS);
    assertThat(row(1, one, two).subList(5, 9))
        .as("speed-up, efficiency, bytes and remark of a result of half the time")
        .containsExactly(
            two.speedUp(one, 0.95).toString(),
            TextTable.number(two.speedUp(one, 0.95).factor(), 3),
            "48",
            "faster");
    assertThat(row(2, one, two, times("three", 2, NANOS)).subList(5, 9))
        .as("the same of the third of three results, which takes twice the time of the first")
        .containsExactly(
            times("three", 2, NANOS).speedUp(one, 0.975).toString(), "0.500", "48", "slower");
  }

  @Test
  void efficiency_is_the_speed_up_of_a_thread() {
    var four =
        Results.under(
            "four threads",
            Results.CONDITIONS.onThreads(4),
            Arrays.stream(NANOS).map(n -> n / 3).toArray());
    assertThat(row(1, times("one", 1, NANOS), four).get(6))
        .as("the efficiency of four threads that are three times as fast as one")
        .isEqualTo("0.750");
    var two =
        Results.under(
            "two threads",
            Results.CONDITIONS.onThreads(2),
            Arrays.stream(NANOS).map(n -> n / 2).toArray());
    assertThat(row(1, two, four).get(6))
        .as("the efficiency of four threads that are 1.5 times as fast as two")
        .isEqualTo("0.750");
    var three =
        Results.under(
            "three threads",
            Results.CONDITIONS.onThreads(3),
            Arrays.stream(NANOS).map(n -> n / 2).toArray());
    assertThat(row(1, two, three).get(6))
        .as("the efficiency of three threads that are as fast as two")
        .isEqualTo("0.667");
  }

  @Test
  void a_table_of_equals_is_wrong_once_in_twenty() {
    assertThat(row(1, times("one", 1, NANOS), times("again", 1.0001, NANOS)).get(8))
        .as("the remark on a result that takes 1.0001 times as long")
        .isEqualTo("not known");
    var random = new SplittableRandom(19);
    int wrong = 0;
    for (int i = 0; i < 60; i++) {
      var results =
          IntStream.range(0, 9)
              .mapToObj(k ->
                  Results.under(
                      "r" + k, Results.CONDITIONS, NoiseModel.NORMAL.timeline(20, random)))
              .toList();
      wrong +=
          BenchmarkSuite.table(results).rows().stream()
                  .anyMatch(
                      r -> r.getLast().startsWith("faster") || r.getLast().startsWith("slower"))
              ? 1
              : 0;
    }
    assertThat(wrong / 60.0)
        .as(
            "the share of tables of nine equal programs in which one is called faster or slower, in 60"
                + " experiments. Eight intervals of 95 % each have eight chances to be wrong")
        .isBetween(0.0, 0.15);
  }
}
