package tapeline.laboratory.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/// What a load test came to.
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

  /// Why the run does not count, each in words; empty when it does.
  public List<String> problems() {
    var found = new ArrayList<String>();
    int least = test.scenario().leastQueries();
    if (test.scenario() != Scenario.OFFLINE && latencies.length < least) {
      found.add(
          "the %.0f %% quantile needs %d queries, got %d"
              .formatted(100 * test.scenario().quantile(), least, latencies.length));
    }
    if (seconds < test.leastSeconds()) {
      found.add("the run has to last %.1f s, got %.1f s".formatted(test.leastSeconds(), seconds));
    }
    double quantile = latency(test.scenario().quantile());
    if (quantile > test.boundNanos()) {
      found.add(
          "the %.0f %% quantile has to stay below %.3g ms, got %.3g ms"
              .formatted(
                  100 * test.scenario().quantile(), test.boundNanos() / 1e6, quantile / 1e6));
    } else if (test.scenario() == Scenario.SERVER && latencies.length >= least) {
      int late = (int) Arrays.stream(latencies).filter(n -> n > test.boundNanos()).count();
      if (late > 1 && latencies.length < test.scenario().leastQueries(late)) {
        found.add(
            "where %d queries are late, the %.0f %% quantile needs %d queries, got %d"
                .formatted(
                    late,
                    100 * test.scenario().quantile(),
                    test.scenario().leastQueries(late),
                    latencies.length));
      }
    }
    return found;
  }
}
