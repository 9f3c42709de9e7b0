package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.tests.Locales;
import tapeline.toolkit.Charts;

@Needs(Need.FONTS)
class ChartsTest {
  private static final double[] X = {1, 2, 4};
  private static final double[] Y = {3, 1, 2};
  private static final int WHITE = 0xFFFFFFFF;
  private static final int BLUE = 0xFF0072B2;
  private static final int DARKEST = 0xFFD55E00;

  @Test
  void each_bar_has_its_name_and_the_first_is_on_top(@TempDir Path folder) throws IOException {
    var bars = new LinkedHashMap<String, Double>();
    for (var name : List.of("plain", "mixed", "again", "parts", "all"))
      bars.put(name, 9.0 / (1 + bars.size()));
    var chart = Charts.bars("What a step holds", "MB", bars);
    var letters = Letters.in(svg(chart, folder.resolve("bars.svg")));
    var font = chart.getStyler().getAxisTickLabelsFont();
    assertThat(bars.keySet()).allMatch(name -> letters.show(name, font));
    Charts.write(chart, folder.resolve("bars.png"));
    var image = ImageIO.read(folder.resolve("bars.png").toFile());
    int half = image.getHeight() / 2;
    assertThat(blue(image.getSubimage(0, 0, image.getWidth(), half)))
        .as("blue in the upper half, where the longest bar is")
        .isGreaterThan(blue(image.getSubimage(0, half, image.getWidth(), half)));
  }

  @Test
  void a_heat_map_is_darkest_at_100_and_labels_each_row_the_first_lowest(@TempDir Path folder)
      throws IOException {
    var cells = List.of(new Number[] {0, 0, 100}, new Number[] {1, 1, 7});
    var chart =
        Charts.heatMap("Open", "exercise", List.of("1", "2"), List.of("low", "high"), cells);
    var letters = Letters.in(svg(chart, folder.resolve("map.svg")));
    assertThat(List.of("low", "high", "1", "2"))
        .allMatch(name -> letters.show(name, chart.getStyler().getAxisTickLabelsFont()));
    Charts.write(chart, folder.resolve("map.png"));
    var image = ImageIO.read(folder.resolve("map.png").toFile());
    int third = image.getHeight() / 3; // within the upper row, below the title
    var top = image.getSubimage(0, 0, image.getWidth(), third);
    assertThat(pixels(DARKEST, image)).isPositive();
    assertThat(pixels(DARKEST, top)).isZero();
    assertThatThrownBy(() -> Charts.heatMap("Open", "", List.of(), List.of(), List.of()))
        .hasMessage("a heat map has one cell or more, got none: Open");
  }

  @ParameterizedTest
  @CsvSource({
    "9, 4, 4",
    "9, 4.5, ''",
    "231, 40, 40",
    "231, 50, ''",
    "0.02, 0.012, 0.012",
    "5, 0.3, ''"
  })
  void labels_of_bars_stand_apart(double longest, double tick, String label) {
    var chart = Charts.bars("Rungs", "GFLOP/s", Map.of("roof", longest));
    assertThat(chart.getStyler().getXAxisTickLabelsFormattingFunction().apply(tick))
        .isEqualTo(label);
  }

  private static long blue(BufferedImage image) {
    return pixels(BLUE, image);
  }

  private static long pixels(int colour, BufferedImage image) {
    return IntStream.range(0, image.getWidth() * image.getHeight())
        .filter(i -> image.getRGB(i % image.getWidth(), i / image.getWidth()) == colour)
        .count();
  }

  @Test
  void an_svg_is_well_formed_and_shows_all_its_words(@TempDir Path folder) throws IOException {
    var chart = Charts.linear("Error & bound < 1", "step \"h\"", "error");
    Charts.line(chart, "a < b & c", X, Y);
    var letters = Letters.in(svg(chart, folder.resolve("chart.svg")));
    var style = chart.getStyler();
    var bold = style.getChartTitleFont();
    assertThat(letters.show("Error & bound < 1", bold)).as("the title").isTrue();
    assertThat(letters.show("Error & bound", bold)).as("a half of the title").isFalse();
    assertThat(letters.show("step \"h\"", style.getAxisTitleFont())).as("the x title").isTrue();
    assertThat(letters.showUpwards("error", style.getAxisTitleFont())).as("the y title").isTrue();
    assertThat(letters.show("a < b & c", style.getLegendFont())).as("the series").isTrue();
  }

