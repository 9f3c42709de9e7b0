package tapeline.laboratory.tracking;

import java.awt.Color;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tapeline.toolkit.Charts;

/// A trend as a chart: each check's ratio with its interval, the pieces of equal speed as lines,
/// and at each step its commit.
final class TrendPicture {
  private static final Color OVER = new Color(193, 18, 31);

  private TrendPicture() {}

  /// The chart as SVG.
  static String svg(Trend trend) {
    var chart = Charts.linear(trend.name(), "check", "time over that of baseline 1");
    var checks = trend.checks();
    double[] ratios = checks.stream().mapToDouble(CheckedVersion::ratio).toArray();
    double[] places = IntStream.rangeClosed(1, checks.size()).asDoubleStream().toArray();
    Charts.points(chart, "check", places, ratios);
    int[] over =
        IntStream.range(0, checks.size()).filter(i -> !checks.get(i).over().isEmpty()).toArray();
    if (over.length > 0) {
      Charts.points(
              chart,
              "over the budget",
              IntStream.of(over).mapToDouble(i -> places[i]).toArray(),
              IntStream.of(over).mapToDouble(i -> ratios[i]).toArray())
          .setMarkerColor(OVER);
    }
    var bounded =
        IntStream.range(0, checks.size())
            .filter(i -> Double.isFinite(checks.get(i).high() + checks.get(i).low()))
            .toArray();
    if (bounded.length > 0) {
      double[] half =
          IntStream.of(bounded)
              .mapToDouble(i -> (checks.get(i).high() - checks.get(i).low()) / 2)
              .toArray();
      double[] middle =
          IntStream.of(bounded)
              .mapToDouble(i -> (checks.get(i).high() + checks.get(i).low()) / 2)
              .toArray();
      chart
          .addSeries(
              "interval", IntStream.of(bounded).mapToDouble(i -> i + 1).toArray(), middle, half)
          .setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter)
          .setMarker(SeriesMarkers.NONE);
    }
    int number = 0;
    for (var piece : trend.pieces()) {
      number++;
      double[] ends = {piece.from() + 0.6, piece.to() + 0.4};
      double level = Math.exp(piece.mean());
      Charts.line(
          chart, "speed " + number, ends, DoubleStream.generate(() -> level).limit(2).toArray());
    }
    for (var step : trend.steps()) {
      double y = checks.get(step.at()).ratio();
      chart.addAnnotation(new AnnotationText(step.commit(), step.at() + 1, y, false));
    }
    return Charts.svg(chart);
  }
}
