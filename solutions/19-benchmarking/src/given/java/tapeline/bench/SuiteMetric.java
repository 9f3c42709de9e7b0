package tapeline.bench;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.TextTable;

/// The metrics that a suite runs, each with its unit, and what a result says of it.
public enum SuiteMetric {
  LATENCY("latency, µs", r -> r.time() / 1e3),
  THROUGHPUT("throughput, /s", BenchmarkResult::throughput),
  ACCURACY("accuracy", BenchmarkResult::accuracy),
  ALLOCATED("allocated, bytes", r -> (double) r.bytesPerRun()),
  PEAK("peak, bytes", r -> r.peakBytes() == null ? null : (Double) (double) r.peakBytes()),
  ENERGY("energy, mJ", SuiteMetric::millijoules);

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
  private final Function<BenchmarkResult, @Nullable Double> value;

  SuiteMetric(String title, Function<BenchmarkResult, @Nullable Double> value) {
    this.title = title;
    this.value = value;
  }

  private static @Nullable Double millijoules(BenchmarkResult r) {
    var joules = r.joulesPerRun() == null ? r.estimatedJoules() : r.joulesPerRun();
    return joules == null ? null : (Double) (1e3 * joules);
  }

  /// Returns the name with its unit, for the head of a table.
  public String title() {
    return title;
  }

  /// Returns the figure of one run; empty where it was not measured.
  public OptionalDouble of(BenchmarkResult result) {
    var figure = value.apply(result);
    return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  /// Returns the figure for a table, `–` where there is none. An estimate is marked: `~1.3`.
  public String text(BenchmarkResult result) {
    var figure = of(result);
    if (figure.isEmpty()) {
      return "–";
    }
    double x = figure.getAsDouble();
    return switch (this) {
      case ACCURACY -> String.format(Locale.ROOT, "%.4f", x);
      case ALLOCATED, PEAK -> String.format(Locale.ROOT, "%.0f", x);
      case ENERGY -> (result.joulesPerRun() == null ? "~" : "") + TextTable.number(x, 4);
      case LATENCY, THROUGHPUT -> TextTable.number(x, 4);
    };
  }
}
