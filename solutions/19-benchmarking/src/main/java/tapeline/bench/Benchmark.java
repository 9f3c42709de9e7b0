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

  // BEGIN SOLUTION 19.6 "measure when it is steady" 10 points
  /// Runs until the times are steady, and then as often as `limits` say.
  public BenchmarkResult run(Limits limits, Meter meter) {
    double[] warmUp = new double[limits.maxWarmUp()];
    boolean steady = false;
    for (int n = 0; n < warmUp.length && !steady; ) {
      warmUp[n++] = time(meter);
      steady = n % LOOK == 0 && SteadyState.isSteady(Arrays.copyOf(warmUp, n));
    }
    double[] times = new double[limits.runs()];
    var before = meter.joules();
    long bytes = meter.allocatedBytes();
    for (int i = 0; i < times.length; i++) {
      times[i] = time(meter);
    }
    long bytesPerRun = (meter.allocatedBytes() - bytes) / times.length;
    var joules = joulesPerRun(before, meter.joules(), times.length);
    return new BenchmarkResult(name, conditions, times, bytesPerRun, steady, accuracy, joules);
  }

  /// Null without a counter, and when the counter began anew meanwhile: that was not measured.
  private static @Nullable Double joulesPerRun(
      OptionalDouble before, OptionalDouble after, int runs) {
    if (before.isEmpty() || after.isEmpty() || after.getAsDouble() < before.getAsDouble()) {
      return null;
    }
    return (after.getAsDouble() - before.getAsDouble()) / runs;
  }

  // STUB /// Runs until the times are steady, and then as often as `limits` say.
  // STUB public BenchmarkResult run(Limits limits, Meter meter) {
  // STUB   // TODO 19.6 — 24 lines. time(meter) is one run. First the warm-up: up to
  // STUB   // limits.maxWarmUp() runs, and after every LOOK of them look whether the times so far
  // STUB   // are steady (SteadyState.isSteady). Then the limits.runs() times that count: room for
  // STUB   // them before the first reading. Read meter.joules() before and after these, and nearer
  // STUB   // to them meter.allocatedBytes(), which grows also while joules() reads. Bytes and
  // STUB   // joules are of one run; joules are null without a counter, and when the counter began
  // STUB   // anew meanwhile, so that it is lower after than before. What would a fixed time of
  // STUB   // warm-up say of a program that needs twice as long?
  // STUB   throw new Todo("19.6", "measure when it is steady");
  // STUB }
  // END SOLUTION

  private double time(Meter meter) {
    long start = meter.nanos();
    keep = body.getAsDouble();
    return meter.nanos() - start;
  }

  @SuppressWarnings("unused")
  private static volatile double keep;
}
