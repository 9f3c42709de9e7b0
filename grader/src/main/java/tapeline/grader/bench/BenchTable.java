package tapeline.grader.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/// JMH's results as one table: time, ratio to the baseline, throughput, growth; and bytes, objects,
/// peak of tapes, outliers.
///
/// In each class the baseline is the method that runs twice, as `name` and `nameAgain`: the ratio
/// of the two is what noise alone does.
///
/// @param included what of warm-up and compilation is in the times, and what is not
record BenchTable(List<Score> scores, String included) {
  private static final String TWIN = "Again";
  private static final int SMALLEST_OBJECT = 16;
  private static final String HARNESS =
      """

      B/op below 16, the smallest object, is JMH's own: some kilobytes an iteration, which show where
      an op takes long. The tests count a thread's bytes exactly.
      """;
  private static final String FIRST =
      """
      Left out as well: what only first runs pay, such as loading classes and kernels, compiling,
      starting pools, autotuning, filling caches. The README of module 19 has a line for each.
      """;

  /// Tukey's fences: so many interquartile ranges outside the quartiles is far.
  private static final double FENCE = 1.5;

  private static final double LEAST_RANGE = 0.01; // of the median: a step of a clock

  /// Reads JMH's JSON, results of average time in ns with the `gc` profiler.
  static BenchTable read(Path json) throws IOException {
    return of(new ObjectMapper().readTree(json.toFile()));
  }

  /// Returns the table of JMH's results.
  static BenchTable of(JsonNode results) {
    var scores = new ArrayList<Score>();
    var included = new LinkedHashSet<String>();
    for (var result : results) {
      scores.add(score(result));
      included.add(
          "%s × %s"
              .formatted(
                  result.path("warmupIterations").asText(), result.path("warmupTime").asText()));
    }
    var line =
        """
        Left out: the warm-up of each fork, %s, and what is loaded and compiled in it.
        Included: garbage collection, and what is compiled later.
        """
            .formatted(String.join(" or ", included));
    return new BenchTable(List.copyOf(scores), line);
  }

  /// Returns the table with what two more runs counted, of one op and of eleven: their difference
  /// is ten ops' own, without JMH's.
  BenchTable with(JsonNode one, JsonNode eleven) {
    var ones = objects(one);
    var elevens = objects(eleven);
    var counted =
        scores.stream()
            .map(s -> {
              var few = ones.get(s.key());
              var many = elevens.get(s.key());
              return few == null || many == null
                  ? s
                  : s.with(new Score.Counts((many.objects() - few.objects()) / 10, few.tape()));
            })
            .toList();
    return new BenchTable(counted, included);
  }

  private static Map<String, Score.Counts> objects(JsonNode results) {
    Map<String, Score.Counts> counts = new HashMap<>();
    for (var r : results) {
      var metrics = r.path("secondaryMetrics");
      counts.put(
          score(r).key(),
          new Score.Counts(
              metrics.path(OpCounts.OBJECTS).path("score").asDouble(Double.NaN),
              metrics.path(OpCounts.TAPE).path("score").asDouble(Double.NaN)));
    }
    return counts;
  }

  private static Score score(JsonNode result) {
    var name = result.path("benchmark").asText();
    int dot = name.lastIndexOf('.');
    var type = name.substring(0, dot);
    var params = new ArrayList<String>();
    for (var p : result.path("params").properties()) {
      var value = p.getValue().asText();
      params.add(p.getKey().equals("n") ? "n = " + value : value);
    }
    var metric = result.path("primaryMetric");
    var forks = new ArrayList<Double>();
    var samples = new DescriptiveStatistics();
    for (var fork : metric.path("rawData")) {
      double sum = 0;
      for (var sample : fork) {
        sum += sample.asDouble();
        samples.addValue(sample.asDouble());
      }
      forks.add(sum / fork.size());
    }
    return new Score(
        type.substring(type.lastIndexOf('.') + 1),
        name.substring(dot + 1),
        String.join(", ", params),
        result.path("params").path("n").asInt(0),
        forks,
        metric.path("score").asDouble(),
        metric.path("scoreError").asDouble(Double.NaN),
        result
            .path("secondaryMetrics")
            .path("gc.alloc.rate.norm")
            .path("score")
            .asDouble(Double.NaN),
        Score.Counts.NONE,
        outliers(samples),
        (int) samples.getN());
  }

  private static int outliers(DescriptiveStatistics samples) {
    if (samples.getN() == 0) {
      return 0;
    }
    double low = samples.getPercentile(25);
    double high = samples.getPercentile(75);
    double reach = FENCE * Math.max(high - low, LEAST_RANGE * samples.getPercentile(50));
    return (int)
        Arrays.stream(samples.getValues()).filter(x -> x < low - reach || x > high + reach).count();
  }

