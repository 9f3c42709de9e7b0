package tapeline.toolkit;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/// Draws named lines and labelled points on two logarithmic axes as an SVG. Up to some 40 labels
/// stand beside their points without covering each other.
///
/// ```java
/// new LogLogPicture("Falling", "seconds", "metres")
///     .line("without air", new double[] {0.1, 10}, new double[] {0.05, 490})
///     .point("stone", "measured", 1, 4.9)
///     .picture();
/// ```
///
/// It is legible on white and on dark, and the same for the same data, byte by byte. As in a
/// [RadarPicture], values show at the pointer, and a name of the legend leaves its group alone.
public final class LogLogPicture {
  private static final int WIDTH = 920;
  private static final int HEIGHT = 580;
  private static final int LEFT = 62;
  private static final int RIGHT = WIDTH - 16;
  private static final int TOP = 62;
  private static final int BOTTOM = HEIGHT - 46;
  private static final double CHARACTER = 6.3; // 10.5 pixels high, 0.6 wide
  private static final int GROUPS = 6;

  private static final String STYLE =
      """
      <style>
      .tape-loglog { font: 10.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
      .tape-loglog { background: #ffffff }
      .tape-loglog text { fill: #1f2328; stroke: #ffffff; stroke-width: 2.5; paint-order: stroke }
      .tape-loglog .title { font-size: 14px; font-weight: 700 }
      .tape-loglog .faint, .tape-loglog .name { fill: #59636e }
      .tape-loglog .middle { text-anchor: middle } .tape-loglog .end { text-anchor: end }
      .tape-loglog path { fill: none }
      .tape-loglog .grid { stroke: #e3e6e9 }
      .tape-loglog .line { stroke: #59636e; stroke-width: 1.4 }
      .tape-loglog .leader { stroke: #8c959f; stroke-width: 0.8 }
      .tape-loglog circle { fill: var(--c) }
      .tape-loglog circle.dot:hover { stroke: var(--c); stroke-width: 6 }
      @media (prefers-color-scheme: dark) {
        .tape-loglog { background: #111111 }
        .tape-loglog text { fill: #f0f6fc; stroke: #111111 }
        .tape-loglog .faint, .tape-loglog .name { fill: #9da5ae }
        .tape-loglog .grid { stroke: #2a2f36 }
        .tape-loglog .line { stroke: #9da5ae }
        .tape-loglog .leader { stroke: #6e7781 }
      }
      """;

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final Map<String, double[][]> lines = new LinkedHashMap<>();
  private final List<Dot> dots = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();

  private record Dot(String label, String group, double x, double y) {}

  /// An axis: the decades that it shows, and where on the picture it begins and ends.
  private record Axis(double low, double high, int from, int to) {
    static Axis of(DoubleStream values, int from, int to) {
      var range = values.map(Math::log10).summaryStatistics();
      double margin = 0.05 * Math.max(range.getMax() - range.getMin(), 1);
      return new Axis(range.getMin() - margin, range.getMax() + margin, from, to);
    }

    double at(double value) {
      return from + (Math.log10(value) - low) / (high - low) * (to - from);
    }
  }

  public LogLogPicture(String title, String xTitle, String yTitle) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /// Adds straight lines from point to point, with their name above the first point, and returns
  /// this. A line that is given from right to left has its name at its right end.
  ///
  /// @throws IllegalArgumentException unless there are two points or more, all above 0, and no
  ///   other line has the name
  public LogLogPicture line(String name, double[] x, double[] y) {
    if (x.length < 2 || x.length != y.length) {
      throw new IllegalArgumentException(
          "line \"%s\" needs two points or more, as many y as x, got %d x and %d y"
              .formatted(name, x.length, y.length));
    }
    for (int i = 0; i < x.length; i++) check(name, x[i], y[i]);
    if (lines.putIfAbsent(name, new double[][] {x.clone(), y.clone()}) != null) {
      throw new IllegalArgumentException(
          "lines have names of their own, got a second \"%s\"".formatted(name));
    }
    return this;
  }

