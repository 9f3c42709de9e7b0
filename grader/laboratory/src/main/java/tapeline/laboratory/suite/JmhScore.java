package tapeline.laboratory.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.stats.Interval;

/// JMH's measurement of one benchmark with one set of parameters.
///
/// @param name class and method, for example `ChainBenchmark.flatTapeReused`
/// @param params their values, for example `1000` and `cpu`
/// @param forks the mean time of each fork, nanoseconds a call
/// @param bytes that a call allocates; NaN where that was not measured
record JmhScore(String name, TreeSet<String> params, List<Double> forks, double bytes) {
  static final double LEVEL = 0.95;

  /// Reads JMH's JSON, average times in nanoseconds with the profiler `gc`, as `-Dbench` writes it.
  static List<JmhScore> read(Path json) throws IOException {
    var scores = new ArrayList<JmhScore>();
    for (var result : new ObjectMapper().readTree(json.toFile())) {
      var words = result.path("benchmark").asText().split("\\.", -1);
      var params = new TreeSet<String>();
      result.path("params").forEach(p -> params.add(p.asText()));
      scores.add(
          new JmhScore(
              words[words.length - 2] + "." + words[words.length - 1],
              params,
              forks(result.path("primaryMetric").path("rawData")),
              result.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble(Double.NaN)));
    }
    return scores;
  }

  private static List<Double> forks(JsonNode raw) {
    return StreamSupport.stream(raw.spliterator(), false)
        .map(fork ->
            StreamSupport.stream(fork.spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .average()
                .orElse(Double.NaN))
        .toList();
  }

  /// Whether this is the one that `what` names: `Class.method`, and behind it parameters' values.
  boolean is(String what) {
    var words = List.of(what.split(" ", -1));
    return words.getFirst().equals(name) && params.containsAll(words.subList(1, words.size()));
  }

  /// The interval for how much longer this takes than `other`: Welch's, of the forks, as runs of
  /// one fork are not independent. Endless with a single fork.
  Interval ratio(JmhScore other) {
    return forks.size() < 2 || other.forks.size() < 2
        ? new Interval(0, Double.POSITIVE_INFINITY, LEVEL)
        : other.result().speedUp(result(), LEVEL).interval();
  }

  private BenchmarkResult result() {
    double[] nanos = forks.stream().mapToDouble(f -> f).toArray();
    var task = Conditions.cpu("a call", "as JMH measured it", 1);
    return new BenchmarkResult(name, task, nanos, 0, true, null, null);
  }
}
