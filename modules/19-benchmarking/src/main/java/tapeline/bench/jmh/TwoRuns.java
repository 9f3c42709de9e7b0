package tapeline.bench.jmh;

import static tech.tablesaw.aggregate.AggregateFunctions.count;
import static tech.tablesaw.aggregate.AggregateFunctions.mean;
import static tech.tablesaw.aggregate.AggregateFunctions.variance;

import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.StatisticalSummary;
import org.apache.commons.math3.stat.descriptive.StatisticalSummaryValues;
import org.apache.commons.math3.stat.inference.TTest;
import tapeline.bench.stats.Holm;
import tapeline.toolkit.Todo;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/// The benchmarks whose time a change has changed, from JMH's results before and after it.
public final class TwoRuns {
  private static final double LEVEL = 0.05;

  private TwoRuns() {}

  // BEGIN EXERCISE 19.12
  /// A row for each benchmark with its parameters: columns `benchmark`, `parameters`, and
  /// `mean`, `variance` and `forks`, those of the forks' means, the names with `suffix`
  /// behind them.
  ///
  /// @param samples as of [JmhResults#samples]: `benchmark`, `parameters`, `fork`,
  ///   `iteration`, `ns`
  static Table summary(Table samples, String suffix) {
    // TODO 19.12 — 7 lines. table.summarize("ns", mean).by("benchmark", …) groups, and
    // calls its column "Mean [ns]"; table.column(…).setName(…) names it anew. First one
    // value a fork, then mean, variance and count of these. Four iterations in each of
    // three processes: how many independent values are they?
    throw new Todo("19.12", "two runs, joined");
  }

  /// The benchmarks of both runs whose times differ significantly, the one with the least
  /// `ratio` first: with the columns of both summaries, `ratio`, the mean after by the mean
  /// before, and `p`, adjusted so that all rows are right with 95 %.
  public static Table changes(Table before, Table after) {
    // TODO — 8 lines. left.joinOn(columns).inner(right) joins summaries, doubleColumn(…)
    // .divide(…) divides columns, and welch(joined) has a p for each row, for
    // Holm.adjusted. addColumns both; then where(column.isLessThan(LEVEL)) and
    // sortAscendingOn("ratio"). Twenty benchmarks and no change: how many p are below 5
    // %?
    throw new Todo("19.12", "two runs, joined");
  }
  // END EXERCISE 19.12

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
