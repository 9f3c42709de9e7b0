package tapeline.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// Benchmarks that belong together: of one task, so that they can be compared.
///
/// @param name what reports call it
public record BenchmarkSuite(String name, List<Benchmark> benchmarks) {
  /// Stands between model and data set in a benchmark's name.
  static final String ON = " on ";

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

  /// Each model on each data set, named `model on set`, whose accuracy is measured here.
  ///
  /// @throws IllegalArgumentException when a model does not answer each example once
  public static <X> BenchmarkSuite of(
      String name, List<SuiteModel<X>> models, List<LabelledSet<X>> sets) {
    return new BenchmarkSuite(
        name, models.stream().flatMap(m -> sets.stream().map(m::on)).toList());
  }

  /// Runs all of them, so many rounds. A result has its peak of memory, which one more run after
  /// the others shows, and where the meter has no energy an estimate.
  ///
  /// @param random of which the order of each round is drawn
  public List<BenchmarkResult> run(
      int rounds, Benchmark.Limits limits, Meter meter, RandomGenerator random) {
    try (var bar = ProgressBar.of(name, (long) rounds * benchmarks.size())) {
      var results =
          rounds(
              rounds,
              benchmark -> {
                bar.step();
                return Measuring.all(benchmark, limits, meter);
              },
              random);
      return results.stream().map(BenchmarkResult::ofRounds).toList();
    }
  }

  // BEGIN SOLUTION 19.7 "a suite and its report" 10 points
  /// The results by benchmark, a list of its rounds each. In each round all benchmarks run once, in
  /// an order that is drawn anew: what changes from minute to minute favours none of them.
  private List<List<BenchmarkResult>> rounds(
      int rounds, Function<Benchmark, BenchmarkResult> measure, RandomGenerator random) {
    var results = new ArrayList<List<BenchmarkResult>>();
    var order = new ArrayList<Integer>();
    for (int i = 0; i < benchmarks.size(); i++) {
      results.add(new ArrayList<>());
      order.add(i);
    }
    for (int r = 0; r < rounds; r++) {
      Collections.shuffle(order, Random.from(random));
      for (int i : order) {
        results.get(i).add(measure.apply(benchmarks.get(i)));
      }
    }
    return results;
  }

  /// A line for each result, the first being the baseline of the others: the time, its interval and
  /// the speed-ups are of one estimator, [BenchmarkResult#time]. With 95 % *all* the speed-ups'
  /// intervals hold the truth: each of k is at the level `1 − 0.05/k` (Bonferroni).
  public static TextTable table(List<BenchmarkResult> results) {
    var baseline = results.getFirst();
    double level = 1 - 0.05 / Math.max(1, results.size() - 1);
    var table = emptyTable();
    for (int line = 0; line < results.size(); line++) {
      var r = results.get(line);
      var speedUp = r.speedUp(baseline, level);
      double more = (double) r.conditions().threads() / baseline.conditions().threads();
      table.row(
          r.name(),
          TextTable.number(r.time() / 1e3, 4),
          TextTable.number(r.sample().iqr() / 1e3, 3),
          String.format(
              Locale.ROOT, "%.4g to %.4g", r.interval().low() / 1e3, r.interval().high() / 1e3),
          TextTable.number(r.sample().quantile(0.99) / 1e3, 4),
          line == 0 ? "1" : speedUp.toString(),
          TextTable.number(speedUp.factor() / more, 3),
          Long.toString(r.bytesPerRun()),
          remarks(r, line == 0 ? "baseline" : speedUp.verdict()));
    }
    return table;
  }

  // STUB /// The results by benchmark, a list of its rounds each. In each round all benchmarks run
  // STUB /// once, in an order that is drawn anew: what changes from minute to minute favours none
  // STUB /// of them.
  // STUB private List<List<BenchmarkResult>> rounds(
  // STUB     int rounds, Function<Benchmark, BenchmarkResult> measure, RandomGenerator random) {
  // STUB   // TODO 19.7 — 13 lines. Shuffle the numbers of the benchmarks anew in each round
  // STUB   // (Collections.shuffle with Random.from(random)), and add what measure.apply says of
  // STUB   // each to that benchmark's list. If the machine becomes slower all the time, who loses
  // STUB   // in a fixed order?
  // STUB   throw new Todo("19.7", "a suite and its report");
  // STUB }
  // STUB
  // STUB /// A line for each result, the first being the baseline of the others: the time, its
  // STUB /// interval and the speed-ups are of one estimator, [BenchmarkResult#time]. With 95 %
  // STUB /// *all* the speed-ups' intervals hold the truth: each of k is at the level `1 − 0.05/k`
  // STUB /// (Bonferroni).
  // STUB public static TextTable table(List<BenchmarkResult> results) {
  // STUB   // TODO — 19 lines. emptyTable(), and a row(…) of nine cells for each result:
  // STUB   // its name; its time() in µs, as TextTable.number(…, 4) writes it; the runs'
  // STUB   // interquartile range, iqr(), likewise, to 3 digits; the interval() in µs, "%.4g to
  // STUB   // %.4g", with a decimal point (Locale.ROOT); the runs' 99 % quantile like the time; its
  // STUB   // speed-up as it writes itself; the efficiency, that is the speed-up by how many times
  // STUB   // as many threads as the baseline it has, to 3 digits; bytes; remarks(result, the
  // STUB   // speed-up's verdict). The baseline has the speed-up "1" and is "baseline" by verdict.
  // STUB   // Of 20 intervals of 95 %, how many miss?
  // STUB   throw new Todo("19.7", "a suite and its report");
  // STUB }
  // END SOLUTION

  private static TextTable emptyTable() {
    return TextTable.of(
        "benchmark",
        "time, µs",
        "IQR, µs",
        "95 % interval",
        "p99, µs",
        "speed-up",
        "efficiency",
        "bytes",
        "");
  }

  private static String remarks(BenchmarkResult result, String verdict) {
    int far = result.outliers().severe();
    return verdict
        + (result.steady() ? "" : ", not steady")
        + (result.isNoisy() ? ", noisy" : "")
        + (far == 0 ? "" : ", %d far outliers, kept".formatted(far));
  }
}
