package tapeline.grader.peers;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.YAxisPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// The ratios of a comparison as a picture: a line for each row, its name at the left, the first on
/// top. A point is the median, the line through it the interval, a cross the goal.
final class RatioPicture {
  private static final int WIDTH = 1000; // pixels
  private static final int ROW = 22;
  private static final int FRAME = 120; // above and below the rows
  private static final double LEAST = 0.1; // the axis has two powers of ten at least: its labels
  private static final double MOST = 10;
  private static final Color RATIO = new Color(0x0072B2);
  private static final Color GOAL = new Color(0xD55E00);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private final List<PeerResult> results;
  private final XYChart chart;

  private RatioPicture(String title, List<PeerResult> results) {
    this.results = results;
    chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(FRAME + ROW * results.size())
            .title(title)
            .xAxisTitle("times the peer's time (point: median, line: interval, cross: goal)")
            .build();
  }

  /// Returns the picture as PNG, a kilobyte a row or so.
  ///
  /// @param results one at least
  static byte[] png(String title, List<PeerResult> results) throws IOException {
    var picture = new RatioPicture(title, results);
    picture.dress();
    for (int row = 0; row < results.size(); row++) picture.draw(row, results.get(row));
    return BitmapEncoder.getBitmapBytes(picture.chart, BitmapFormat.PNG);
  }

  private void dress() {
    var style = chart.getStyler();
    style.setLocale(Locale.ROOT);
    style.setLegendVisible(false).setChartBackgroundColor(Color.WHITE);
    style.setPlotBackgroundColor(Color.WHITE).setPlotBorderVisible(false);
    style.setAxisTitleFont(TEXT).setAxisTickLabelsFont(TEXT);
    style.setPlotGridLinesStroke(new BasicStroke(0.5f));
    style.setXAxisLogarithmic(true);
    var ratios = results.stream().map(r -> r.together().ratio()).toList();
    double low = ratios.stream().mapToDouble(PairedRatio::value).min().orElse(1);
    double high = ratios.stream().mapToDouble(PairedRatio::value).max().orElse(1);
    style.setXAxisMin(Math.min(LEAST, Math.pow(10, Math.floor(Math.log10(low)))));
    style.setXAxisMax(Math.max(MOST, Math.pow(10, Math.ceil(Math.log10(high)))));
    style.setXAxisTickLabelsFormattingFunction(
        x -> x >= 1 ? "%.0f".formatted(x) : "" + x.floatValue());
    style.setYAxisMin(-0.5).setYAxisMax(results.size() - 0.5);
    style.setYAxisTickMarkSpacingHint(ROW * 9 / 10);
    style.setYAxisTickLabelsFormattingFunction(this::name);
    style.setYAxisGroupPosition(0, YAxisPosition.Left);
  }

  /// Returns the name of the row at this height; nothing between rows.
  private String name(double y) {
    int row = results.size() - 1 - (int) Math.round(y);
    boolean isRow = Math.abs(y - Math.rint(y)) < 1e-6 && row >= 0 && row < results.size();
    return isRow ? name(results.get(row)) : "";
  }

  private static String name(PeerResult r) {
    return "%02d %s %s · %s".formatted(r.module(), r.op(), r.shape(), r.peer());
  }

  private void draw(int row, PeerResult r) {
    var ratio = r.together().ratio();
    double y = results.size() - 1 - row;
    if (!Double.isNaN(ratio.low())) {
      add("interval " + row, RATIO, SeriesMarkers.NONE, y, ratio.low(), ratio.high());
    }
    add("median " + row, RATIO, SeriesMarkers.CIRCLE, y, ratio.value());
    if (!Double.isNaN(r.goal())) add("goal " + row, GOAL, SeriesMarkers.CROSS, y, r.goal());
  }

  private void add(String name, Color color, Marker marker, double y, double... x) {
    var heights = new double[x.length];
    Arrays.fill(heights, y);
    var series = chart.addSeries(name, x, heights);
    series.setMarker(marker).setMarkerColor(color);
    series.setLineColor(color).setLineWidth(2);
  }
}
