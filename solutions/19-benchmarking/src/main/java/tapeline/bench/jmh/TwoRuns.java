package tapeline.bench.jmh;

import static tech.tablesaw.aggregate.AggregateFunctions.count;
import static tech.tablesaw.aggregate.AggregateFunctions.mean;
import static tech.tablesaw.aggregate.AggregateFunctions.variance;

import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.StatisticalSummary;
import org.apache.commons.math3.stat.descriptive.StatisticalSummaryValues;
import org.apache.commons.math3.stat.inference.TTest;
import tapeline.bench.stats.Holm;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/// The benchmarks whose time a change has changed, from JMH's results before and after it.
public final class TwoRuns {
  private static final double LEVEL = 0.05;

  private TwoRuns() {}

  // BEGIN SOLUTION 19.12 "two runs, joined" 10 points
  /// A row for each benchmark with its parameters: columns `benchmark`, `parameters`, and `mean`,
  /// `variance` and `forks`, those of the forks' means, the names with `suffix` behind them.
  ///
  /// @param samples as of [JmhResults#samples]: `benchmark`, `parameters`, `fork`, `iteration`,
  ///   `ns`
  static Table summary(Table samples, String suffix) {
    var forks = samples.summarize("ns", mean).by("benchmark", "parameters", "fork");
    forks.column("Mean [ns]").setName("ns");
    var summary = forks.summarize("ns", mean, variance, count).by("benchmark", "parameters");
    summary.column("Mean [ns]").setName("mean" + suffix);
    summary.column("Variance [ns]").setName("variance" + suffix);
    summary.column("Count [ns]").setName("forks" + suffix);
    return summary;
  }

  /// The benchmarks of both runs whose times differ significantly, the one with the least `ratio`
  /// first: with the columns of both summaries, `ratio`, the mean after by the mean before, and
  /// `p`, adjusted so that all rows are right with 95 %.
  public static Table changes(Table before, Table after) {
    var both =
        summary(before, " before")
            .joinOn("benchmark", "parameters")
            .inner(summary(after, " after"));
    var ratio = both.doubleColumn("mean after").divide(both.doubleColumn("mean before"));
    both.addColumns(ratio.setName("ratio"), DoubleColumn.create("p", Holm.adjusted(welch(both))));
    return both.where(both.doubleColumn("p").isLessThan(LEVEL)).sortAscendingOn("ratio");
  }

  // STUB /// A row for each benchmark with its parameters: columns `benchmark`, `parameters`, and
  // STUB /// `mean`, `variance` and `forks`, those of the forks' means, the names with `suffix`
  // STUB /// behind them.
  // STUB ///
  // STUB /// @param samples as of [JmhResults#samples]: `benchmark`, `parameters`, `fork`,
  // STUB ///   `iteration`, `ns`
  // STUB static Table summary(Table samples, String suffix) {
  // STUB   // TODO 19.12 — 7 lines. table.summarize("ns", mean).by("benchmark", …) groups, and
  // STUB   // calls its column "Mean [ns]"; table.column(…).setName(…) names it anew. First one
  // STUB   // value a fork, then mean, variance and count of these. Four iterations in each of
  // STUB   // three processes: how many independent values are they?
  // STUB   throw new Todo("19.12", "two runs, joined");
  // STUB }
  // STUB
  // STUB /// The benchmarks of both runs whose times differ significantly, the one with the least
  // STUB /// `ratio` first: with the columns of both summaries, `ratio`, the mean after by the mean
  // STUB /// before, and `p`, adjusted so that all rows are right with 95 %.
  // STUB public static Table changes(Table before, Table after) {
  // STUB   // TODO — 8 lines. left.joinOn(columns).inner(right) joins summaries, doubleColumn(…)
  // STUB   // .divide(…) divides columns, and welch(joined) has a p for each row, for
  // STUB   // Holm.adjusted. addColumns both; then where(column.isLessThan(LEVEL)) and
  // STUB   // sortAscendingOn("ratio"). Twenty benchmarks and no change: how many p are below 5
  // STUB   // %?
  // STUB   throw new Todo("19.12", "two runs, joined");
  // STUB }
  // END SOLUTION

  /// Welch's p for each row of two joined summaries.
  static double[] welch(Table joined) {
    var test = new TTest();
    return IntStream.range(0, joined.rowCount())
        .mapToObj(joined::row)
        .mapToDouble(row -> test.tTest(side(row, " before"), side(row, " after")))
        .toArray();
  }

  private static StatisticalSummary side(Row row, String suffix) {
    double mean = row.getDouble("mean" + suffix);
    double variance = row.getDouble("variance" + suffix);
    long forks = (long) row.getDouble("forks" + suffix);
    return new StatisticalSummaryValues(mean, variance, forks, mean, mean, forks * mean);
  }
}