  /// Adds a point with a label, in the colour of its group, and returns this.
  ///
  /// @throws IllegalArgumentException when a coordinate is not above 0, or the group is the seventh
  public LogLogPicture point(String label, String group, double x, double y) {
    check(label, x, y);
    if (!groups.contains(group)) {
      if (groups.size() == GROUPS) {
        throw new IllegalArgumentException(
            "there are colours for %d groups %s, got %s as well".formatted(GROUPS, groups, group));
      }
      groups.add(group);
    }
    dots.add(new Dot(label, group, x, y));
    return this;
  }

  private static void check(String name, double x, double y) {
    if (!(x > 0 && y > 0 && x < Double.POSITIVE_INFINITY && y < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "logarithmic axes show numbers above 0, got (%s, %s) for \"%s\"".formatted(x, y, name));
    }
  }

  /// The drawing.
  ///
  /// @throws IllegalStateException when there is nothing to draw
  public Picture picture() {
    if (lines.isEmpty() && dots.isEmpty()) {
      throw new IllegalStateException("\"%s\" has no line and no point".formatted(title));
    }
    var x = axis(0, LEFT, RIGHT);
    var y = axis(1, BOTTOM, TOP);
    var out = new Formatter(Locale.ROOT);
    out.format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tape-loglog\" role=\"img\"");
    out.format(" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\">\n", WIDTH, HEIGHT);
    out.format("<title>%s</title>\n%s", HtmlText.escape(title), STYLE);
    out.format("%s</style>\n", PictureLegend.style("tape-loglog", "dot", groups.size()));
    PictureLegend.text(out, "title", LEFT, 20, title);
    PictureLegend.draw(out, groups, LEFT, RIGHT);
    grid(out, x, y);
    var segments = new ArrayList<Line2D>();
    lines.forEach((_, line) -> segments.addAll(drawn(out, x, y, line)));
    var frame = new Rectangle2D.Double(LEFT + 2, TOP, RIGHT - LEFT - 2.0, BOTTOM - TOP - 2.0);
    var places = new LabelPlacement(frame, segments);
    var taken = new ArrayList<>(segments);
    lines.forEach((name, line) -> named(out, places, taken, name, segment(x, y, line, 0)));
    for (var dot : dots) places.add(x.at(dot.x), y.at(dot.y), CHARACTER * dot.label.length());
    var labels = places.place();
    for (var label : labels) leader(out, label.leader());
    for (int i = 0; i < dots.size(); i++) {
      var dot = dots.get(i);
      var look = "dot g" + groups.indexOf(dot.group);
      out.format("<circle class=\"%s\"", look);
      out.format(" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">", x.at(dot.x), y.at(dot.y));
      out.format("<title>%s</title></circle>\n", HtmlText.escape(words(dot)));
      var box = labels.get(i).box;
      PictureLegend.text(out, "middle " + look, box.getCenterX(), box.getMaxY() - 3, dot.label);
    }
    return new Picture(out.format("</svg>\n").toString());
  }

  /// The words that a pointer on a dot gets: its label and values, with the axes' names.
  private String words(Dot dot) {
    return "%s: %s %s, %s %s"
        .formatted(
            dot.label, TextTable.number(dot.x, 3), xTitle, TextTable.number(dot.y, 3), yTitle);
  }

  private Axis axis(int coordinate, int from, int to) {
    var ends = lines.values().stream().flatMapToDouble(l -> DoubleStream.of(l[coordinate]));
    var points = dots.stream().mapToDouble(dot -> coordinate == 0 ? dot.x : dot.y);
    return Axis.of(DoubleStream.concat(ends, points), from, to);
  }

