package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/// Numbers with their intervals below one another on one logarithmic axis, each with its name above
/// it: error bars that can be read on a telephone.
final class IntervalsPicture {
  private static final int WIDTH = 640;
  private static final int ROW = 46;
  private static final int MARGIN = 30;

  /// A row.
  ///
  /// @param kind its colour: a class of [HtmlStyle]
  record Bar(String name, double low, double value, double high, String kind) {}

  private final List<Bar> bars;
  private final DoubleFunction<String> unit;
  private final double low;
  private final double high;

  private IntervalsPicture(List<Bar> bars, DoubleFunction<String> unit, double low, double high) {
    this.bars = bars;
    this.unit = unit;
    this.low = low;
    this.high = high;
  }

  /// @param unit how a number of the axis is said
  /// @param line a value with a line of its own, such as 1 for ratios, or NaN
  static String svg(List<Bar> bars, DoubleFunction<String> unit, double line) {
    double low = Double.isNaN(line) ? Double.POSITIVE_INFINITY : line;
    double high = Double.isNaN(line) ? 0 : line;
    for (var b : bars) {
      for (double x : new double[] {b.low(), b.value(), b.high()}) {
        if (Double.isFinite(x) && x > 0) {
          low = Math.min(low, x);
          high = Math.max(high, x);
        }
      }
    }
    double room = Math.max(1.002, Math.pow(high / low, 0.05));
    return new IntervalsPicture(bars, unit, low / room, high * room).draw(line);
  }

  private String draw(double line) {
    int floor = bars.size() * ROW;
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"numbers with their intervals\">"
            .formatted(WIDTH, floor + 28));
    if (!Double.isNaN(line)) {
      line(svg, "one", x(line), 4, x(line), floor + 4);
    }
    for (int i = 0; i < bars.size(); i++) {
      bar(svg, bars.get(i), i * ROW);
    }
    for (double tick : ticks(line)) {
      line(svg, "rule", x(tick), floor + 2, x(tick), floor + 7);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
              tick == low ? 0.0 : tick == high ? WIDTH : x(tick),
              floor + 22,
              tick == low ? "start" : tick == high ? "end" : "middle",
              unit.apply(tick)));
    }
    return svg.append("</svg>").toString();
  }

  private void bar(StringBuilder svg, Bar bar, int top) {
    svg.append("<text class=\"name\" x=\"%d\" y=\"%d\">".formatted(MARGIN, top + 16));
    svg.append(Html.escape(bar.name())).append("</text>");
    double from = x(Math.max(low, bar.low()));
    double to = x(Math.min(high, bar.high()));
    int y = top + 31;
    svg.append("<g class=\"").append(bar.kind()).append("\">");
    line(svg, "interval", from, y, to, y);
    line(svg, "interval", from, y - 5, from, y + 5);
    line(svg, "interval", to, y - 5, to, y + 5);
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle class=\"best\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\"/></g>",
            x(bar.value()),
            y));
  }

  /// The ends, and the line or the middle, unless they would touch.
  private List<Double> ticks(double line) {
    var ticks = new ArrayList<>(List.of(low, high));
    double middle = Double.isNaN(line) ? Math.sqrt(low * high) : line;
    if (x(middle) - x(low) > 80 && x(high) - x(middle) > 80) {
      ticks.add(middle);
    }
    return ticks;
  }

  private double x(double value) {
    return MARGIN + (WIDTH - 2.0 * MARGIN) * Math.log(value / low) / Math.log(high / low);
  }

  private static void line(
      StringBuilder svg, String kind, double x1, double y1, double x2, double y2) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            kind,
            x1,
            y1,
            x2,
            y2));
  }
}
