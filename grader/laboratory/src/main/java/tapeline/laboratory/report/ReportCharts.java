package tapeline.laboratory.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.Histogram;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tapeline.bench.Pareto;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.Charts;

/// The charts of a report, each as an image that stands within the page.
public final class ReportCharts {
  private static final int BINS = 60;

  /// The axis ends here: a few turns that were interrupted for long would press all others flat.
  private static final double SHOWN = 0.98;

  private ReportCharts() {}

  /// Numbers with their intervals as error bars, side by side in the order of the table above.
  static String intervals(String title, String y, double[] values, List<Interval> intervals) {
    var chart = Charts.linear(title, "", y);
    Charts.points(chart, "value", places(values.length), values);
    addIntervals(chart, intervals);
    chart.getStyler().setXAxisMin(0.5).setXAxisMax(values.length + 0.5);
    chart.getStyler().setXAxisTicksVisible(false);
    return svg(chart);
  }

  /// Adds error bars at 1, 2, …: those of the intervals that have an end.
  public static void addIntervals(XYChart chart, List<Interval> intervals) {
    int[] shown =
        IntStream.range(0, intervals.size())
            .filter(i -> Double.isFinite(intervals.get(i).halfWidth()))
            .toArray();
    if (shown.length > 0) {
      chart
          .addSeries(
              "interval",
              IntStream.of(shown).mapToDouble(i -> i + 1).toArray(),
              IntStream.of(shown).mapToDouble(i -> intervals.get(i).middle()).toArray(),
              IntStream.of(shown).mapToDouble(i -> intervals.get(i).halfWidth()).toArray())
          .setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter)
          .setMarker(SeriesMarkers.NONE);
    }
  }

  /// Each fork's speed-up as a dot, the interval as two dashed lines.
  static String speedUps(double[] forks, Interval interval) {
    var chart =
        Charts.linear("Speed-up of each pair of processes", "pair of processes", "speed-up");
    Charts.points(chart, "pair", places(forks.length), forks);
    double[] ends = {0.5, forks.length + 0.5};
    Charts.line(chart, "equal", ends, new double[] {1, 1});
    if (Double.isFinite(interval.high())) {
      Charts.dashed(chart, "from", ends, new double[] {interval.low(), interval.low()});
      Charts.dashed(chart, "to", ends, new double[] {interval.high(), interval.high()});
    }
    return svg(chart);
  }

  /// Every time as a dot, in the order of measurement: what drifts, jumps or is disturbed for a
  /// while shows only here. Two programs took turns; more came one after the other.
  ///
  /// @param all the times by program, in nanoseconds
  static String strip(Map<String, double[]> all) {
    var chart = Charts.logY("All times in their order", "turn", "time, µs");
    double most = Sample.of(together(all)).quantile(SHOWN);
    int[] least = {0};
    all.forEach((name, nanos) -> {
      double[] shown = Arrays.stream(nanos).map(t -> Math.min(t, most) / 1e3).toArray();
      double[] turns = Arrays.stream(places(shown.length)).map(i -> least[0] + i).toArray();
      Charts.points(chart, name, turns, shown);
      least[0] += all.size() == 2 ? 0 : shown.length;
    });
    chart.getStyler().setMarkerSize(3).setLegendPosition(LegendPosition.OutsideS);
    try {
      return image("png", ChartEncoder.getBytes(chart, "png"), chart); // thousands of dots
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it writes to memory
    }
  }

  /// How often each time came: a second hump or a long tail, which an interval hides.
  static String distribution(Map<String, double[]> all) {
    var chart = Charts.linear("How the times are distributed", "time, µs", "how many");
    double low = Sample.of(together(all)).min();
    double high = Math.max(Sample.of(together(all)).quantile(0.99), low * 1.01);
    all.forEach((name, nanos) -> {
      var shown = DoubleStream.of(nanos).filter(t -> t <= high).map(t -> t / 1e3).boxed();
      var histogram = new Histogram(shown.toList(), BINS, low / 1e3, high / 1e3);
      var counts = histogram.getyAxisData().stream().mapToDouble(Number::doubleValue).toArray();
      var times = histogram.getxAxisData().stream().mapToDouble(Number::doubleValue).toArray();
      Charts.line(chart, name, times, counts).setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    });
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    return svg(chart);
  }

  /// Choices between the first two costs, and the front as a line of steps.
  static String front(Choices choices) {
    var x = choices.axes().get(0);
    var y = choices.axes().get(1);
    var chart =
        Charts.logLog(
            "Pareto front",
            (x.name() + " " + x.unit()).strip(),
            (y.name() + " " + y.unit()).strip());
    var front = new ArrayList<Pareto.Choice>(); // falls: along the middles of the costs
    for (var c : choices.front()) {
      if (front.isEmpty() || c.cost(1) < front.getLast().cost(1)) {
        front.addAll(List.of(c, c)); // two corners of a step
      }
    }
    int corners = front.size() - 1;
    double[] xs = IntStream.range(0, corners).mapToDouble(i -> front.get(i + 1).cost(0)).toArray();
    double[] ys = IntStream.range(0, corners).mapToDouble(i -> front.get(i).cost(1)).toArray();
    Charts.line(chart, "front", xs, ys);
    for (var c : choices.choices()) {
      Charts.points(chart, c.name(), new double[] {c.cost(0)}, new double[] {c.cost(1)});
    }
    return svg(chart);
  }

  /// 1, 2, …, n.
  private static double[] places(int n) {
    return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
  }

  private static double[] together(Map<String, double[]> all) {
    return all.values().stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static String svg(Chart<?, ?> chart) {
    if (chart instanceof XYChart xy) {
      xy.getStyler().setYAxisDecimalPattern("0.####");
    }
    return image("svg+xml", Charts.svg(chart).getBytes(UTF_8), chart);
  }

  private static String image(String type, byte[] bytes, Chart<?, ?> chart) {
    return "<img alt=\"%s\" src=\"data:image/%s;base64,%s\">"
        .formatted(chart.getTitle(), type, Base64.getEncoder().encodeToString(bytes));
  }
}
