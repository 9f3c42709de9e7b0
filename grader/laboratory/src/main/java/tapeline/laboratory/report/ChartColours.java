package tapeline.laboratory.report;

import java.awt.Color;
import java.awt.Font;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;
import tapeline.toolkit.Charts;

/// XChart's drawings in the page's colours. XChart writes fixed colours, and a page that is light
/// or dark, as its reader likes it, needs names: each colour of a drawing becomes a variable of
/// [HtmlStyle].
final class ChartColours {
  static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
  static final Color QUIET = new Color(0x828282);
  private static final Color LINE = new Color(0xDDDDDD);

  /// Colours of entries, each with its variable, in the order in which they are used.
  private static final Map<Color, String> ENTRIES = new LinkedHashMap<>();

  static {
    ENTRIES.put(new Color(0x0072B2), "--a");
    ENTRIES.put(new Color(0xD55E00), "--b");
    ENTRIES.put(new Color(0x009E73), "--c");
    ENTRIES.put(new Color(0xCC79A7), "--d");
    ENTRIES.put(new Color(0xE69F00), "--e");
    ENTRIES.put(new Color(0x56B4E9), "--f");
  }

  private ChartColours() {}

  /// The colour of the i-th entry.
  static Color of(int i) {
    return List.copyOf(ENTRIES.keySet()).get(i % ENTRIES.size());
  }

  /// The variable that the page has for it.
  static String variable(int i) {
    return List.copyOf(ENTRIES.values()).get(i % ENTRIES.size());
  }

  /// Large letters, no frame, no legend: a page has room for its own.
  static void style(Chart<?, ?> chart) {
    var style = chart.getStyler();
    style.setSeriesColors(ENTRIES.keySet().toArray(Color[]::new));
    style.setLocale(Locale.ROOT);
    style.setChartBackgroundColor(Color.WHITE).setPlotBackgroundColor(Color.WHITE);
    style.setChartTitleVisible(false).setPlotBorderVisible(false);
    style.setLegendVisible(false).setBaseFont(TEXT);
  }

  /// The chart as SVG in the page's colours; `id` keeps its names apart from other charts'.
  static String svg(Chart<?, ?> chart, String id) {
    var svg = Charts.svg(chart);
    svg = svg.replaceAll("(id=\"|url\\(#)clip-?", "$1" + id + "-");
    svg = named(svg, Color.WHITE, "--paper");
    svg = named(svg, Color.BLACK, "--ink");
    svg = named(svg, QUIET, "--quiet");
    svg = named(svg, LINE, "--line");
    for (var entry : ENTRIES.entrySet()) {
      svg = named(svg, entry.getKey(), entry.getValue());
    }
    return svg.replaceAll(">\\s+<", "><");
  }

  private static String named(String svg, Color colour, String variable) {
    var fixed = "rgb(%d,%d,%d)".formatted(colour.getRed(), colour.getGreen(), colour.getBlue());
    return svg.replace(fixed, "var(" + variable + ")");
  }
}
