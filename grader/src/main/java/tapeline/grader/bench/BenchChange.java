package tapeline.grader.bench;

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;

/// The change of benchmarks from a saved run to another one: of each row that both have.
///
/// The runs lie minutes or days apart, and the machine may have changed meanwhile: a twin whose
/// interval leaves out 1 shows that the intervals are too short, and then no row says anything.
record BenchChange(SavedBench before, BenchOrigin origin, BenchTable now) {
  private static final int ROW_HEIGHT = 26;

  /// A row of both runs.
  private record Row(Score before, Score now, Ratio ratio) {
    String verdict() {
      return Double.isNaN(ratio.low())
          ? "one fork"
          : ratio.low() > 1 ? "slower" : ratio.high() < 1 ? "faster" : "not known";
    }
  }

  private List<Row> rows() {
    var then = before.table().scores().stream().collect(Collectors.toMap(Score::key, s -> s));
    var rows = new ArrayList<Row>();
    for (var s : now.scores()) {
      var old = then.get(s.key());
      if (old != null) {
        rows.add(new Row(old, s, Ratio.of(s.forks(), old.forks())));
      }
    }
    return rows;
  }

  /// Returns the twins that differ from their baselines, in words. Of twenty tables of equal code
  /// one is called worthless: each of k twins has an interval of `1 − 0.05/k` (Bonferroni).
  private List<String> twins() {
    var found = new ArrayList<String>();
    int all = before.table().twins(0.95).size() + now.twins(0.95).size();
    double level = 1 - 0.05 / Math.max(1, all);
    for (var run : List.of(Map.entry("then", before.table()), Map.entry("now", now))) {
      run.getValue()
          .twins(level)
          .forEach((score, ratio) -> {
            if (ratio.low() > 1 || ratio.high() < 1) {
              found.add(
                  "%s, %s: its twin takes %.3f [%.3f, %.3f] of its time"
                      .formatted(
                          score.key(), run.getKey(), ratio.value(), ratio.low(), ratio.high()));
            }
          });
    }
    return found;
  }

  /// The table for people.
  String text() {
    var text = new StringBuilder();
    text.append(
        "Change since commit %s, %s%n".formatted(before.origin().commit(), before.origin().when()));
    before
        .older()
        .forEach(
            (when, rows) -> text.append("of %s: %s%n".formatted(when, String.join("; ", rows))));
    before.differences(origin).forEach(d -> text.append("beware: ").append(d).append('\n'));
    var twins = twins();
    if (!twins.isEmpty()) {
      text.append("THIS TABLE IS WORTHLESS: equal code differs by more than its interval says.\n");
      twins.forEach(t -> text.append("  ").append(t).append('\n'));
    }
    text.append(
        "  %-44s %-20s %-9s %8s %8s %8s%n"
            .formatted("", "time, ratio [95 %]", "", "ops/s then", "now", "outliers"));
    for (var row : rows()) {
      text.append(
          "  %-44s %-20s %-9s %8s %8s %8s%n"
              .formatted(
                  row.now.key(),
                  "%.3f [%.3f, %.3f]"
                      .formatted(row.ratio.value(), row.ratio.low(), row.ratio.high()),
                  twins.isEmpty() ? row.verdict() : "",
                  BenchTable.rate(row.before.nanos()),
                  BenchTable.rate(row.now.nanos()),
                  row.before.outliers() + ", " + row.now.outliers()));
    }
    missing("only then", before.table(), now, text);
    missing("only now", now, before.table(), text);
    text.append(
        "Each interval holds by itself: of twenty rows of equal code one leaves out 1. No time is dropped.\n");
    return text.toString();
  }

  private static void missing(String when, BenchTable of, BenchTable in, StringBuilder text) {
    var keys = in.scores().stream().map(Score::key).toList();
    of.scores().stream()
        .map(Score::key)
        .filter(k -> !keys.contains(k))
        .forEach(k -> text.append("  ").append(when).append(": ").append(k).append('\n'));
  }

  /// The ratios with their intervals, as a PNG; empty where no row is in both runs.
  byte[] chart() throws IOException {
    var rows = rows();
    if (rows.isEmpty()) {
      return new byte[0];
    }
    var chart =
        new CategoryChartBuilder()
            .width(Math.max(720, 160 + ROW_HEIGHT * rows.size()))
            .height(560)
            .title("Time, now over then, with its 95 % interval")
            .xAxisTitle("")
            .yAxisTitle("ratio: above 1 is slower")
            .build();
    var style = chart.getStyler();
    style.setLocale(Locale.ROOT);
    style.setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
    style.setXAxisLabelRotation(60);
    style.setLegendVisible(false);
    style.setChartBackgroundColor(Color.WHITE).setPlotBackgroundColor(Color.WHITE);
    // The axis is one of logarithms, on which the intervals are symmetric.
    style.setyAxisTickLabelsFormattingFunction(
        y -> String.format(Locale.ROOT, "%.3g", Math.exp(y)));
    chart.addSeries(
        "ratio",
        rows.stream().map(r -> r.now.method() + " " + r.now.params()).toList(),
        rows.stream().map(r -> Math.log(r.ratio.value())).toList(),
        rows.stream().map(BenchChange::reach).toList());
    return BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG);
  }

  private static double reach(Row row) {
    return Double.isNaN(row.ratio.low()) ? 0 : Math.log(row.ratio.high() / row.ratio.value());
  }
}
