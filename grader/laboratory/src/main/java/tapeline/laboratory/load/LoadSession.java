package tapeline.laboratory.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import tapeline.bench.load.LoadGenerator;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.TextTable;

/// All four scenarios on one model: first its service rate, which says how many queries fit into
/// the time, then the runs.
public final class LoadSession {
  /// How many runs a session has, the calibration included; a server's may be repeated.
  public static final int RUNS = 12;

  /// `*.min_duration` of MLPerf Inference v5.1.
  private static final double MLPERF_SECONDS = 600;

  /// `resnet50.Offline.min_query_count` of the same.
  private static final int MLPERF_SAMPLES = 24_576;

  /// `*.MultiStream.samples_per_query` of the same.
  private static final int STREAMS = 8;

  private static final int STEPS = 6;

  /// Times the service rate: more than can be served.
  private static final double OVERLOAD = 1.2;

  private final String model;
  private final ServiceTimes service;
  private final long boundNanos;
  private final double seconds;
  private final LoadGenerator.Clock clock;
  private final Runnable progress;
  private final SplittableRandom random = new SplittableRandom(1);
  private final TextTable table =
      TextTable.of(
          "scenario",
          "queries",
          "p50, ms",
          "p90, ms",
          "p99, ms",
          "surely, ms",
          "omitted",
          "samples/s",
          "seconds",
          "MLPerf");
  private final List<String> notes = new ArrayList<>();
  private double rate;
  private long[] served = {};
  private int runs;
  private int brief;

  /// @param service answers a sample, given its number
  /// @param boundNanos of the 99 % quantile, for a server
  /// @param seconds a run should take
  /// @param progress hears of each of the [#RUNS] runs
  public LoadSession(
      String model,
      IntConsumer service,
      long boundNanos,
      double seconds,
      LoadGenerator.Clock clock,
      Runnable progress) {
    this.model = model;
    this.service = new ServiceTimes(service, clock);
    this.boundNanos = boundNanos;
    this.seconds = seconds;
    this.clock = clock;
    this.progress = progress;
  }

  /// Does all of it.
  public TextTable run() {
    calibrate();
    int single = queries(Scenario.SINGLE_STREAM, rate);
    add("single stream", run(LoadRun.singleStream(single)));
    int multi = queries(Scenario.MULTI_STREAM, rate / STREAMS);
    add(STREAMS + " streams", run(LoadRun.multiStream(multi, STREAMS)));
    var offline = run(LoadRun.offline((int) Math.max(1, rate * seconds)));
    add("offline", offline);
    rate = Math.max(rate, offline.throughput()); // the compiler may have gone on since
    var highest = new HighestRate(r -> run(server(r)), OVERLOAD * rate, STEPS).find();
    if (highest.isPresent()) {
      add("server, highest", highest.get()); // it is the last that ran, so `served` is its own
    } else {
      notes.add("server: no rate had a valid run");
    }
    add("server, overload", run(server(OVERLOAD * rate)));
    return noted();
  }

  /// Samples a second when one follows the other, from the later half of the time, 20 s at most: in
  /// the earlier the compiler is at work.
  private void calibrate() {
    long start = clock.nanos();
    for (int sample = 0; clock.nanos() - start < 2e9 * Math.min(seconds, 10); sample++) {
      service.accept(sample % LoadRun.LIBRARY);
    }
    double[] nanos = Arrays.stream(service.take()).asDoubleStream().toArray();
    rate = 1e9 / Sample.of(Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length)).mean();
    step();
  }

  private LoadResult run(LoadRun test) {
    var result = test.run(service, clock, random.split());
    served = service.take();
    step();
    return result;
  }

  private void step() {
    runs++;
    if (runs <= RUNS) {
      progress.run();
    }
  }

  private LoadRun server(double perSecond) {
    return LoadRun.server(queries(Scenario.SERVER, perSecond), perSecond, boundNanos);
  }

  /// Returns the number of queries that fit into the time, but at least as many as the quantile
  /// needs.
  private int queries(Scenario scenario, double perSecond) {
    return Math.max(scenario.leastQueries(), (int) (perSecond * seconds));
  }

  private void add(String name, LoadResult result) {
    addLine(name, result);
    brief += result.seconds() < MLPERF_SECONDS ? 1 : 0;
    result.problems().forEach(p -> notes.add(name + ": " + p));
  }

  /// A line a run. *Surely* is what the scenario's quantile is surely below, by which MLPerf counts
  /// the streams. *Omitted* is the p99 that a generator reports that forgets the waiting.
  private void addLine(String name, LoadResult r) {
    table.row(
        name,
        Integer.toString(r.latencies().length),
        quantile(r, 0.5),
        quantile(r, 0.9),
        quantile(r, 0.99),
        surely(r),
        r.test().scenario() == Scenario.SERVER ? millis(LoadResult.quantile(0.99, served)) : "–",
        Long.toString(Math.round(r.throughput())),
        String.format(Locale.ROOT, "%.1f", r.seconds()),
        official(r));
  }

  private TextTable noted() {
    table.note(
        "%s: %.0f samples a second at most; a server's p99 has to stay below %s ms"
            .formatted(model, rate, TextTable.number(boundNanos / 1e6, 3)));
    if (brief > 0) {
      table.note(
          "%d of %d runs are shorter than MLPerf's %.0f s; those that are else in order say *longer*"
              .formatted(brief, table.rows().size(), MLPERF_SECONDS));
    }
    notes.forEach(table::note);
    return table;
  }

  /// Reports whether MLPerf would count the run: *longer* when only its length lacks.
  private static String official(LoadResult r) {
    boolean offline = r.test().scenario() == Scenario.OFFLINE;
    double perSecond = r.throughput();
    boolean enough =
        !offline || perSecond * Math.max(MLPERF_SECONDS, r.seconds()) >= MLPERF_SAMPLES;
    if (!r.problems().isEmpty() || !enough) {
      return "invalid";
    }
    return r.seconds() < MLPERF_SECONDS ? "longer" : "valid";
  }

  /// All samples at once are one query, which has no quantiles.
  private static String quantile(LoadResult r, double p) {
    return r.test().scenario() == Scenario.OFFLINE ? "–" : millis(r.latency(p));
  }

  /// The estimate that a stream's run reports, in milliseconds; a dash where there is none.
  private static String surely(LoadResult r) {
    boolean stream =
        r.test().scenario() == Scenario.SINGLE_STREAM
            || r.test().scenario() == Scenario.MULTI_STREAM;
    return stream && r.estimate().isPresent() ? millis((double) r.estimate().getAsLong()) : "–";
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }
}
