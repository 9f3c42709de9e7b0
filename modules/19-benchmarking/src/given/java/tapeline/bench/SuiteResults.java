package tapeline.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tapeline.toolkit.TextTable;

/// A suite's results by metric and by name.
///
/// @param results in the order of the suite
public record SuiteResults(List<BenchmarkResult> results) {
  public SuiteResults {
    results = List.copyOf(results);
  }

  /// Returns the result of this name, for example `linear on digits`.
  ///
  /// @throws IllegalArgumentException when there is none, naming those that there are
  public BenchmarkResult named(String name) {
    return results.stream()
        .filter(r -> r.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a suite has a result for each of its benchmarks, %s, got \"%s\""
                    .formatted(results.stream().map(BenchmarkResult::name).toList(), name)));
  }

  private static String model(BenchmarkResult r) {
    var end = BenchmarkSuite.ON + r.conditions().task();
    return r.name().endsWith(end)
        ? r.name().substring(0, r.name().length() - end.length())
        : r.name();
  }

  /// A line for each model, and in it a column for each data set: one metric of all. `–` stands
  /// where a model did not run on a set.
  public TextTable by(SuiteMetric metric) {
    var sets = new LinkedHashSet<String>();
    Map<String, Map<String, String>> lines = new LinkedHashMap<>();
    for (var r : results) {
      sets.add(r.conditions().task());
      lines
          .computeIfAbsent(model(r), _ -> new LinkedHashMap<>())
          .put(r.conditions().task(), metric.text(r));
    }
    var header = new ArrayList<>(List.of(metric.title()));
    header.addAll(sets);
    var table = TextTable.of(header.toArray(String[]::new));
    lines.forEach((model, cells) -> {
      var row = new ArrayList<>(List.of(model));
      sets.forEach(set -> row.add(cells.getOrDefault(set, "–")));
      table.row(row.toArray(String[]::new));
    });
    return table;
  }

  /// A line for each result, with all metrics of one run and what is to be known of its times.
  public TextTable table() {
    var header = new ArrayList<>(List.of("benchmark", "batch"));
    for (var metric : SuiteMetric.values()) {
      header.add(metric.title());
    }
    header.addAll(List.of("95 % of latency", "outliers, kept"));
    var table = TextTable.of(header.toArray(String[]::new));
    for (var r : results) {
      var row = new ArrayList<>(List.of(r.name(), "" + r.conditions().batch()));
      for (var metric : SuiteMetric.values()) {
        row.add(metric.text(r));
      }
      var i = r.interval();
      row.add(String.format(Locale.ROOT, "%.4g to %.4g", i.low() / 1e3, i.high() / 1e3));
      row.add(r.outliers().counts());
      table.row(row.toArray(String[]::new));
    }
    table.note(
        "throughput: examples a second, a batch at a time; with a batch of 1, runs a second");
    if (results.stream().anyMatch(r -> r.peakBytes() != null)) {
      table.note(
          "peak: of one run beyond what lived before, as its meter counts; of the heap, garbage too");
    }
    if (results.stream().anyMatch(r -> r.estimatedJoules() != null)) {
      table.note("energy, ~: " + EnergyEstimate.words());
    }
    return table;
  }
}
