package tapeline.laboratory.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import tapeline.laboratory.FakeTime;
import tapeline.toolkit.TextTable;

class LoadSessionTest {
  private static final long MILLISECOND = 1_000_000;

  private final FakeTime time = new FakeTime();
  private final List<Double> tried = new ArrayList<>();
  private int steps;

  private TextTable session(IntConsumer service, long boundMillis) {
    return new LoadSession("model", service, boundMillis * MILLISECOND, 3, time, () -> steps++)
        .run();
  }

  private static List<String> row(TextTable table, String name) {
    return table.rows().stream().filter(r -> r.getFirst().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void a_steady_service_is_as_fast_in_every_scenario() {
    var table = session(_ -> time.work(2 * MILLISECOND), 50);
    assertThat(table.rows())
        .extracting(List::getFirst)
        .containsExactly(
            "single stream", "8 streams", "offline", "server, highest", "server, overload");
    assertThat(row(table, "single stream"))
        .as("1500 queries of 2 ms fill 3 s")
        .startsWith("single stream", "1500", "2.001", "2.001", "2.001", "2.000", "–", "500", "3.0");
    assertThat(row(table, "8 streams"))
        .as("a query has 8 samples; a 99 % quantile needs 662 queries, whatever they take")
        .startsWith("8 streams", "662", "16.007", "16.007", "16.007", "16.000", "–", "500", "10.6");
    assertThat(row(table, "offline"))
        .startsWith("offline", "1", "–", "–", "–", "–", "–", "500", "3.0");
    assertThat(steps).as("progress").isEqualTo(LoadSession.RUNS);
  }

  @Test
  void a_run_in_which_only_the_time_lacks_is_told_from_one_that_is_invalid() {
    var table = session(_ -> time.work(2 * MILLISECOND), 50);
    assertThat(table.rows())
        .extracting(List::getLast)
        .as("the overloaded server breaks its bound")
        .containsExactly("longer", "longer", "longer", "longer", "invalid");
    assertThat(table.notes())
        .contains(
            "5 of 5 runs are shorter than MLPerf's 600 s; those that are else in order say *longer*");
  }

  @Test
  void an_offline_run_has_so_many_samples() {
    assertThat(row(session(_ -> time.work(25 * MILLISECOND), 500), "offline").getLast())
        .as("600 s of 25 ms have 24,000 samples, of 24,576")
        .isEqualTo("invalid");
  }

  @Test
  void a_run_of_ten_minutes_is_valid() {
    var table = session(_ -> time.work(300 * MILLISECOND), 2_000);
    assertThat(row(table, "single stream").getLast()).as("64 queries of 0.3 s").isEqualTo("longer");
    assertThat(row(table, "8 streams").getLast()).as("662 queries of 2.4 s").isEqualTo("valid");
  }

  @Test
  void the_waiting_is_counted_and_shown_beside_what_forgets_it() {
    var table = session(_ -> time.work(2 * MILLISECOND), 50);
    var overload = row(table, "server, overload");
    assertThat(Double.parseDouble(overload.get(4)))
        .as("p99 in ms of a server that gets 600 queries a second and answers 500")
        .isGreaterThan(300);
    assertThat(overload.get(6)).as("p99 that forgets the waiting").isEqualTo("2.001");
    assertThat(table.notes())
        .anyMatch(
            n -> n.startsWith("server, overload: the 99 % quantile has to stay below 50.0 ms"));
  }

  @Test
  void the_highest_rate_meets_the_bound() {
    var highest = row(session(_ -> time.work(2 * MILLISECOND), 50), "server, highest");
    assertThat(Double.parseDouble(highest.get(4))).as("its p99 in ms").isBetween(2.0, 50.0);
    assertThat(Double.parseDouble(highest.get(7)))
        .as("queries a second, of 500 that are possible")
        .isBetween(350.0, 500.0);
  }

  @Test
  void a_bound_below_the_service_itself_is_met_at_no_rate() {
    var table = session(_ -> time.work(2 * MILLISECOND), 1);
    assertThat(table.rows()).extracting(List::getFirst).doesNotContain("server, highest");
    assertThat(table.notes()).contains("server: no rate had a valid run");
  }

  /// A run that is valid up to a rate.
  private DoubleFunction<LoadResult> validUpTo(double... limits) {
    return rate -> {
      double limit = limits[Math.min(tried.size(), limits.length - 1)];
      tried.add(rate);
      var test = LoadRun.server(700, rate, rate <= limit ? 3 * MILLISECOND : MILLISECOND);
      var nanos = new long[700];
      java.util.Arrays.fill(nanos, 2 * MILLISECOND);
      return new LoadResult(test, nanos, 1);
    };
  }

  private static Optional<Double> rate(Optional<LoadResult> found) {
    return found.map(r -> r.test().rate());
  }

  @Test
  void bisection_finds_the_edge() {
    var found = rate(new HighestRate(validUpTo(70), 96, 5).find());
    assertThat(found).as("the edge at 70, to 96/2⁵ = 3 a second").hasValue(69.0);
    assertThat(tried).containsExactly(48.0, 72.0, 60.0, 66.0, 69.0, 69.0);
  }

  @Test
  void luck_does_not_count_twice() {
    // In the bisection all up to 70 were valid; the runs after it are valid up to 60 only.
    var found = rate(new HighestRate(validUpTo(70, 70, 70, 70, 70, 60), 96, 5).find());
    assertThat(found.orElseThrow())
        .as("lowered by 5 % until valid")
        .isEqualTo(69 * 0.95 * 0.95 * 0.95);
    assertThat(tried.getLast()).as("what is returned ran last").isEqualTo(found.orElseThrow());
  }

  @Test
  void no_valid_rate_is_no_rate() {
    assertThat(new HighestRate(validUpTo(0), 96, 5).find()).isEmpty();
  }

  @Test
  void service_times_leave_the_waiting_out() {
    var random = new SplittableRandom(1);
    var service = new ServiceTimes(_ -> time.work(2 * MILLISECOND), time);
    var result = LoadRun.server(3000, 2_000, MILLISECOND).run(service, time, random);
    assertThat(result.latency(0.99)).as("four times too many queries").isGreaterThan(1e9);
    assertThat(service.take()).hasSize(3000).containsOnly(2 * MILLISECOND);
    assertThat(service.take()).as("taken already").isEmpty();
  }
}