  /// The table for people, a block a benchmark class, lines no longer than 100 columns.
  String text() {
    var text = new StringBuilder();
    Map<String, List<Score>> types =
        scores.stream()
            .collect(Collectors.groupingBy(Score::type, LinkedHashMap::new, Collectors.toList()));
    types.forEach((type, rows) -> {
      text.append('\n').append(type).append('\n');
      text.append(
          "  %-28s %-15s %10s %9s  %-20s %10s%n"
              .formatted("", "", "ns/op", "±", "ratio [95 %]", "ops/s"));
      for (var row : rows) {
        text.append(
            "  %-28s %-15s %10s %9s  %-20s %10s%n"
                .formatted(
                    row.method(),
                    row.params(),
                    number(row.nanos()),
                    number(row.error()),
                    ratio(row, baseline(row, rows)),
                    rate(row.nanos())));
      }
      text.append(
          "  %-28s %-15s %10s %9s  %-20s %10s%n"
              .formatted("", "", "B/op", "allocs/op", "bytes of tapes, peak", "outliers"));
      for (var row : rows) {
        text.append(
            "  %-28s %-15s %10s %9s  %-20s %10s%n"
                .formatted(
                    row.method(),
                    row.params(),
                    bytes(row.bytes()),
                    bytes(row.counts().objects()),
                    bytes(row.counts().tape()),
                    row.outliers() + " of " + row.iterations()));
      }
      growth(rows).forEach(line -> text.append("  ").append(line).append('\n'));
    });
    if (scores.stream().anyMatch(r -> r.bytes() >= 0.5 && r.bytes() < SMALLEST_OBJECT)) {
      text.append(HARNESS);
    }
    text.append('\n').append(included).append(FIRST);
    return text.toString();
  }

  /// The ratios of the twins to their baselines, by baseline.
  ///
  /// @param level of each interval
  Map<Score, Ratio> twins(double level) {
    var twins = new LinkedHashMap<Score, Ratio>();
    for (var row : scores) {
      var baseline = row.method().endsWith(TWIN) ? baseline(row, ofType(row.type())) : null;
      if (baseline != null) {
        twins.put(baseline, Ratio.of(row.forks(), baseline.forks(), level));
      }
    }
    return twins;
  }

  private List<Score> ofType(String type) {
    return scores.stream().filter(s -> s.type().equals(type)).toList();
  }

  private static @Nullable Score baseline(Score row, List<Score> rows) {
    for (var twin : rows) {
      if (twin.method().endsWith(TWIN) && twin.params().equals(row.params())) {
        var name = twin.method().substring(0, twin.method().length() - TWIN.length());
        for (var r : rows) {
          if (r.method().equals(name) && r.params().equals(row.params())) {
            return r;
          }
        }
      }
    }
    return null;
  }

  private static String ratio(Score row, @Nullable Score baseline) {
    if (baseline == null) {
      return "";
    }
    if (row.equals(baseline)) {
      return "baseline";
    }
    var r = Ratio.of(row.forks(), baseline.forks());
    return Double.isNaN(r.low())
        ? "%.2f (one fork)".formatted(r.value())
        : "%.2f [%.2f, %.2f]".formatted(r.value(), r.low(), r.high());
  }

  /// A line for each series over three or more sizes: the slope of log time over log n.
  private static List<String> growth(List<Score> rows) {
    var lines = new ArrayList<String>();
    Map<String, List<Score>> series =
        rows.stream()
            .filter(r -> r.n() > 0)
            .collect(Collectors.groupingBy(Score::series, LinkedHashMap::new, Collectors.toList()));
    series.forEach((_, sizes) -> {
      if (sizes.stream().map(Score::n).distinct().count() >= 3) {
        lines.add(
            "%-28s grows as n^%.2f, n = %d to %d"
                .formatted(
                    sizes.getFirst().method(),
                    exponent(sizes),
                    sizes.getFirst().n(),
                    sizes.getLast().n()));
      }
    });
    return lines;
  }

  /// The least-squares slope of log time over log n.
  static double exponent(List<Score> sizes) {
    var line = new SimpleRegression();
    sizes.forEach(s -> line.addData(Math.log(s.n()), Math.log(s.nanos())));
    return line.getSlope();
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value >= 1000 ? "%,.0f".formatted(value) : "%.2f".formatted(value);
  }

  /// Ops a second, to three digits: `8.32M`.
  static String rate(double nanos) {
    double rate = 1e9 / nanos;
    if (!(rate > 0) || Double.isInfinite(rate)) {
      return "";
    }
    for (var unit : List.of("", "k", "M", "G")) {
      if (rate < 999.5 || unit.equals("G")) {
        return (rate >= 99.95 ? "%.0f%s" : rate >= 9.995 ? "%.1f%s" : "%.2f%s")
            .formatted(rate, unit);
      }
      rate /= 1000;
    }
    throw new AssertionError();
  }

  private static String bytes(double value) {
    return Double.isNaN(value) ? "" : "%,.0f".formatted(value);
  }
}