  @Test
  void an_svg_has_its_title_for_who_hears_it(@TempDir Path folder) throws IOException {
    var chart = Charts.linear("Error & bound < 1", "x", "y");
    Charts.line(chart, "s", X, Y);
    for (var svg : List.of(Charts.svg(chart), svg(chart, folder.resolve("chart.svg")))) {
      var first = Svg.parse(svg).getFirstChild();
      assertThat(first.getNodeName()).as("the first thing in <svg>").isEqualTo("title");
      assertThat(first.getTextContent()).as("its text").isEqualTo("Error & bound < 1");
    }
  }

  @Test
  void an_svg_can_stand_within_a_page() {
    assertThat(Charts.svg(some()))
        .as("the SVG: no XML declaration before it, which nbconvert refuses, and no DOCTYPE")
        .startsWith("<svg ");
  }

  @Test
  void a_png_has_the_size_asked_for(@TempDir Path folder) throws IOException {
    assertThat(png(some(), folder))
        .as("Charts.linear: 720 by 440 pixels")
        .satisfies(image -> hasSize(image, 720, 440));
    var small = new XYChartBuilder().width(320).height(200).build();
    Charts.line(small, "s", X, Y);
    assertThat(png(small, folder))
        .as("a chart of XChart's own, 320 by 200 pixels")
        .satisfies(image -> hasSize(image, 320, 200));
  }

  @Test
  void a_png_shows_a_line_on_white_paper(@TempDir Path folder) throws IOException {
    var image = png(some(), folder);
    int[] pixels = image.getRGB(0, 0, 720, 440, null, 0, 720);
    assertThat(pixels[0]).as("the pixel in the corner: paper").isEqualTo(WHITE);
    assertThat(IntStream.of(pixels).filter(p -> p == BLUE).count())
        .as("pixels in the first series' colour, of a line across the chart")
        .isGreaterThan(300);
  }