  private void grid(Formatter out, Axis x, Axis y) {
    for (int d = (int) Math.ceil(x.low); d <= x.high; d++) {
      double at = x.at(Math.pow(10, d));
      out.format("<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, TOP, BOTTOM);
      PictureLegend.text(out, "faint middle", at, BOTTOM + 16, Charts.power(Math.pow(10, d)));
    }
    for (int d = (int) Math.ceil(y.low); d <= y.high; d++) {
      double at = y.at(Math.pow(10, d));
      out.format("<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, at, RIGHT);
      PictureLegend.text(out, "faint end", LEFT - 6, at + 4, Charts.power(Math.pow(10, d)));
    }
    PictureLegend.text(out, "middle", (LEFT + RIGHT) / 2.0, HEIGHT - 10, xTitle);
    out.format("<g transform=\"translate(16 %d) rotate(-90)\">", (TOP + BOTTOM) / 2);
    PictureLegend.text(out, "middle", 0, 0, yTitle);
    out.format("</g>\n");
  }

  private static List<Line2D> drawn(Formatter out, Axis x, Axis y, double[][] line) {
    var segments = new ArrayList<Line2D>();
    out.format("<path class=\"line\" d=\"");
    for (int i = 0; i < line[0].length; i++) {
      out.format("%s%.1f %.1f", i == 0 ? "M" : "L", x.at(line[0][i]), y.at(line[1][i]));
      if (i > 0) segments.add(segment(x, y, line, i - 1));
    }
    out.format("\"/>\n");
    return segments;
  }

  private static Line2D segment(Axis x, Axis y, double[][] line, int i) {
    return new Line2D.Double(
        x.at(line[0][i]), y.at(line[1][i]), x.at(line[0][i + 1]), y.at(line[1][i + 1]));
  }

  /// Writes a line's name along its first segment, from the segment's start on: above it, or where
  /// another line or name passes there, below, or further away.
  private static void named(
      Formatter out, LabelPlacement places, List<Line2D> taken, String name, Line2D line) {
    int direction = line.getX2() < line.getX1() ? -1 : 1;
    double angle =
        Math.atan2(
            direction * (line.getY2() - line.getY1()), direction * (line.getX2() - line.getX1()));
    double end = 6 + CHARACTER * name.length();
    var others = taken.stream().filter(other -> !same(other, line)).toList();
    double side =
        DoubleStream.of(-8, 8, -20, 20, -32)
            .filter(d ->
                others.stream().noneMatch(l -> near(l, beside(line, direction, angle, d, end))))
            .findFirst()
            .orElse(8);
    taken.add(beside(line, direction, angle, side, end));
    out.format("<g transform=\"translate(%.1f %.1f) ", line.getX1(), line.getY1());
    out.format("rotate(%.2f)\">", Math.toDegrees(angle) + 0.0); // no -0.00
    PictureLegend.text(out, direction > 0 ? "name" : "name end", 6 * direction, side + 4, name);
    out.format("</g>\n");
    for (double along = 6; along < end; along += 8) { // a slanted box of small ones
      var at = beside(line, direction, angle, side, along).getP2();
      places.avoid(new Rectangle2D.Double(at.getX() - 4, at.getY() - 6, 8, 12));
    }
  }

  /// From a line's start along it, so far to its side, below it if that is positive.
  private static Line2D beside(
      Line2D line, int direction, double angle, double side, double length) {
    double x = line.getX1() - side * Math.sin(angle);
    double y = line.getY1() + side * Math.cos(angle);
    double along = direction * length;
    return new Line2D.Double(x, y, x + along * Math.cos(angle), y + along * Math.sin(angle));
  }

  private static boolean same(Line2D a, Line2D b) {
    return a.getP1().equals(b.getP1()) && a.getP2().equals(b.getP2());
  }

  /// Returns whether letters along b would touch a.
  private static boolean near(Line2D a, Line2D b) {
    return a.intersectsLine(b)
        || Math.min(a.ptSegDist(b.getP1()), a.ptSegDist(b.getP2())) < 6
        || Math.min(b.ptSegDist(a.getP1()), b.ptSegDist(a.getP2())) < 6;
  }

  private static void leader(Formatter out, Line2D line) {
    if (line.getP1().distance(line.getP2()) > 9) {
      out.format("<path class=\"leader\" d=\"M%.1f %.1f", line.getX1(), line.getY1());
      out.format("L%.1f %.1f\"/>\n", line.getX2(), line.getY2());
    }
  }
}
