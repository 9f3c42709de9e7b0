package tapeline.bench.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;

/// A comparison with all that is needed to judge it, and to make it again.
///
/// @param a the baseline's name
/// @param b the other's
/// @param conditions of both
/// @param alpha the error rate that the last look spent
/// @param seed of the plan's draws
/// @param revision of the code, for example git's
/// @param machine on which
/// @param when as ISO 8601
/// @param forks the raw times
public record ComparisonFile(
    String a,
    String b,
    Conditions conditions,
    double alpha,
    long seed,
    String revision,
    SystemInfo machine,
    String when,
    List<Times> forks) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Of one fork: nanoseconds a unit, in their order; processor time of B over A; bytes a unit;
  /// whether B was started first.
  public record Times(
      double[] a, double[] b, double cpuRatio, double bytesA, double bytesB, boolean swapped) {}

  public ComparisonFile {
    forks = List.copyOf(forks);
  }

  public static ComparisonFile of(
      Comparison c,
      Conditions conditions,
      long seed,
      String revision,
      SystemInfo machine,
      String when) {
    var forks =
        c.forks().stream()
            .map(f ->
                new Times(
                    f.a().values(),
                    f.b().values(),
                    f.cpuRatio(),
                    f.bytesA(),
                    f.bytesB(),
                    f.swapped()))
            .toList();
    return new ComparisonFile(
        c.a(), c.b(), conditions, c.alpha(), seed, revision, machine, when, forks);
  }

  /// The comparison, computed again from the raw times.
  @JsonIgnore
  public Comparison comparison() {
    return new Comparison(
        a,
        b,
        forks.stream()
            .map(f ->
                new Fork(
                    Sample.of(f.a()),
                    Sample.of(f.b()),
                    f.cpuRatio(),
                    f.bytesA(),
                    f.bytesB(),
                    f.swapped()))
            .toList(),
        alpha);
  }

  public String toJson() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // numbers and words can be written
    }
  }

  /// Reads what [#toJson] wrote.
  ///
  /// @throws IllegalArgumentException when the text is no comparison
  public static ComparisonFile fromJson(String text) {
    try {
      return JSON.readValue(text, ComparisonFile.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no comparison: " + e.getOriginalMessage(), e);
    }
  }
}
