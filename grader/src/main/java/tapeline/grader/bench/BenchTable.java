package tapeline.grader.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// JMH's results as one table: time, ratio to the baseline, bytes, growth.
///
/// In each class the baseline is the method that runs twice, as `name` and `nameAgain`: the ratio
/// of the two is what noise alone does.
record BenchTable(List<Score> scores) {
  private static final String TWIN = "Again";
  private static final int SMALLEST_OBJECT = 16;
  private static final String HARNESS =
      """

      B/op below 16, the smallest object, is JMH's own: some kilobytes an iteration, which show where
      an op takes long. The tests count a thread's bytes exactly.
      """;

  /// Reads JMH's JSON, results of average time in ns with the `gc` profiler.
  static BenchTable read(Path json) throws IOException {
    var scores = new ArrayList<Score>();
    for (var result : new ObjectMapper().readTree(json.toFile())) {
      scores.add(score(result));
    }
    return new BenchTable(List.copyOf(scores));
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
    for (var fork : metric.path("rawData")) {
      double sum = 0;
      for (var sample : fork) {
        sum += sample.asDouble();
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
            .asDouble(Double.NaN));
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
              .formatted("", "", "ns/op", "±", "ratio [95 %]", "B/op"));
      for (var row : rows) {
        text.append(
            "  %-28s %-15s %10s %9s  %-20s %10s%n"
                .formatted(
                    row.method(),
                    row.params(),
                    number(row.nanos()),
                    number(row.error()),
                    ratio(row, baseline(row, rows)),
                    bytes(row.bytes())));
      }
      growth(rows).forEach(line -> text.append("  ").append(line).append('\n'));
    });
    if (scores.stream().anyMatch(r -> r.bytes() >= 0.5 && r.bytes() < SMALLEST_OBJECT)) {
      text.append(HARNESS);
    }
    return text.toString();
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
    double mx = sizes.stream().mapToDouble(s -> Math.log(s.n())).average().orElseThrow();
    double my = sizes.stream().mapToDouble(s -> Math.log(s.nanos())).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    for (var s : sizes) {
      double x = Math.log(s.n()) - mx;
      xy += x * (Math.log(s.nanos()) - my);
      xx += x * x;
    }
    return xy / xx;
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value >= 1000 ? "%,.0f".formatted(value) : "%.2f".formatted(value);
  }

  private static String bytes(double value) {
    return Double.isNaN(value) ? "" : "%,.0f".formatted(value);
  }
}
