package tapeline.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;

/// What a benchmark came to: the times themselves, from which all else follows.
///
/// @param nanos the runs' times, in their order
/// @param bytesPerRun bytes that a run allocates
/// @param steady whether the warm-up ended because the times were steady
/// @param accuracy how good the answer is, or null where that cannot be said
/// @param joulesPerRun energy of the processor, or null where it has no counter
public record BenchmarkResult(
    String name,
    Conditions conditions,
    double[] nanos,
    long bytesPerRun,
    boolean steady,
    @Nullable Double accuracy,
    @Nullable Double joulesPerRun) {
  /// Above it the spread is to be looked into, not averaged away.
  public static final double LARGEST_CV = 0.05;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  /// @throws IllegalArgumentException when there are no times, or one is not finite
  public BenchmarkResult {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(conditions, "conditions");
    Objects.requireNonNull(nanos, "nanos");
    nanos = Sample.of(nanos).values();
  }

  @Override
  public double[] nanos() {
    return nanos.clone();
  }

  /// Mean, standard deviation, quantiles, outliers.
  public Sample sample() {
    return Sample.of(nanos);
  }

  /// Of the mean, at 95 %, as if the runs were independent: runs of one process are not, and the
  /// interval is too narrow (see [tapeline.bench.stats.Autocorrelation]). To compare two programs,
  /// run a [tapeline.bench.compare.Duel].
  public Interval interval() {
    return sample().meanInterval(0.95);
  }

  /// Whether the times vary so much that the reason should be found first.
  @JsonIgnore
  public boolean isNoisy() {
    return sample().cv() > LARGEST_CV;
  }

  /// As JSON; [#fromJson] reads it.
  public String toJson() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a record of numbers and words can be written
    }
  }

  /// Reads what [#toJson] wrote.
  ///
  /// @throws IllegalArgumentException when the text is no result, saying where
  public static BenchmarkResult fromJson(String text) {
    try {
      return JSON.readValue(text, BenchmarkResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "this is no benchmark result: " + e.getOriginalMessage() + " at " + place(e), e);
    }
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
    return "%s: median %.4g µs, mean %.4g µs, %s, CV %.1f %%, p99 %.4g µs, %d bytes%s%s"
        .formatted(
            name,
            s.median() / 1e3,
            s.mean() / 1e3,
            new Interval(interval().low() / 1e3, interval().high() / 1e3, 0.95),
            100 * s.cv(),
            s.quantile(0.99) / 1e3,
            bytesPerRun,
            steady ? "" : ", not steady",
            isNoisy() ? ", noisy: look for the reason" : "");
  }
}
