package tapeline.laboratory.suite;

import java.util.Arrays;
import java.util.List;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Meter;

/// Times the phases of passes. A run has as many passes as take a tenth of a millisecond, so that
/// the clock's steps do not count; results are those of one pass.
///
/// @param millis how long a warm-up may go on
/// @param flags of the JVM, as conditions name them
public record PassTimer(int millis, Meter meter, List<String> flags) {
  private static final long LEAST_NANOS = 100_000;
  private static final int MOST_PASSES = 1 << 16;
  private static final int LEAST_WARM_UP = 200;
  private static final int LEAST_RUNS = 20;

  public PassTimer {
    flags = List.copyOf(flags);
  }

  /// The times of one phase of an entry, one pass each.
  public BenchmarkResult time(SuiteEntry entry, Phase phase) {
    var pass = entry.pass();
    pass.forward(); // what a backward walks: a total may have freed the last recording
    int passes = passes(pass, phase);
    long nanos = nanos(pass, phase, passes);
    var benchmark =
        new Benchmark(
            entry.name(),
            entry.conditions(flags),
            () -> {
              double sum = 0;
              for (int i = 0; i < passes; i++) {
                sum += phase.run(pass);
              }
              return sum;
            },
            null);
    return each(benchmark.run(limits(nanos), meter), passes);
  }

  private int passes(Pass pass, Phase phase) {
    int passes = 1;
    while (passes < MOST_PASSES && nanos(pass, phase, passes) < LEAST_NANOS) {
      passes *= 2;
    }
    return passes;
  }

  private long nanos(Pass pass, Phase phase, int passes) {
    long start = meter.nanos();
    for (int i = 0; i < passes; i++) {
      phase.run(pass);
    }
    return meter.nanos() - start;
  }

  /// As many runs of the warm-up as there is time for, and a quarter of them that count.
  private Benchmark.Limits limits(long nanos) {
    long runs = 1_000_000L * millis / Math.max(1, nanos);
    int warmUp = (int) Math.clamp(runs, LEAST_WARM_UP, Benchmark.Limits.STANDARD.maxWarmUp());
    return new Benchmark.Limits(warmUp, Math.clamp(warmUp / 4, LEAST_RUNS, 100));
  }

  private static BenchmarkResult each(BenchmarkResult all, int passes) {
    double[] nanos = all.nanos();
    Arrays.setAll(nanos, i -> nanos[i] / passes);
    var joules = all.joulesPerRun();
    return new BenchmarkResult(
        all.name(),
        all.conditions(),
        nanos,
        all.bytesPerRun() / passes,
        all.steady(),
        all.accuracy(),
        joules == null ? null : joules / passes);
  }
}