  @Test
  void the_ending_may_be_in_capitals(@TempDir Path folder) throws IOException {
    Svg.parse(svg(some(), folder.resolve("CHART.SVG")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"chart.pdf", "chart", "svg", "chart.png.txt"})
  void another_ending_is_refused_and_nothing_written(String name, @TempDir Path folder) {
    var file = folder.resolve(name);
    assertThatThrownBy(() -> Charts.write(some(), file))
        .as("Charts.write(chart, %s)", name)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a chart's file ends in .svg or .png, got " + file);
    assertThat(file).as("the file that was refused").doesNotExist();
  }

  @Test
  void each_kind_of_series_has_its_look() {
    var chart = Charts.linear("t", "x", "y");
    var line = Charts.line(chart, "line", X, Y);
    var dashed = Charts.dashed(chart, "dashed", X, Y);
    var points = Charts.points(chart, "points", X, Y);
    assertThat(line.getMarker()).as("line: no markers").isEqualTo(SeriesMarkers.NONE);
    assertThat(line.getLineStyle())
        .as("line: solid")
        .matches(stroke -> stroke == null || stroke.getDashArray() == null);
    assertThat(dashed.getMarker()).as("dashed: no markers").isEqualTo(SeriesMarkers.NONE);
    assertThat(dashed.getLineStyle().getDashArray())
        .as("dashed")
        .isEqualTo(SeriesLines.DASH_DASH.getDashArray());
    assertThat(points.getMarker()).as("points: dots").isEqualTo(SeriesMarkers.CIRCLE);
    assertThat(points.getXYSeriesRenderStyle())
        .as("points: joined by nothing")
        .hasValue(XYSeriesRenderStyle.Scatter);
  }

  @Test
  void a_dashed_line_through_crowded_points_keeps_its_dashes_and_its_ends() {
    double[] crowd = IntStream.rangeClosed(1, 1000).mapToDouble(i -> i).toArray();
    for (var chart : List.of(Charts.linear("t", "x", "y"), Charts.logLog("t", "x", "y"))) {
      double[] x = Charts.dashed(chart, "dashed", crowd, crowd).getXData();
      assertThat(x).as("points of 1000 that the dashes join").hasSizeBetween(20, 50);
      assertThat(x[0]).as("the first").isEqualTo(1);
      assertThat(x[x.length - 1]).as("the last").isEqualTo(1000);
    }
    var sparse = Charts.dashed(Charts.logLog("t", "x", "y"), "few", X, Y);
    assertThat(sparse.getXData()).as("points that stand apart").isEqualTo(X);
  }

  @Test
  void many_points_in_equal_steps_are_no_reason_for_crowded_labels() {
    double[] steps = IntStream.range(0, 60).asDoubleStream().toArray();
    double[] shown = Charts.line(Charts.linear("t", "x", "y"), "s", steps, steps).getXData();
    assertThat(Math.abs(shown[1] - shown[0] - (shown[2] - shown[1])))
        .as("XChart takes steps for equal to 1e-4, and then labels the points as densely as it can")
        .isGreaterThan(1e-4);
    assertThat(shown).as("what is seen").containsExactly(steps, within(1e-3));
    assertThat(steps).as("the caller's numbers").startsWith(0, 1, 2);

    double[] few = {0, 1, 2, 3, 4};
    assertThat(Charts.line(Charts.linear("t", "x", "y"), "s", few, few).getXData())
        .as("a few points may all be labelled")
        .isEqualTo(few);
  }

  @Test
  void as_many_y_as_x_are_needed() {
    assertThatThrownBy(() -> Charts.line(Charts.linear("t", "x", "y"), "s", X, new double[2]))
        .as("Charts.line with 3 x and 2 y")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("series \"s\" needs as many y as x, got 3 x and 2 y");
  }

  @Test
  void what_a_log_axis_cannot_show_is_left_out() {
    double inf = Double.POSITIVE_INFINITY;
    double[] x = {1, 0, -1, 2, 3, 4, 5, 6};
    double[] y = {10, 1, 1, 0, -1, Double.NaN, inf, 60};
    var series = Charts.line(Charts.logLog("t", "x", "y"), "s", x, y);
    assertThat(series.getXData()).as("x of the points above 0").containsExactly(1, 6);
    assertThat(series.getYData()).as("y of the points above 0").containsExactly(10, 60);
  }

  @Test
  void a_plain_axis_shows_0_and_what_is_below() {
    double[] x = {-1, 0, 1, 2};
    double[] y = {0, -5, Double.NaN, Double.NEGATIVE_INFINITY};
    var series = Charts.line(Charts.linear("t", "x", "y"), "s", x, y);
    assertThat(series.getXData()).as("x of the finite points").containsExactly(-1, 0);
    assertThat(series.getYData()).as("y of the finite points").containsExactly(0, -5);
  }

  @Test
  void a_series_has_a_point_to_show() {
    var chart = Charts.logLog("t", "x", "y");
    assertThatThrownBy(() -> Charts.points(chart, "s", X, new double[3]))
        .as("Charts.points on log axes with y = 0, 0, 0")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "series \"s\" has no point to show: none of 3 is finite and, on a log axis, above 0");
    assertThat(chart.getSeriesCollection()).as("the series that was refused").isEmpty();
  }

