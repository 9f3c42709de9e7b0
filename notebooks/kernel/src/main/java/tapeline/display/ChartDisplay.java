package tapeline.display;

import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.IMAGE_PNG;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.IMAGE_SVG;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.TEXT_HTML;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import javax.imageio.ImageIO;
import org.dflib.jjava.jupyter.kernel.display.RenderContext;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.internal.chartpart.Chart;
import tapeline.toolkit.Charts;

/// Shows XChart's charts: in a page as an image with its words, since front ends show a bare PNG
/// without them; where it is asked for as a PNG or an SVG, by `display(chart, "image/svg+xml")` or
/// as `new Picture(Charts.svg(chart))`.
final class ChartDisplay {
  /// Pixels of the PNG for one of the chart: sharp on the screens of today.
  private static final int SCALE = 2;

  private ChartDisplay() {}

  static void register(Renderer renderer) {
    Displays.as(TEXT_HTML, Chart.class, renderer)
        .register((chart, context) -> show(chart, context));
  }

  private static void show(Chart<?, ?> chart, RenderContext context) {
    context.renderIfRequested(TEXT_HTML, () -> html(chart));
    context.renderIfRequested(
        IMAGE_PNG, (type, out) -> out.putData(type, png(chart), frame(chart)));
    context.renderIfRequested(IMAGE_SVG, () -> Charts.svg(chart));
    Displays.text("chart: " + chart.getTitle(), context);
  }

  /// The size on the page, and the words for who does not see it.
  private static Map<String, Object> frame(Chart<?, ?> chart) {
    return Map.of("width", chart.getWidth(), "height", chart.getHeight(), "alt", words(chart));
  }

  private static String html(Chart<?, ?> chart) {
    var size = "width=\"%d\" height=\"%d\" ".formatted(chart.getWidth(), chart.getHeight());
    return HtmlImage.of(words(chart), "image/png", png(chart).replaceAll("\\s", ""), size);
  }

  /// The title and the axes.
  private static String words(Chart<?, ?> chart) {
    var title = "chart: " + chart.getTitle();
    return chart instanceof AxesChart<?, ?> a && !a.getYAxisTitle().isEmpty()
        ? "%s; %s over %s".formatted(title, a.getYAxisTitle(), a.getXAxisTitle())
        : title;
  }

  private static String png(Chart<?, ?> chart) {
    int width = chart.getWidth();
    int height = chart.getHeight();
    var image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
    var graphics = image.createGraphics();
    graphics.scale(SCALE, SCALE);
    chart.paint(graphics, width, height);
    graphics.dispose();
    var out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getMimeEncoder().encodeToString(out.toByteArray());
  }
}
