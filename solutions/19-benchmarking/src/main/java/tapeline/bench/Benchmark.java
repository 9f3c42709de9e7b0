package tapeline.bench;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import tapeline.bench.stats.SteadyState;

/// Something that is run again and again, and timed once it is steady.
///
/// @param name what tables call it
/// @param conditions what it computes, and under which conditions
/// @param body one run; what it returns keeps the compiler from leaving it out
/// @param accuracy how good its answer is, where that can be said, or null
public record Benchmark(
    String name, Conditions conditions, DoubleSupplier body, @Nullable Double accuracy) {
  /// Every so many runs of the warm-up one looks whether they are steady: looking takes time, too.
  private static final int LOOK = 200;

  /// How far the runs go.
  ///
  /// @param maxWarmUp runs after which it counts as not steady
  /// @param runs that are measured
  public record Limits(int maxWarmUp, int runs) {
    public static final Limits STANDARD = new Limits(2_000, 200);

    /// @throws IllegalArgumentException unless there are 200 runs of warm-up and 2 that count
    public Limits {
      if (maxWarmUp < LOOK || runs < 2) {
        throw new IllegalArgumentException(
            "a benchmark needs at least %d runs of warm-up and 2 that count, got %d and %d"
                .formatted(LOOK, maxWarmUp, runs));
      }
    }
  }

  /// Runs until the times are steady, and then as often as `limits` say.
  public BenchmarkResult run(Limits limits, Meter meter) {
    double[] warmUp = new double[limits.maxWarmUp()];
    double[] times = new double[limits.runs()];
    boolean steady = false;
    // BEGIN SOLUTION 19.6 "measure when it is steady" 15 points
    for (int n = 0; n < warmUp.length && !steady; n++) {
      warmUp[n] = time(meter);
      steady = isSteady(warmUp, n + 1);
    }
    var joules = meter.joules();
    long bytes = meter.allocatedBytes();
    for (int i = 0; i < times.length; i++) {
      times[i] = time(meter);
    }
    bytes = meter.allocatedBytes() - bytes;
    return result(times, bytes, steady, joules, meter.joules());
    // STUB // TODO 19.6 — 11 lines. time(meter) is one run. Runs go into `warmUp` until
    // STUB // isSteady(warmUp, how many), or until it is full; then those that count into `times`.
    // STUB // Read meter.joules() before and after these, and nearer to them
    // STUB // meter.allocatedBytes(), which grows also while joules() reads. Then result(times,
    // STUB // bytes, steady, before, after). What would a fixed time of warm-up say of a program
    // STUB // that needs twice as long?
    // STUB throw new Todo("19.6", "measure when it is steady");
    // END SOLUTION
  }

  private double time(Meter meter) {
    long start = meter.nanos();
    keep = body.getAsDouble();
    return meter.nanos() - start;
  }

  /// Whether the later half of the first n times has one speed; looked at every 200 runs.
  private static boolean isSteady(double[] times, int n) {
    return n % LOOK == 0
        && SteadyState.of(Arrays.copyOfRange(times, n / 2, n)).kind() == SteadyState.Kind.FLAT;
  }

  /// What all runs together allocated and used, a run. Energy is null without a counter, and when
  /// the counter began anew meanwhile.
  private BenchmarkResult result(
      double[] times, long bytes, boolean steady, OptionalDouble before, OptionalDouble after) {
    boolean metered =
        before.isPresent() && after.isPresent() && after.getAsDouble() >= before.getAsDouble();
    return new BenchmarkResult(
        name,
        conditions,
        times,
        bytes / times.length,
        steady,
        accuracy,
        metered ? (after.getAsDouble() - before.getAsDouble()) / times.length : null);
  }

  @SuppressWarnings("unused")
  private static volatile double keep;
}
