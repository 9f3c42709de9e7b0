package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;

/// What one entry of a suite came to.
///
/// @param name of the entry
/// @param shape of its inputs
/// @param dtype of its numbers
/// @param device that computed
/// @param batch examples at once
/// @param nodes on its tape
/// @param peakBytes that the tape holds at most, or null where it does not count
/// @param gradientError relative, against the float64 oracle
/// @param times of the forks, in which all else is rooted
/// @param hypotheses what was expected, and what came
public record EntryReport(
    String name,
    String shape,
    String dtype,
    String device,
    int batch,
    Scope scope,
    int nodes,
    @Nullable Long peakBytes,
    double gradientError,
    List<ForkTime> times,
    List<Hypothesis> hypotheses) {
  private static final double LEVEL = 0.95;

  public EntryReport {
    times = List.copyOf(times);
    hypotheses = List.copyOf(hypotheses);
  }

  /// The report of an entry: counts what can be counted, and decides what was expected.
  ///
  /// @param times those of this entry
  static EntryReport of(SuiteEntry entry, List<ForkTime> times) {
    var hypotheses = new ArrayList<>(entry.counted().get());
    for (var r : entry.ratios()) {
      hypotheses.add(
          Hypothesis.between(r.claim(), r.low(), r.high(), ratio(times, r.over(), r.under())));
    }
    return new EntryReport(
        entry.name(),
        entry.shape(),
        entry.dtype(),
        entry.conditions(List.of()).device(),
        entry.batch(),
        entry.scope(),
        entry.pass().nodes(),
        entry.pass().peakBytes(),
        entry.gradientError().getAsDouble(),
        times,
        hypotheses);
  }

  /// The interval for the ratio of two phases' medians, from the forks: each has both, so each has
  /// a ratio, and its luck is in both.
  private static Interval ratio(List<ForkTime> times, Phase over, Phase under) {
    double[] a = medians(times, over);
    double[] b = medians(times, under);
    var logs = new double[a.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(a[i] / b[i]);
    }
    return SignFlip.interval(LEVEL, logs).exp();
  }

  private static double[] medians(List<ForkTime> times, Phase phase) {
    return results(times, phase).stream().mapToDouble(r -> r.sample().median()).toArray();
  }

  private static List<BenchmarkResult> results(List<ForkTime> times, Phase phase) {
    return times.stream().filter(t -> t.phase() == phase).map(ForkTime::result).toList();
  }

  /// Nanoseconds a pass: the median of the forks' medians.
  public double nanos(Phase phase) {
    return Sample.of(medians(times, phase)).median();
  }

  /// The interval for it, from the forks; endless with fewer than six.
  public Interval interval(Phase phase) {
    double[] logs = medians(times, phase);
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(logs[i]);
    }
    return SignFlip.interval(LEVEL, logs).exp();
  }

  /// How many of the forks' measurements were not steady.
  public int unsteady() {
    return (int) times.stream().filter(t -> !t.result().steady()).count();
  }

  /// Bytes that a whole pass allocates: the least of the forks, where the compiler was done.
  public long bytes() {
    return results(times, Phase.TOTAL).stream()
        .mapToLong(BenchmarkResult::bytesPerRun)
        .min()
        .orElse(0);
  }

  /// Examples a second, forward and backward.
  public double throughput() {
    return batch / (nanos(Phase.TOTAL) / 1e9);
  }
}
