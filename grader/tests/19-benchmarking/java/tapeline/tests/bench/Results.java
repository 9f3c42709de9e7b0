package tapeline.tests.bench;

import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;

/// Results of benchmarks that never ran.
final class Results {
  static final Conditions CONDITIONS = Conditions.cpu("matmul (3,5)·(5,2)", "float32", 1);

  private Results() {}

  static BenchmarkResult of(double... nanos) {
    return under("made up", CONDITIONS, nanos);
  }

  static BenchmarkResult under(String name, Conditions conditions, double... nanos) {
    return new BenchmarkResult(name, conditions, nanos, 48, true, null, null);
  }
}
