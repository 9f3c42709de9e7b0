package tapeline.laboratory.report;

import java.util.Locale;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;

/// A comparison as a picture: each fork's speed-up as a dot, the interval as a bar, 1× as a line.
/// It takes the page's colours, light or dark.
final class RatioPicture {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 96;
  private static final int MARGIN = 24;
  private static final int DOTS = 34;
  private static final int BAR = 58;
  private static final int NEAR = 70;

  private final double low;
  private final double high;

  private RatioPicture(double low, double high) {
    this.low = low;
    this.high = high;
  }

  static String svg(Comparison c) {
    double low = 1;
    double high = 1;
    for (var f : c.forks()) {
      low = Math.min(low, ratio(f));
      high = Math.max(high, ratio(f));
    }
    var interval = c.interval();
    if (Double.isFinite(interval.high())) {
      low = Math.min(low, interval.low());
      high = Math.max(high, interval.high());
    }
    double room = Math.max(0.01, 0.08 * (high - low));
    return new RatioPicture(low - room, high + room).draw(c);
  }

  private static double ratio(Fork f) {
    return Math.exp(-f.logRatio());
  }

  private String draw(Comparison c) {
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
            .formatted(WIDTH, HEIGHT, Html.escape(c.toString())));
    line(svg, "one", x(1), 12, x(1), 72);
    for (var f : c.forks()) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"fork\" cx=\"%.1f\" cy=\"%d\" r=\"4\"/>",
              x(ratio(f)),
              DOTS));
    }
    var interval = c.interval();
    double from = Math.max(low, interval.low());
    double to = Math.min(high, interval.high());
    line(svg, "interval", x(from), BAR, x(to), BAR);
    line(svg, "interval", x(from), BAR - 6, x(from), BAR + 6);
    line(svg, "interval", x(to), BAR - 6, x(to), BAR + 6);
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle class=\"best\" cx=\"%.1f\" cy=\"%d\" r=\"5\"/>",
            x(c.speedUp()),
            BAR));
    for (double tick : new double[] {low, 1, high}) {
      if (tick == 1 && Math.min(x(1) - x(low), x(high) - x(1)) < NEAR) {
        continue; // its number would stand on another; the line says where it is
      }
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
              tick == low ? 0.0 : tick == high ? WIDTH : x(tick),
              90,
              tick == low ? "start" : tick == high ? "end" : "middle",
              Report.ratio(tick)));
    }
    return svg.append("</svg>").toString();
  }

  private double x(double ratio) {
    return MARGIN + (WIDTH - 2 * MARGIN) * (ratio - low) / (high - low);
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
