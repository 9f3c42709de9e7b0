package tapeline.bench;

/// Measures all that a suite asks of one benchmark.
final class Measuring {
  private Measuring() {}

  /// Runs a benchmark, adds the peak of memory over one more run, and names an energy that was not
  /// counted an estimate.
  static BenchmarkResult all(Benchmark benchmark, Benchmark.Limits limits, Meter meter) {
    boolean counted = meter.joules().isPresent();
    var r = benchmark.run(limits, counted ? meter : EnergyEstimate.of(meter));
    if (meter.peakBytes().isPresent()) {
      meter.resetPeak();
      double _ = benchmark.body().getAsDouble();
    }
    var peak = meter.peakBytes();
    return new BenchmarkResult(
        r.name(),
        r.conditions(),
        r.nanos(),
        r.bytesPerRun(),
        r.steady(),
        r.accuracy(),
        counted ? r.joulesPerRun() : null,
        counted ? null : r.joulesPerRun(),
        peak.isPresent() ? (Long) peak.getAsLong() : null);
  }
}
