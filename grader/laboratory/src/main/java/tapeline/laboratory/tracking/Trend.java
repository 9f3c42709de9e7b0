package tapeline.laboratory.tracking;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.AnnotationText;
import tapeline.bench.stats.Interval;
import tapeline.laboratory.report.ReportCharts;
import tapeline.toolkit.Charts;

/// The checks of a workload, and the commits from which on it was faster or slower for good.
///
/// A single check can be wrong, and many small slowdowns each stay within the budget: the steps are
/// looked for in all checks together, by [ChangePoints] over the logarithms. A step shows when five
/// checks lie behind it.
///
/// @param checks the oldest first, at least one
/// @param pieces of equal speed
public record Trend(String name, List<CheckedVersion> checks, List<ChangePoints.Piece> pieces) {
  /// A piece whose mean is nearer to that of the last step is the same speed.
  private static final double SAME = 0.01;

  private static final Color OVER = new Color(193, 18, 31);

  /// From a commit on the time is `factor` times what it was.
  ///
  /// @param at the place of its check
  public record Step(int at, String commit, double factor) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %.1f %% %s",
          commit,
          100 * Math.abs(factor - 1),
          factor > 1 ? "slower" : "faster");
    }
  }

  public static Trend of(String name, List<CheckedVersion> checks) {
    double[] logs = checks.stream().mapToDouble(c -> Math.log(c.ratio())).toArray();
    return new Trend(name, List.copyOf(checks), ChangePoints.pieces(logs));
  }

  /// The steps, in order.
  public List<Step> steps() {
    var steps = new ArrayList<Step>();
    double level = pieces.getFirst().mean(); // since the last step, so that small ones add up
    for (var piece : pieces) {
      double log = piece.mean() - level;
      if (Math.abs(log) > SAME) {
        steps.add(new Step(piece.from(), checks.get(piece.from()).commit(), Math.exp(log)));
        level = piece.mean();
      }
    }
    return steps;
  }

  /// A chart as SVG: each check's ratio with its interval beside its own baseline, the pieces of
  /// equal speed as lines, and at each step its commit.
  String svg() {
    var chart =
        Charts.linear(name, "check", "time over that of baseline 1; bars: beside its own baseline");
    int[] all = IntStream.range(0, checks.size()).toArray();
    Charts.points(chart, "check", places(all), ratios(all));
    int[] over = IntStream.of(all).filter(i -> !checks.get(i).over().isEmpty()).toArray();
    if (over.length > 0) {
      Charts.points(chart, "over the budget", places(over), ratios(over)).setMarkerColor(OVER);
    }
    ReportCharts.addIntervals(
        chart, checks.stream().map(c -> new Interval(c.low(), c.high(), 0.95)).toList());
    for (int i = 0; i < pieces.size(); i++) {
      var piece = pieces.get(i);
      double level = Math.exp(piece.mean());
      double[] ends = {piece.from() + 0.6, piece.to() + 0.4};
      Charts.line(chart, "speed " + (i + 1), ends, new double[] {level, level});
    }
    for (var step : steps()) {
      double y = checks.get(step.at()).ratio();
      chart.addAnnotation(new AnnotationText(step.commit(), step.at() + 1, y, false));
    }
    return Charts.svg(chart);
  }

  private static double[] places(int... which) {
    return IntStream.of(which).mapToDouble(i -> i + 1).toArray();
  }

  private double[] ratios(int... which) {
    return IntStream.of(which).mapToDouble(i -> checks.get(i).ratio()).toArray();
  }
}
