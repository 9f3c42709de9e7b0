package tapeline.laboratory.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// The result of a load test.
///
/// @param latencies of the queries in nanoseconds, in their order
/// @param seconds from the first query to the last answer
public record LoadResult(LoadRun test, long[] latencies, double seconds) {
  private static final int DIGITS = 3;

  public LoadResult {
    latencies = latencies.clone();
  }

  /// The quantile of the latency in nanoseconds, to three digits.
  public double latency(double quantile) {
    return quantile(quantile, latencies);
  }

  static double quantile(double quantile, long... nanos) {
    var histogram = new Histogram(DIGITS);
    for (long n : nanos) {
      histogram.recordValue(Math.max(0, n));
    }
    return histogram.getValueAtPercentile(100 * quantile);
  }

  /// Samples a second.
  public double throughput() {
    return (double) latencies.length * test.samples() / seconds;
  }

  /// An upper bound of the scenario's quantile, with 99 % confidence: LoadGen's early-stopping
  /// estimate, the largest latency but for those that may miss a bound. Empty of too few queries.
  public OptionalLong estimate() {
    int misses = test.scenario().mostMisses(latencies.length);
    if (misses < 1) {
      return OptionalLong.empty();
    }
    long[] sorted = latencies.clone();
    Arrays.sort(sorted);
    return OptionalLong.of(sorted[sorted.length - misses]);
  }

  /// Why the run does not count, each in words; empty when it does.
  public List<String> problems() {
    var found = new ArrayList<String>();
    switch (test.scenario()) {
      case SINGLE_STREAM, MULTI_STREAM -> {
        if (estimate().isEmpty()) {
          found.add(
              "the %.0f %% quantile needs %d queries, got %d"
                  .formatted(percent(), test.scenario().leastQueries(), latencies.length));
        }
      }
      case SERVER -> serverProblem().ifPresent(found::add);
      case OFFLINE -> {}
    }
    return found;
  }

  private Optional<String> serverProblem() {
    int late = (int) Arrays.stream(latencies).filter(n -> n > test.boundNanos()).count();
    if (late <= test.scenario().mostMisses(latencies.length)) {
      return Optional.empty();
    }
    double share = (double) late / latencies.length;
    return Optional.of(
        share > 1 - test.scenario().quantile()
            ? "the %.0f %% quantile has to stay below %.3g ms, got %.3g ms"
                .formatted(
                    percent(), test.boundNanos() / 1e6, latency(test.scenario().quantile()) / 1e6)
            : "where %d queries are late, the %.0f %% quantile needs %d queries, got %d"
                .formatted(late, percent(), test.scenario().leastQueries(late), latencies.length));
  }

  private double percent() {
    return 100 * test.scenario().quantile();
  }
}
