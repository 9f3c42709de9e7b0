package tapeline.laboratory.tracking;

import java.util.Locale;

/// A trend as an SVG that is a file of its own: each check's ratio with its interval, the pieces of
/// equal speed as lines, and at each step its commit. Light or dark, as its reader likes it.
public final class TrendPicture {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 300;
  private static final int LEFT = 64;
  private static final int RIGHT = 20;
  private static final int TOP = 44;
  private static final int FLOOR = 252;

  /// Fewer checks have no mean that says something.
  private static final int ENOUGH = 5;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; } svg { background: light-dark(#fff, #16181c); }
      text { font: 13px system-ui, sans-serif; fill: light-dark(#59636e, #9aa4af); }
      .title { font-weight: 600; font-size: 15px; fill: light-dark(#1b1f24, #e8eaed); }
      line { stroke: light-dark(#d6dbe1, #343a42); } .one { stroke: light-dark(#59636e, #9aa4af); stroke-dasharray: 3 3; }
      .interval { stroke: light-dark(#0072b2, #56b4e9); stroke-width: 1.5; } .dot { fill: light-dark(#0072b2, #56b4e9); }
      .over .interval { stroke: light-dark(#c1121f, #ff7b72); } .over .dot { fill: light-dark(#c1121f, #ff7b72); }
      .piece { stroke: light-dark(#1b1f24, #e8eaed); stroke-width: 2; stroke-opacity: .6; }
      .step { stroke: light-dark(#c1121f, #ff7b72); stroke-dasharray: 2 3; } text.step { stroke: none; fill: light-dark(#c1121f, #ff7b72); }
      """;

  private final Trend trend;
  private final double low;
  private final double high;
  private final StringBuilder svg = new StringBuilder();

  private TrendPicture(Trend trend) {
    this.trend = trend;
    double least = 1;
    double most = 1;
    for (var c : trend.checks()) {
      for (double x : new double[] {c.ratio(), c.low(), c.high()}) {
        if (Double.isFinite(x) && x > 0) {
          least = Math.min(least, x);
          most = Math.max(most, x);
        }
      }
    }
    double room = Math.max(1.005, Math.pow(most / least, 0.08));
    low = least / room;
    high = most * room;
  }

  public static String svg(Trend trend) {
    return new TrendPicture(trend).draw();
  }

  private String draw() {
    var title = escape(trend.name() + ": time over that of the first baseline");
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">"
            .formatted(WIDTH, HEIGHT));
    svg.append("<title>").append(title).append("</title><style>").append(STYLE).append("</style>");
    text("title", LEFT, 22, "start", trend.name() + ": time over that of the first baseline");
    line("one", LEFT, y(1), WIDTH - RIGHT, y(1));
    text("axis", LEFT - 8, y(1) + 4, "end", "1×");
    if (y(low) - y(1) > 30) {
      text("axis", LEFT - 8, y(low), "end", ratio(low));
    }
    if (y(1) - y(high) > 30) {
      text("axis", LEFT - 8, y(high) + 10, "end", ratio(high));
    }
    for (int i = 0; i < trend.checks().size(); i++) {
      check(i);
    }
    for (var piece : trend.pieces()) {
      if (piece.size() < ENOUGH) {
        continue;
      }
      double mean = y(Math.exp(piece.mean()));
      line("piece", x(piece.from()) - 4, mean, x(piece.to() - 1) + 4, mean);
    }
    trend.steps().forEach(this::step);
    var checks = trend.checks();
    text("axis", LEFT, FLOOR + 30, "start", checks.getFirst().commit());
    if (checks.size() > 1) {
      text("axis", WIDTH - RIGHT, FLOOR + 30, "end", checks.getLast().commit());
    }
    return svg.append("</svg>\n").toString();
  }

  private void check(int i) {
    var c = trend.checks().get(i);
    svg.append(c.over().isEmpty() ? "<g>" : "<g class=\"over\">");
    line("interval", x(i), y(Math.max(low, c.low())), x(i), y(Math.min(high, c.high())));
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>%s</title></circle></g>",
            x(i),
            y(c.ratio()),
            escape(c.commit() + " " + ratio(c.ratio()) + " " + String.join("; ", c.over()))));
  }

  private void step(Trend.Step step) {
    double x = (x(step.at() - 1) + x(step.at())) / 2;
    line("step", x, TOP - 4, x, FLOOR);
    boolean left = x > WIDTH / 2.0;
    text("step", left ? x - 6 : x + 6, TOP + 6, left ? "end" : "start", step.toString());
  }

  private double x(int i) {
    double share = (i + 0.5) / trend.checks().size();
    return LEFT + (WIDTH - LEFT - RIGHT) * share;
  }

  private double y(double ratio) {
    return FLOOR - (FLOOR - TOP) * Math.log(ratio / low) / Math.log(high / low);
  }

  private static String ratio(double x) {
    return String.format(Locale.ROOT, "%.3f×", x);
  }

  private void text(String kind, double x, double y, String anchor, String words) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
            kind,
            x,
            y,
            anchor,
            escape(words)));
  }

  private void line(String kind, double x1, double y1, double x2, double y2) {
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

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
