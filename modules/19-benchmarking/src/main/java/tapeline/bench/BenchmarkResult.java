package tapeline.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.apache.commons.math3.distribution.TDistribution;
import org.jspecify.annotations.Nullable;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Outliers;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.Todo;

/// The result of a benchmark: the times themselves, from which all else follows.
///
/// @param nanos the runs' times, in their order
/// @param bytesPerRun bytes that a run allocates
/// @param steady whether the warm-up ended because the times were steady
/// @param accuracy how good the answer is, or null where that cannot be said
/// @param joulesPerRun energy of the processor, or null where it has no counter
/// @param estimatedJoules energy of a run as estimated where there is no counter, or null
/// @param peakBytes most bytes that were in use at once, or null where they were not counted
public record BenchmarkResult(
    String name,
    Conditions conditions,
    double[] nanos,
    long bytesPerRun,
    boolean steady,
    @Nullable Double accuracy,
    @Nullable Double joulesPerRun,
    @Nullable Double estimatedJoules,
    @Nullable Long peakBytes) {
  /// Above it the spread is to be looked into, not averaged away.
  public static final double LARGEST_CV = 0.05;

  private static final int BATCHES = 10;

  /// @throws IllegalArgumentException when there are fewer than two times, or one is not finite and
  ///   above 0
  public BenchmarkResult {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(conditions, "conditions");
    Objects.requireNonNull(nanos, "nanos");
    nanos = Sample.of(nanos).values();
    if (nanos.length < 2) {
      throw new IllegalArgumentException(
          "a result has two times or more, as one says nothing of their spread, got 1 of "
              + nanos[0]
              + " ns");
    }
    for (int i = 0; i < nanos.length; i++) {
      if (nanos[i] <= 0) {
        throw new IllegalArgumentException(
            "a run takes more than 0 ns, got %s at %d: if the clock is too coarse, let a run do more"
                .formatted(nanos[i], i));
      }
    }
  }

  /// One without an estimate and without a peak.
  public BenchmarkResult(
      String name,
      Conditions conditions,
      double[] nanos,
      long bytesPerRun,
      boolean steady,
      @Nullable Double accuracy,
      @Nullable Double joules) {
    this(name, conditions, nanos, bytesPerRun, steady, accuracy, joules, null, null);
  }

  @Override
  public double[] nanos() {
    return nanos.clone();
  }

  /// One result of several of the same benchmark, its rounds: their times one after the other.
  ///
  /// @throws IllegalArgumentException when there is none
  public static BenchmarkResult ofRounds(List<BenchmarkResult> rounds) {
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("a result comes of at least one round, got none");
    }
    var first = rounds.getFirst();
    return new BenchmarkResult(
        first.name,
        first.conditions,
        rounds.stream().flatMapToDouble(r -> Arrays.stream(r.nanos)).toArray(),
        (long) rounds.stream().mapToLong(r -> r.bytesPerRun).average().orElse(0),
        rounds.stream().allMatch(r -> r.steady),
        first.accuracy,
        mean(rounds, BenchmarkResult::joulesPerRun),
        mean(rounds, BenchmarkResult::estimatedJoules),
        rounds.stream().map(r -> r.peakBytes).reduce(first.peakBytes, BenchmarkResult::larger));
  }

  private static @Nullable Double mean(
      List<BenchmarkResult> rounds, Function<BenchmarkResult, @Nullable Double> of) {
    var all = rounds.stream().map(of).filter(Objects::nonNull).mapToDouble(x -> x).toArray();
    return all.length < rounds.size() ? null : (Double) Sample.of(all).mean();
  }

  private static @Nullable Long larger(@Nullable Long a, @Nullable Long b) {
    return a == null || b == null ? null : (Long) Math.max(a, b);
  }

  /// Mean, standard deviation, quantiles.
  public Sample sample() {
    return Sample.of(nanos);
  }

  /// The geometric mean of the [#batches], in nanoseconds: a table has it, its [#interval], and
  /// ratios of it.
  public double time() {
    return Math.exp(batches().logs().mean());
  }

  /// The times that lie far from the others: they are in all figures, the [#sample]'s too.
  public Outliers outliers() {
    return Outliers.of(sample());
  }

  /// Examples a second, a batch at a time; with a batch of 1, runs a second. Of the [#time].
  public double throughput() {
    return 1e9 * conditions.batch() / time();
  }

  // BEGIN EXERCISE 19.5
  /// The means of ten batches, or the times themselves where there are fewer: runs that
  /// follow one another resemble one another, and the means of long batches hardly do.
  public Sample batches() {
    // TODO 19.5 — 7 lines. Batch k of b goes from run k·n/b to before run (k + 1)·n/b, and
    // b is BATCHES, or n where that is less. If each run has 0.9 of what the one before was
    // too slow, how many independent values are 200 runs worth?
    throw new Todo("19.5", "what the runs say");
  }

  /// Returns the interval of the [#time], at 95 %: the t interval of the batches'
  /// logarithms, so that no end is below 0.
  public Interval interval() {
    // TODO — 1 line, with 19.2 and Sample.logs(). An interval of logarithms knows exp().
    throw new Todo("19.5", "what the runs say");
  }

  /// How many times as fast this is as the baseline, the ratio of their [#time]s, with
  /// Welch's interval for the difference of the batches' mean logarithms (*Biometrika* 34,
  /// 1947).
  ///
  /// @throws UnfairComparisonException when more than the number of threads differs
  public SpeedUp speedUp(BenchmarkResult baseline, double level) {
    // TODO — 14 lines. First refuse what is not comparable: conditions.onThreads(…) and
    // requireSame. With both batches' `logs(unit)`, where the unit of both is the median
    // of the baseline's times, va and vb are variance/size of the baseline's and of this
    // one's. The difference of the two means reaches t·√(va + vb) to each side, where t is
    // the (1 + level)/2 quantile of new TDistribution(df) with df = (va + vb)²/(va²/(nₐ −
    // 1) + vb²/(n_b − 1)). If nothing varies, df is 0/0: the interval is the factor alone.
    // Why logarithms, when what is asked for is a ratio?
    throw new Todo("19.5", "what the runs say");
  }
  // END EXERCISE 19.5

  /// Returns whether the times vary so much that the reason should be found first.
  @JsonIgnore
  public boolean isNoisy() {
    return sample().cv() > LARGEST_CV;
  }

  /// Returns the result as JSON; [#fromJson] reads it.
  public String toJson() {
    try {
      return json().writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a record of numbers and words can be written
    }
  }

  /// Reads what [#toJson] wrote.
  ///
  /// @throws IllegalArgumentException when the text is no result, saying where
  public static BenchmarkResult fromJson(String text) {
    try {
      return json().readValue(text, BenchmarkResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "this is no benchmark result: " + e.getOriginalMessage() + " at " + place(e), e);
    }
  }

  private static ObjectMapper json() {
    return new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
  }

  private static String place(JsonProcessingException e) {
    var at = e.getLocation();
    return at == null ? "?" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BenchmarkResult r && toJson().equals(r.toJson());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, conditions);
  }

  @Override
  public String toString() {
    var s = sample();
    return String.format(
        Locale.ROOT,
        "%s: median %.4g µs, p99 %.4g µs, CV %.1f %%, %d bytes%s%s%s",
        name,
        s.median() / 1e3,
        s.quantile(0.99) / 1e3,
        100 * s.cv(),
        bytesPerRun,
        steady ? "" : ", not steady",
        outliers().found().isEmpty() ? "" : ", outliers, kept: " + outliers(),
        isNoisy() ? ", noisy: look for the reason" : "");
  }
}
