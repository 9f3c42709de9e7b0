package tapeline.instruments.machine;

import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.knowm.xchart.XYChart;
import tapeline.toolkit.Charts;

/// Bandwidth and latency by working set, drawn: dots for what was measured, grey lines for the
/// plateaus that were found in it.
public final class MachineCharts {
  private static final Color PLATEAU = new Color(0x80000000, true);

  private MachineCharts() {}

  /// GB/s of streams; the plateaus are those of the last.
  public static XYChart bandwidth(List<Curve> streams, Staircase last) {
    var chart = chart("Bandwidth by working set", "GB/s");
    streams.forEach(c -> add(chart, c, rate -> rate / 1e9));
    wholeDecades(
        chart, streams.stream().flatMapToDouble(c -> Arrays.stream(c.y())).map(y -> y / 1e9));
    return plateaus(chart, last, rate -> rate / 1e9, "GB/s");
  }

  /// ns of a load that waits for the one before.
  public static XYChart latency(Staircase chase) {
    var chart = chart("Latency by working set", "ns a load");
    add(chart, chase.curve(), rate -> 1e9 / rate);
    wholeDecades(chart, Arrays.stream(chase.curve().y()).map(rate -> 1e9 / rate));
    return plateaus(chart, chase, rate -> 1e9 / rate, "ns");
  }

  private static XYChart chart(String title, String unit) {
    var chart = Charts.logLog(title, "working set", unit);
    chart.getStyler().setXAxisTickLabelsFormattingFunction(MachineCharts::bytes);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(MachineCharts::number);
    return chart;
  }

  private static void add(XYChart chart, Curve curve, DoubleUnaryOperator unit) {
    Charts.points(chart, curve.name(), curve.x(), Arrays.stream(curve.y()).map(unit).toArray());
  }

  private static XYChart plateaus(
      XYChart chart, Staircase stairs, DoubleUnaryOperator unit, String symbol) {
    stairs
        .levels()
        .forEach((level, p) -> {
          double y = unit.applyAsDouble(p.rate().perSecond());
          var name = String.format(Locale.ROOT, "%s %.3g %s", level, y, symbol);
          var line = Charts.line(chart, name, new double[] {p.from(), p.to()}, new double[] {y, y});
          line.setLineColor(PLATEAU).setLineWidth(3);
        });
    return chart;
  }

  /// Ticks stand at powers of ten, so a decade that is cut off has one number or none.
  private static void wholeDecades(XYChart chart, DoubleStream ys) {
    var range = ys.map(Math::log10).summaryStatistics();
    chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(range.getMin())));
    chart.getStyler().setYAxisMax(Math.pow(10, Math.ceil(range.getMax())));
  }

  /// A power of ten, which may be below 1.
  private static String number(double y) {
    return y < 1 ? String.valueOf((float) y) : String.valueOf(Math.round(y));
  }

  private static String bytes(double size) {
    return size < 1e6 ? Math.round(size / 1e3) + " kB" : Math.round(size / 1e6) + " MB";
  }
}
