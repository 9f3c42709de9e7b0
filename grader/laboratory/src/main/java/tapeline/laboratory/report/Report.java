package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Holm;
import tapeline.bench.stats.SignFlip;
import tapeline.instruments.machine.SystemInfo;
import tapeline.toolkit.TextTable;

/// Findings in one report: comparisons, results of single programs, and choices between them.
///
/// Several comparisons are several chances to be wrong, so their p-values are corrected by [Holm],
/// and a verdict is what remains of it at 5 %: in one report of equal programs in twenty, at most,
/// any verdict is wrong.
///
/// @param results under the same conditions, the first being the baseline of the others
/// @param choices between aims, or null
public record Report(
    String title,
    List<ComparisonFile> comparisons,
    List<BenchmarkResult> results,
    @Nullable Choices choices) {
  private static final double ALPHA = 0.05;

  /// Lines of a table in a summary.
  private static final int SHOWN = 5;

  public Report {
    comparisons = List.copyOf(comparisons);
    results = List.copyOf(results);
  }

  /// The corrected p-values, in the order of the comparisons.
  public double[] adjusted() {
    return Holm.adjusted(comparisons.stream().mapToDouble(ComparisonFile::p).toArray());
  }

  /// The verdict that remains of comparison `i` when all of them are taken together.
  public SpeedVerdict verdict(int i) {
    if (adjusted()[i] > ALPHA) {
      return SpeedVerdict.UNDECIDED;
    }
    // The tested statistic's side, as a comparison's own verdict: the median may be 1.
    var forks = comparisons.get(i).comparison().forks();
    double sum = SignFlip.sum(forks.stream().mapToDouble(Fork::logRatio).toArray());
    return sum < 0 ? SpeedVerdict.FASTER : SpeedVerdict.SLOWER;
  }

  /// For example `p < 0.001: faster`, of comparison `i` when all of them are taken together.
  String verdictOfAll(int i) {
    double p = adjusted()[i];
    var shown = p < 0.001 ? "p < 0.001" : String.format(Locale.ROOT, "p = %.3f", p);
    return shown + ": " + verdict(i).name().toLowerCase(Locale.ROOT);
  }

  /// The machines on which the comparisons were made, each as it was at its busiest, by the numbers
  /// of its comparisons, from 1.
  Map<String, SystemInfo> machines() {
    var groups = new LinkedHashMap<Map<String, String>, List<Integer>>();
    for (int i = 0; i < comparisons.size(); i++) {
      var facts = ComparisonFile.facts(comparisons.get(i).machine());
      facts.remove("load"); // of one machine it differs from comparison to comparison
      groups.computeIfAbsent(facts, _ -> new ArrayList<>()).add(i + 1);
    }
    var machines = new LinkedHashMap<String, SystemInfo>();
    for (var numbers : groups.values()) {
      var busiest =
          numbers.stream()
              .map(n -> comparisons.get(n - 1).machine())
              .max(Comparator.comparingDouble(SystemInfo::load));
      var names = numbers.stream().map(n -> "" + n).collect(Collectors.joining(", "));
      machines.put(names, busiest.orElseThrow());
    }
    return machines;
  }

  /// Possible disturbances on any of the machines, each in words.
  List<String> warnings() {
    return machines().values().stream().flatMap(m -> m.warnings().stream()).distinct().toList();
  }

  /// A comparison by itself, for example `1.80×, 95 % [1.74, 1.86], p < 0.001: faster`.
  static String words(Comparison c) {
    return c.toString().replace("Infinity", "∞");
  }

  private String distinct(Function<ComparisonFile, String> of) {
    return comparisons.stream().map(of).distinct().collect(Collectors.joining(", "));
  }

  /// A line for each comparison.
  TextTable table() {
    var table = TextTable.of("B beside A", "by itself", "all together");
    for (int i = 0; i < comparisons.size(); i++) {
      var file = comparisons.get(i);
      table.row(file.title(), words(file.comparison()), verdictOfAll(i));
    }
    return table;
  }

  /// Returns the report for a terminal, in at most twenty lines.
  public String summary() {
    var text = new StringBuilder();
    if (!comparisons.isEmpty()) {
      var table = table().first(SHOWN);
      table.note(
          "all together: by Holm's correction; seed %s, %s"
              .formatted(distinct(f -> "" + f.seed()), distinct(f -> f.machine().processor())));
      int unsteady = comparisons.stream().mapToInt(f -> f.comparison().unsteadyForks()).sum();
      if (unsteady > 0) {
        table.note("not steady: " + unsteady + " pairs of processes");
      }
      warnings().forEach(w -> table.note("beware: " + w));
      text.append(table);
    }
    if (!results.isEmpty()) {
      text.append(BenchmarkSuite.table(results).first(SHOWN));
    }
    return text.toString();
  }
}
