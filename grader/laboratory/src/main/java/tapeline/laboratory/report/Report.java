package tapeline.laboratory.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Holm;
import tapeline.bench.stats.Interval;
import tapeline.toolkit.TextTable;

/// What is told together: comparisons, results of single programs, and choices between them.
///
/// Several comparisons are several chances to be wrong, so their p-values are corrected by [Holm],
/// and a verdict is what remains of it at 5 %: in one report of equal programs in twenty, at most,
/// any verdict is wrong.
///
/// @param qualities what entries are good at, or null
/// @param choices between aims, or null
public record Report(
    String title,
    List<ComparisonFile> comparisons,
    List<BenchmarkResult> results,
    @Nullable Qualities qualities,
    @Nullable Choices choices) {
  private static final double ALPHA = 0.05;

  /// Lines, and comparisons, of a summary.
  private static final int LINES = 15;

  private static final int SHOWN = 5;

  public Report {
    comparisons = List.copyOf(comparisons);
    results = List.copyOf(results);
  }

  /// The corrected p-values, in the order of the comparisons.
  public double[] adjusted() {
    return Holm.adjusted(comparisons.stream().mapToDouble(ComparisonFile::p).toArray());
  }

  /// What remains of the verdict of comparison `i` when all of them are taken together.
  public SpeedVerdict verdict(int i) {
    if (adjusted()[i] > ALPHA) {
      return SpeedVerdict.UNDECIDED;
    }
    return comparisons.get(i).comparison().speedUp() > 1
        ? SpeedVerdict.FASTER
        : SpeedVerdict.SLOWER;
  }

  /// For example `1.80×`.
  String speedUp(int i) {
    return ratio(comparisons.get(i).comparison().speedUp());
  }

  /// For example `95 % [1.74, 1.86]`: of this comparison by itself.
  String interval(int i) {
    var interval = comparisons.get(i).comparison().interval();
    var level = String.format(Locale.ROOT, "%.4g", 100 * interval.level());
    return level.replaceFirst("\\.?0+$", "") + " % " + edges(interval);
  }

  /// For example `[1.74, 1.86]`.
  static String edges(Interval interval) {
    return "[%s, %s]".formatted(edge(interval.low()), edge(interval.high()));
  }

  private static String edge(double x) {
    return x == 0 ? "0" : Double.isFinite(x) ? ratio(x).replace("×", "") : "∞";
  }

  /// Three digits after the point near 1, where they matter; three digits elsewhere.
  static String ratio(double x) {
    var form = x > 0.5 && x < 1.5 ? "%.3f×" : "%.3g×";
    return String.format(Locale.ROOT, form, x);
  }

  /// For example `p < 0.001`.
  String p(int i) {
    double p = adjusted()[i];
    return p < 0.001 ? "p < 0.001" : String.format(Locale.ROOT, "p = %.3f", p);
  }

  /// A line for each comparison.
  TextTable table() {
    var table = TextTable.of("B beside A", "speed-up", "interval", "p", "verdict");
    for (int i = 0; i < comparisons.size(); i++) {
      table.row(comparisons.get(i).title(), speedUp(i), interval(i), p(i), word(verdict(i)));
    }
    return table;
  }

  /// A line for each program.
  static TextTable results(List<BenchmarkResult> results) {
    var table = TextTable.of("program", "median", "p99", "CV", "bytes", "error", "");
    for (var r : results) {
      var s = r.sample();
      table.row(
          r.name(),
          time(s.median()),
          time(s.quantile(0.99)),
          String.format(Locale.ROOT, "%.1f %%", 100 * s.cv()),
          Long.toString(r.bytesPerRun()),
          r.accuracy() == null ? "–" : String.format(Locale.ROOT, "%.1e", r.accuracy()),
          r.steady() ? r.isNoisy() ? "noisy" : "" : "not steady");
    }
    return table;
  }

  static String word(SpeedVerdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /// For example `1.25 µs`.
  private static String time(double nanos) {
    return nanos < 1e3
        ? String.format(Locale.ROOT, "%.0f ns", nanos)
        : nanos < 1e6
            ? String.format(Locale.ROOT, "%.3g µs", nanos / 1e3)
            : String.format(Locale.ROOT, "%.3g ms", nanos / 1e6);
  }

  /// The same for a terminal, in fifteen lines at most.
  public String summary() {
    var text = comparisons.isEmpty() ? "" : comparisonsInShort();
    if (!results.isEmpty()) {
      int rows = Math.max(2, LINES - (int) text.lines().count() - 2);
      var table = results(results);
      text += table.first(table.rows().size() > rows ? rows - 1 : rows);
    }
    return text;
  }

  private String comparisonsInShort() {
    var first = comparisons.getFirst();
    int unsteady = comparisons.stream().mapToInt(f -> f.comparison().unsteadyForks()).sum();
    var table =
        table()
            .first(SHOWN)
            .note(
                "%sseed %d, %s%s"
                    .formatted(
                        comparisons.size() > 1 ? "p and verdicts for all together (Holm); " : "",
                        first.seed(),
                        first.machine().processor(),
                        unsteady > 0 ? "; not steady: " + unsteady + " pairs of processes" : ""));
    var warnings = first.machine().warnings();
    return (warnings.isEmpty() ? table : table.note("beware: " + String.join("; ", warnings)))
        .toString();
  }
}
