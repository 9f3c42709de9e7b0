package tapeline.bench;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// Benchmarks that belong together, run one after the other.
///
/// @param name what reports call it
public record BenchmarkSuite(String name, List<Benchmark> benchmarks) {
  /// @throws IllegalArgumentException when there are none, or two have one name
  public BenchmarkSuite {
    benchmarks = List.copyOf(benchmarks);
    var names = new HashSet<String>();
    for (var b : benchmarks) {
      if (!names.add(b.name())) {
        throw new IllegalArgumentException(
            "the benchmarks of a suite have names of their own, got \"" + b.name() + "\" twice");
      }
    }
    if (benchmarks.isEmpty()) {
      throw new IllegalArgumentException("a suite has at least one benchmark, got none");
    }
  }

  /// Runs all of them.
  public List<BenchmarkResult> run(Benchmark.Limits limits, Meter meter) {
    var results = new ArrayList<BenchmarkResult>();
    try (var bar = ProgressBar.of(name, benchmarks.size())) {
      for (var b : benchmarks) {
        results.add(b.run(limits, meter));
        bar.step();
      }
    }
    return results;
  }

  /// A line for each result.
  public static TextTable table(List<BenchmarkResult> results) {
    var table =
        TextTable.of("benchmark", "median, µs", "95 % of the mean", "p99, µs", "CV", "bytes", "");
    for (var r : results) {
      var s = r.sample();
      table.row(
          r.name(),
          TextTable.number(s.median() / 1e3, 4),
          "%.4g to %.4g".formatted(r.interval().low() / 1e3, r.interval().high() / 1e3),
          TextTable.number(s.quantile(0.99) / 1e3, 4),
          "%.1f %%".formatted(100 * s.cv()),
          Long.toString(r.bytesPerRun()),
          r.steady() ? r.isNoisy() ? "noisy" : "" : "not steady");
    }
    return table;
  }
}