  @Test
  void log_axes_are_labelled_by_powers_of_ten(@TempDir Path folder) throws IOException {
    var chart = Charts.logLog("t", "x", "y");
    Charts.line(chart, "s", new double[] {1e-3, 1e2}, new double[] {1e-12, 1e-10});
    var letters = Letters.in(svg(chart, folder.resolve("chart.svg")));
    var font = chart.getStyler().getAxisTickLabelsFont();
    assertThat(List.of("10⁻³", "10⁻²", "0.1", "1", "10", "10²", "10⁻¹²", "10⁻¹¹", "10⁻¹⁰"))
        .as("the labels of x from 0.001 to 100, and of y from 1e-12 to 1e-10")
        .allSatisfy(label -> assertThat(letters.show(label, font)).isTrue());
  }

  @Test
  void a_short_log_axis_is_labelled_between_powers_of_ten(@TempDir Path folder) throws IOException {
    var chart = Charts.logLog("t", "x", "y");
    Charts.points(chart, "s", new double[] {5973, 9220}, new double[] {1.4e-7, 4.2e-7});
    var font = chart.getStyler().getAxisTickLabelsFont();
    var letters = Letters.in(svg(chart, folder.resolve("short.svg")));
    assertThat(List.of("6000", "8000", "2·10⁻⁷"))
        .as("the labels of x from 5973 to 9220, and of y from 1.4e-7 to 4.2e-7")
        .allSatisfy(label -> assertThat(letters.show(label, font)).isTrue());
    Charts.points(chart, "far", new double[] {10, 1e6}, new double[] {1e-7, 3e-7});
    var further = Letters.in(svg(chart, folder.resolve("long.svg")));
    assertThat(further.show("10³", font)).as("x = 1000 from 10 to 10⁶").isTrue();
    assertThat(further.show("6000", font)).as("x = 6000 from 10 to 10⁶").isFalse();
  }

  @Test
  void a_chart_may_have_one_log_axis(@TempDir Path folder) throws IOException {
    var chart = Charts.logY("t", "x", "y");
    var series = Charts.points(chart, "s", new double[] {-1, 0, 1}, new double[] {1e-3, 0, 1e2});
    assertThat(series.getXData()).as("x of the points with y above 0").containsExactly(-1, 1);
    var letters = Letters.in(svg(chart, folder.resolve("chart.svg")));
    assertThat(letters.show("10⁻³", chart.getStyler().getAxisTickLabelsFont()))
        .as("the label of y = 0.001")
        .isTrue();
  }

  @Test
  void powers_of_ten_are_labelled_the_same_on_every_computer(@TempDir Path folder)
      throws IOException {
    var file = folder.resolve("chart.svg");
    var here = withoutIds(svg(logs(), file));
    assertThat(Locales.each(() -> withoutIds(svg(logs(), file))))
        .as("the SVG of a chart with log axes, by default locale")
        .allSatisfy((_, there) -> assertThat(there.equals(here)).isTrue());
  }

  @Test
  void plain_axes_are_labelled_the_same_on_every_computer(@TempDir Path folder) throws IOException {
    var file = folder.resolve("chart.svg");
    var here = withoutIds(svg(some(), file));
    assertThat(Locales.each(() -> withoutIds(svg(some(), file))))
        .as("the SVG of a chart with plain axes, by default locale")
        .allSatisfy((_, there) -> assertThat(there.equals(here)).isTrue());
  }

  private static XYChart some() {
    var chart = Charts.linear("title", "x", "y");
    Charts.line(chart, "s", X, Y);
    return chart;
  }

  private static XYChart logs() {
    var chart = Charts.logLog("title", "x", "y");
    Charts.line(chart, "s", X, Y);
    return chart;
  }

  private static String svg(Chart<?, ?> chart, Path file) {
    try {
      Charts.write(chart, file);
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedImage png(XYChart chart, Path folder) throws IOException {
    var file = folder.resolve("chart.png");
    Charts.write(chart, file);
    return ImageIO.read(file.toFile());
  }

  private static void hasSize(BufferedImage image, int width, int height) {
    assertThat(image.getWidth()).as("its width").isEqualTo(width);
    assertThat(image.getHeight()).as("its height").isEqualTo(height);
  }

  private static String withoutIds(String svg) {
    return svg.replaceAll("clip\\d+", "clip");
  }
}
