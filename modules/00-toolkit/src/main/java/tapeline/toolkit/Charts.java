package tapeline.toolkit;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Charts in the course's one style: white paper, thin lines, colours that colour-blind readers
/// tell apart (Okabe and Ito, *Color Universal Design*, 2008).
///
/// A chart is XChart's own object, so that a notebook shows it and everything XChart can do is
/// open:
///
/// ```java
/// var chart = Charts.logLog("Error of a difference", "step h", "error");
/// Charts.points(chart, "measured", steps, errors);
/// Charts.write(chart, Path.of("error.svg"));
/// ```
public final class Charts {
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9),
    new Color(0x000000),
  };
  private static final Color[] HEAT = {new Color(0xFFF3E0), new Color(0xD55E00)};
  private static final Color GRID = new Color(0xDDDDDD);
  private static final int DASHES = 40;
  private static final int MANY = 12;
  private static final double SHORT = 30;
  private static final double NUDGE = 2e-4;
  private static final MathContext DIGITS = new MathContext(6);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private Charts() {}

  /// An empty chart with plain axes, 720 by 440 pixels.
  public static XYChart linear(String title, String xTitle, String yTitle) {
    var chart =
        new XYChartBuilder()
            .width(720)
            .height(440)
            .theme(ChartTheme.XChart)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    dress(chart.getStyler());
    chart.getStyler().setMarkerSize(5);
    return chart;
  }

  /// The course's style, on every kind of chart with axes.
  private static void dress(AxesChartStyler style) {
    style.setSeriesColors(COLOURS);
    style.setLocale(Locale.ROOT); // a point, and the same digits, on every computer
    style.setChartBackgroundColor(Color.WHITE).setPlotBackgroundColor(Color.WHITE);
    style.setChartTitleBoxVisible(false).setChartTitleFont(TEXT.deriveFont(Font.BOLD, 14f));
    style.setLegendPosition(LegendPosition.OutsideE).setLegendBorderColor(Color.WHITE);
    style.setLegendFont(TEXT);
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesColor(GRID).setPlotGridLinesStroke(new BasicStroke(0.5f));
    style.setAxisTitleFont(TEXT).setAxisTickLabelsFont(TEXT);
  }

  /// An empty chart with both axes logarithmic: a power law is a straight line on it.
  public static XYChart logLog(String title, String xTitle, String yTitle) {
    var chart = linear(title, xTitle, yTitle);
    var style = chart.getStyler();
    style.setXAxisLogarithmic(true).setYAxisLogarithmic(true);
    style.setXAxisTickLabelsFormattingFunction(Charts::power);
    style.setYAxisTickLabelsFormattingFunction(Charts::power);
    return chart;
  }

  /// An empty chart with a logarithmic y axis: what grows or shrinks by a factor each time is a
  /// straight line on it.
  public static XYChart logY(String title, String xTitle, String yTitle) {
    var chart = linear(title, xTitle, yTitle);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::power);
    return chart;
  }

  /// A chart of one bar for each name, the first on top. Where none is negative, the axis has a
  /// dozen labels or fewer, as XChart's many would touch each other.
  ///
  /// @throws IllegalArgumentException when there is none
  public static HorizontalBarChart bars(String title, String xTitle, Map<String, Double> bars) {
    if (bars.isEmpty()) {
      throw new IllegalArgumentException("a chart of bars has one or more, got none: " + title);
    }
    var chart =
        new HorizontalBarChartBuilder()
            .width(720)
            .height(120 + 24 * bars.size())
            .theme(ChartTheme.XChart)
            .title(title)
            .xAxisTitle(xTitle)
            .build();
    dress(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart
        .getStyler()
        .setXAxisTickMarkSpacingHint(24); // pixels between names, else some are left out
    chart.addSeries(xTitle, new ArrayList<>(bars.values()), new ArrayList<>(bars.keySet()));
    if (bars.values().stream().allMatch(v -> v >= 0)) {
      double longest = Collections.max(bars.values());
      double step = Math.pow(10, Math.floor(Math.log10(longest)));
      double apart = longest < 3 * step ? step / 5 : step;
      chart
          .getStyler()
          .setXAxisTickLabelsFormattingFunction(x -> isMultiple(x, apart) ? digits(x) : "");
    }
    return chart;
  }

  private static boolean isMultiple(double x, double step) {
    return Math.abs(x / step - Math.rint(x / step)) < 1e-6;
  }

  private static String digits(double x) {
    return BigDecimal.valueOf(x).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  /// A chart of one column for each name, with an error bar: `{value, half of its interval}`.
  ///
  /// @throws IllegalArgumentException when there is none
  public static CategoryChart errorBars(
      String title, String yTitle, Map<String, double[]> columns) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a chart of columns has one or more, got none: " + title);
    }
    var chart =
        new CategoryChartBuilder()
            .width(720)
            .height(440)
            .theme(ChartTheme.XChart)
            .title(title)
            .yAxisTitle(yTitle)
            .build();
    dress(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.addSeries(
        yTitle,
        new ArrayList<>(columns.keySet()),
        columns.values().stream().map(c -> c[0]).toList(),
        columns.values().stream().map(c -> c[1]).toList());
    return chart;
  }

  /// A chart of cells `{column, row, value}`, the darker the larger, with the value in each; what
  /// has no cell stays white. The first row is the lowest.
  ///
  /// @param cells columns and rows by their places in the lists, values from 0 to 100
  /// @throws IllegalArgumentException when there is none
  public static HeatMapChart heatMap(
      String title, String xTitle, List<String> columns, List<String> rows, List<Number[]> cells) {
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("a heat map has one cell or more, got none: " + title);
    }
    var chart =
        new HeatMapChartBuilder()
            .width(720)
            .height(120 + 24 * rows.size())
            .theme(ChartTheme.XChart)
            .title(title)
            .xAxisTitle(xTitle)
            .build();
    var style = chart.getStyler();
    dress(style);
    style.setPlotGridLinesVisible(false);
    style.setXAxisTickMarkSpacingHint(16).setYAxisTickMarkSpacingHint(16); // a label each
    style.setMin(0).setMax(100).setRangeColors(HEAT).setLegendVisible(false);
    style.setShowValue(true).setValueFont(TEXT).setHeatMapValueDecimalPattern("#");
    chart.addSeries(title, columns, rows, cells);
    return chart;
  }

  /// Adds a solid line through the points; what a logarithmic axis cannot show is left out.
  ///
  /// @throws IllegalArgumentException when the lengths differ or no point can be shown
  public static XYSeries line(XYChart chart, String name, double[] x, double[] y) {
    var series = series(chart, name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  /// Adds a dashed line: a prediction or a bound beside what was measured.
  ///
  /// @throws IllegalArgumentException when the lengths differ or no point can be shown
  public static XYSeries dashed(XYChart chart, String name, double[] x, double[] y) {
    var series = line(chart, name, x, y);
    series.setLineStyle(SeriesLines.DASH_DASH);
    thin(series, chart.getStyler().isXAxisLogarithmic());
    return series;
  }

  /// Leaves out points that crowd on the x-axis: XChart's dashes begin anew at each point, and a
  /// line through many looks solid.
  private static void thin(XYSeries series, boolean logarithmic) {
    var x = series.getXData();
    var y = series.getYData();
    double[] place = DoubleStream.of(x).map(v -> logarithmic ? Math.log(v) : v).toArray();
    double apart = Math.abs(place[place.length - 1] - place[0]) / DASHES;
    var kept = IntStream.builder().add(0);
    int last = 0;
    for (int i = 1; i < x.length; i++) {
      if (Math.abs(place[i] - place[last]) >= apart || i == x.length - 1) {
        kept.add(i);
        last = i;
      }
    }
    int[] points = kept.build().toArray();
    series.replaceData(picked(x, points), picked(y, points), null);
  }

  private static double[] picked(double[] values, int... places) {
    return IntStream.of(places).mapToDouble(i -> values[i]).toArray();
  }

  /// Adds dots, joined by nothing: what was measured.
  ///
  /// @throws IllegalArgumentException when the lengths differ or no point can be shown
  public static XYSeries points(XYChart chart, String name, double[] x, double[] y) {
    var series = series(chart, name, x, y);
    series.setMarker(SeriesMarkers.CIRCLE);
    return series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
  }

  /// Writes `chart` as its file name ends: `.svg` or `.png`. XChart draws an SVG by
  /// VectorGraphics2D, which must be on the class path.
  ///
  /// @throws IllegalArgumentException when it ends otherwise
  /// @throws IOException when it cannot be written, or Java finds no fonts on this machine
  public static void write(Chart<?, ?> chart, Path file) throws IOException {
    var name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    boolean svg = name.endsWith(".svg");
    if (!svg && !name.endsWith(".png")) {
      throw new IllegalArgumentException("a chart's file ends in .svg or .png, got " + file);
    }
    try {
      Files.write(file, svg ? svg(chart).getBytes(StandardCharsets.UTF_8) : encoded(chart, "png"));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// The SVG of `chart`, without an XML declaration, so that it can stand within a page as well.
  /// Its letters are drawn as shapes; its `<title>` is what a screen reader says.
  public static String svg(Chart<?, ?> chart) {
    var svg = new String(encoded(chart, "svg"), StandardCharsets.UTF_8);
    int start = svg.indexOf("<svg");
    int inside = svg.indexOf('>', start) + 1;
    var title = "<title>%s</title>".formatted(HtmlText.escape(chart.getTitle()));
    return svg.substring(start, inside) + title + svg.substring(inside);
  }

  private static byte[] encoded(Chart<?, ?> chart, String format) {
    try {
      return ChartEncoder.getBytes(chart, format);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it writes to memory
    } catch (RuntimeException | Error e) { // Linux without a font: either, as its files are
      if (!e.toString().toLowerCase(Locale.ROOT).contains("font")) {
        throw e;
      }
      throw new UncheckedIOException(
          new IOException(
              "a chart needs fonts, and Java finds none here: ./tapeline doctor says how to install"
                  + " some",
              e));
    }
  }

  private static XYSeries series(XYChart chart, String name, double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "series \"%s\" needs as many y as x, got %d x and %d y"
              .formatted(name, x.length, y.length));
    }
    var style = chart.getStyler();
    int[] shown =
        IntStream.range(0, x.length)
            .filter(i -> shows(style.isXAxisLogarithmic(), x[i]))
            .filter(i -> shows(style.isYAxisLogarithmic(), y[i]))
            .toArray();
    if (shown.length == 0) {
      throw new IllegalArgumentException(
          "series \"%s\" has no point to show: none of %d is finite and, on a log axis, above 0"
              .formatted(name, x.length));
    }
    double[] places = picked(x, shown);
    if (!style.isXAxisLogarithmic()) {
      makeUneven(places);
    }
    var series = chart.addSeries(name, places, picked(y, shown));
    style.setXAxisLogarithmicDecadeOnly(isLong(chart, XYSeries::getXData));
    style.setYAxisLogarithmicDecadeOnly(isLong(chart, XYSeries::getYData));
    series.setLineWidth(1.6f);
    return series;
  }

  /// Returns whether an axis has room for its powers of ten alone: a short one may have none.
  private static boolean isLong(XYChart chart, Function<XYSeries, double[]> values) {
    var all =
        chart.getSeriesCollection().stream()
            .flatMapToDouble(s -> DoubleStream.of(values.apply(s)))
            .summaryStatistics();
    return all.getMax() > SHORT * all.getMin();
  }

  /// Moves one of many points by less than can be seen. Where x are equally far apart, to 1e-4,
  /// XChart labels the points themselves, as many as have room and side by side; otherwise round
  /// numbers.
  private static void makeUneven(double... x) {
    if (x.length > MANY && Math.abs(x[x.length - 1] - x[0]) > 1000 * NUDGE) {
      x[1] += NUDGE;
    }
  }

  /// Returns a power of ten as axes are labelled, `10⁻⁷`, but `0.1`, `1` and `10`, and what a short
  /// axis has between two of them: `5000`, `2·10⁻⁷`.
  static String power(double value) {
    int exponent = (int) Math.floor(Math.log10(value) + 1e-9);
    double times = value / Math.pow(10, exponent);
    if (times > 1.5) {
      boolean plain = -4 < exponent && exponent < 6;
      return plain ? digits(value) : digits(times) + "·" + power(Math.pow(10, exponent));
    }
    if (exponent == 0 || exponent == 1) return Long.toString(Math.round(value));
    if (exponent == -1) return "0.1";
    var digits = new StringBuilder("10");
    for (char c : Integer.toString(exponent).toCharArray()) {
      digits.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
    }
    return digits.toString();
  }

  private static boolean shows(boolean logarithmic, double value) {
    return Double.isFinite(value) && (!logarithmic || value > 0);
  }
}
