package tapeline.laboratory.profile;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tapeline.instruments.jvm.FoldedStacks;
import tapeline.profile.Hotspots;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.TextTable;

/// The ops with the most time in a profile, beside what samples of the same steps say of them.
///
/// Both are shares of own time. Stacks do not tell functions of one number apart: these are one op
/// here, `Map`.
final class SampledShares {
  /// A frame in which an op computes its value or a gradient.
  private static final Pattern OP = Pattern.compile("\\b(\\w+)\\.(?:forward|grad[AB]?)\\b");

  private static final int TOP = 3;

  private SampledShares() {}

  /// The first three ops.
  ///
  /// @param hotspots by op
  /// @param samples of steps, and of nothing else
  static TextTable of(Hotspots hotspots, FoldedStacks samples) {
    var profiled = new TreeMap<String, Double>();
    hotspots.rows().stream()
        .filter(row -> row.cost() == null || row.cost().flops() > 0)
        .forEach(row -> profiled.merge(type(row.name()), row.share(), Double::sum));
    var sampled = samples.renamed(stack -> op(stack, profiled.keySet())).counts();
    double total = samples.total();
    var table = TextTable.of("op", "profiler, of the steps", "samples, of them", "±", "points");
    profiled.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(TOP)
        .forEach(e -> {
          double share = sampled.getOrDefault(e.getKey(), 0L) / total;
          double error = 2 * Math.sqrt(share * (1 - share) / total);
          table.row(
              e.getKey(),
              TextTable.percent(e.getValue(), 1),
              TextTable.percent(share, 1),
              TextTable.percent(error, 1),
              "%+.1f".formatted(100 * (e.getValue() - share)));
        });
    return table.note(
        "%.0f samples; ± is two standard errors; points are the difference of the shares"
            .formatted(total));
  }

  private static String type(String op) {
    return Arrays.stream(UnaryOp.values()).anyMatch(f -> f.name().equals(op)) ? "Map" : op;
  }

  /// Which of these ops a stack was in, the innermost; "" when it was in none.
  private static String op(String stack, Set<String> names) {
    var name = "";
    for (var op = OP.matcher(stack); op.find(); ) {
      name = names.contains(op.group(1)) ? op.group(1) : name;
    }
    return name;
  }
}
