package tapeline.bench;

import java.util.ArrayList;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import tapeline.bench.stats.SteadyState;

/// Something that is run again and again, and timed once it is steady.
///
/// @param name what tables call it
/// @param conditions what it computes, and under which conditions
/// @param body one run; what it returns keeps the compiler from leaving it out
/// @param accuracy how good its answer is, where that can be said, or null
public record Benchmark(
    String name, Conditions conditions, DoubleSupplier body, @org.jspecify.annotations.Nullable Double accuracy) {
  /// Fewer runs cannot show that they are steady.
  static final int LEAST_WARM_UP = 50;

  /// How far the runs go.
  ///
  /// @param maxWarmUp runs after which it counts as not steady
  /// @param runs that are measured
  public record Limits(int maxWarmUp, int runs) {
    public static final Limits STANDARD = new Limits(2_000, 200);

    /// @throws IllegalArgumentException unless there are 50 runs of warm-up and 2 that count
    public Limits {
      if (maxWarmUp < LEAST_WARM_UP || runs < 2) {
        throw new IllegalArgumentException(
            "a benchmark needs at least %d runs of warm-up and 2 that count, got %d and %d"
                .formatted(LEAST_WARM_UP, maxWarmUp, runs));
      }
    }
  }

  /// Runs until the times are steady, and then as often as `limits` say.
  public BenchmarkResult run(Limits limits, Meter meter) {
    var warmUp = new ArrayList<Double>();
    var times = new double[limits.runs()];
    long bytes = 0;
    var before = OptionalDouble.empty();
    // BEGIN SOLUTION 19.6 "measure when it is steady" 15 points
    while (warmUp.size() < limits.maxWarmUp() && !isSteady(warmUp)) {
      warmUp.add(time(meter));
    }
    before = meter.joules();
    bytes = meter.allocatedBytes();
    for (int i = 0; i < times.length; i++) {
      times[i] = time(meter);
    }
    bytes = meter.allocatedBytes() - bytes;
    // STUB // TODO 19.6 — 8 lines. time(meter) is one run. Add runs to `warmUp` until isSteady(warmUp),
    // STUB // or until there are limits.maxWarmUp(). Then the runs that count fill `times`; `before`
    // STUB // is meter.joules() before them, and `bytes` what meter.allocatedBytes() grew by in them.
    // STUB // Why may the warm-up not end after a fixed time?
    // STUB if (true) throw new Todo("19.6", "measure when it is steady");
    // END SOLUTION
    var after = meter.joules();
    boolean metered = before.isPresent() && after.isPresent();
    return new BenchmarkResult(
        name,
        conditions,
        times,
        bytes / limits.runs(),
        isSteady(warmUp),
        accuracy,
        metered ? (after.getAsDouble() - before.getAsDouble()) / limits.runs() : null);
  }

  private double time(Meter meter) {
    long start = meter.nanos();
    keep = body.getAsDouble();
    return meter.nanos() - start;
  }

  private static boolean isSteady(ArrayList<Double> times) {
    if (times.size() < LEAST_WARM_UP || times.size() % LEAST_WARM_UP != 0) {
      return false; // looked at now and then: looking takes time, too
    }
    var last = times.subList(times.size() / 2, times.size());
    return SteadyState.of(last.stream().mapToDouble(t -> t).toArray()).kind()
        == SteadyState.Kind.FLAT;
  }

  @SuppressWarnings("unused")
  private static volatile double keep;
}
