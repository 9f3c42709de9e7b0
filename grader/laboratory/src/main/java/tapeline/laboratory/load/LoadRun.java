package tapeline.laboratory.load;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import tapeline.bench.load.Arrivals;
import tapeline.bench.load.LoadGenerator;

/// A run of a load generator under one of the four scenarios.
///
/// @param scenario how queries come
/// @param queries how many
/// @param samples in a query: 1, but for [Scenario#MULTI_STREAM]
/// @param rate queries a second, on average, for [Scenario#SERVER]
/// @param boundNanos what the scenario's quantile of the latency has to stay below, for a server
public record LoadRun(Scenario scenario, int queries, int samples, double rate, long boundNanos) {

  /// How many samples there are to draw from: `resnet50.*.performance_sample_count_override` of
  /// MLPerf Inference v5.1.
  public static final int LIBRARY = 1024;

  /// @throws IllegalArgumentException when there is no query, or no sample in one
  public LoadRun {
    if (queries < 1 || samples < 1) {
      throw new IllegalArgumentException(
          "a load test has queries with samples, got %d of %d".formatted(queries, samples));
    }
  }

  /// One query at a time.
  public static LoadRun singleStream(int queries) {
    return new LoadRun(Scenario.SINGLE_STREAM, queries, 1, Double.NaN, Long.MAX_VALUE);
  }

  /// Several samples at a time.
  public static LoadRun multiStream(int queries, int samples) {
    return new LoadRun(Scenario.MULTI_STREAM, queries, samples, Double.NaN, Long.MAX_VALUE);
  }

  /// Queries at random times; the 99 % quantile of their latency has to stay below the bound.
  public static LoadRun server(int queries, double rate, long boundNanos) {
    return new LoadRun(Scenario.SERVER, queries, 1, rate, boundNanos);
  }

  /// All samples at once, which come as one query.
  public static LoadRun offline(int samples) {
    return new LoadRun(Scenario.OFFLINE, 1, samples, Double.NaN, Long.MAX_VALUE);
  }

  /// Sends the queries, with samples drawn at random.
  ///
  /// @param service answers a sample, given its number below [#LIBRARY]
  public LoadResult run(IntConsumer service, LoadGenerator.Clock clock, RandomGenerator random) {
    long start = clock.nanos();
    long[] latencies =
        switch (scenario) {
          case SINGLE_STREAM, MULTI_STREAM, OFFLINE -> oneByOne(service, clock, random);
          case SERVER ->
              new LoadGenerator(clock, _ -> service.accept(random.nextInt(LIBRARY)))
                  .run(Arrivals.poisson(rate, queries, random));
        };
    return new LoadResult(this, latencies, (clock.nanos() - start) / 1e9);
  }

  /// The next query when the one before is answered: none is ever late.
  private long[] oneByOne(IntConsumer service, LoadGenerator.Clock clock, RandomGenerator random) {
    var latencies = new long[queries];
    Arrays.setAll(
        latencies,
        i -> {
          long sent = clock.nanos();
          for (int s = 0; s < samples; s++) {
            service.accept(random.nextInt(LIBRARY));
          }
          return clock.nanos() - sent;
        });
    return latencies;
  }
}
