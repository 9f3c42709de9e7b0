package tapeline.grader.peers;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// The ratios of all rows: the median, its interval, the goal, and a line at 1.
final class PeerPicture {
  private static final int MARGIN = 300;
  private static final int ROW = 34; // pixels
  private static final int HEIGHT = 900;
  private static final double STEEP = 90;

  private PeerPicture() {}

  static void write(List<PeerResult> results, Path file) throws IOException {
    BitmapEncoder.saveBitmap(chart(results), file.toString(), BitmapFormat.PNG);
  }

  static CategoryChart chart(List<PeerResult> results) {
    var chart =
        new CategoryChartBuilder()
            .width(MARGIN + ROW * results.size())
            .height(HEIGHT)
            .title("The reference's time to the peer's, all directions, 95 % interval")
            .yAxisTitle("ratio (less is faster)")
            .build();
    var style = chart.getStyler();
    style.setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
    style.setXAxisLabelRotation((int) STEEP);
    style.setXAxisTickMarkSpacingHint(ROW / 2); // pixels between names, else some are left out
    style.setYAxisLogarithmic(true);
    style.setChartBackgroundColor(Color.WHITE).setPlotBackgroundColor(Color.WHITE);
    add(chart, "at most", results, SeriesMarkers.TRIANGLE_DOWN, r -> r.together().ratio().high());
    add(chart, "median", results, SeriesMarkers.CIRCLE, r -> r.together().ratio().value());
    add(chart, "at least", results, SeriesMarkers.TRIANGLE_UP, r -> r.together().ratio().low());
    add(chart, "goal", results, SeriesMarkers.DIAMOND, PeerResult::goal);
    var one = chart.addSeries("as fast", names(results), Collections.nCopies(results.size(), 1.0));
    one.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Line);
    one.setMarker(SeriesMarkers.NONE).setLineColor(Color.GRAY);
    return chart;
  }

  private static void add(
      CategoryChart chart,
      String name,
      List<PeerResult> results,
      Marker marker,
      ToDoubleFunction<PeerResult> value) {
    var values = results.stream().map(r -> known(value.applyAsDouble(r))).toList();
    chart.addSeries(name, names(results), values).setMarker(marker);
  }

  /// XChart leaves out what is null, and cannot draw NaN.
  @SuppressWarnings("NullAway") // the list of a series may have nulls
  private static Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static List<String> names(List<PeerResult> results) {
    return results.stream()
        .map(r -> "%02d %s %s : %s".formatted(r.module(), r.op(), r.shape(), r.peer()))
        .toList();
  }
}
