package tapeline.toolkit;

import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/// Draws shares from 0 to 1 on three axes or more, a closed line a series, as an SVG without a
/// script: a value shows where the pointer is on its dot, and a name of the legend that is pointed
/// at, or has the focus, leaves its series alone in full colour.
///
/// A value that is not known has no dot, and its line a gap. A radar shows patterns and misleads
/// about sizes: it never stands without its table.
public final class RadarPicture {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 470;
  private static final int X = 310;
  private static final int Y = 250;
  private static final int RADIUS = 160;
  private static final int TOP = 78; // a longer legend moves what is below it

  private static final String STYLE =
      """
      <style>
      .tape-radar { font: 10.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: #ffffff }
      .tape-radar text { fill: #1f2328 } .tape-radar .title { font-size: 14px; font-weight: 700 }
      .tape-radar .middle { text-anchor: middle } .tape-radar .end { text-anchor: end }
      .tape-radar path { fill: none; stroke-width: 1.8 } .tape-radar .grid { stroke: #e3e6e9; stroke-width: 1 }
      .tape-radar circle { fill: var(--c) } .tape-radar .series path { stroke: var(--c) }
      .tape-radar .series circle:hover { stroke: var(--c); stroke-width: 6 }
      @media (prefers-color-scheme: dark) {
        .tape-radar { background: #111111 } .tape-radar text { fill: #f0f6fc }
        .tape-radar .grid { stroke: #2a2f36 }
      }
      """;

  private final String title;
  private final List<String> axes;
  private final List<Series> all = new ArrayList<>();

  private record Series(String name, double[] shares, List<String> words) {}

  /// @throws IllegalArgumentException unless there are three axes or more
  public RadarPicture(String title, List<String> axes) {
    this.title = title;
    this.axes = List.copyOf(axes);
    if (axes.size() < 3) {
      throw new IllegalArgumentException("a radar has three axes or more, got " + axes.size());
    }
  }

  /// Adds a series, and returns this.
  ///
  /// @param shares from 0, in the middle, to 1, at the rim; NaN where the value is not known
  /// @param words the values as they are shown
  /// @throws IllegalArgumentException unless both have an entry for each axis
  public RadarPicture series(String name, double[] shares, List<String> words) {
    if (shares.length != axes.size() || words.size() != axes.size()) {
      throw new IllegalArgumentException(
          "a series has a value for each of %d axes, got %d and %d of %s"
              .formatted(axes.size(), shares.length, words.size(), name));
    }
    all.add(new Series(name, shares.clone(), List.copyOf(words)));
    return this;
  }

  /// The drawing.
  public Picture picture() {
    var out = new Formatter(Locale.ROOT);
    out.format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tape-radar\" role=\"img\"");
    var legend = new Formatter(Locale.ROOT);
    double below = PictureLegend.draw(legend, all.stream().map(Series::name).toList(), 12, WIDTH);
    double down = Math.max(0, below - TOP);
    out.format(
        " width=\"%1$d\" height=\"%2$.0f\" viewBox=\"0 0 %1$d %2$.0f\">\n", WIDTH, HEIGHT + down);
    out.format("<title>%s</title>\n%s", HtmlText.escape(title), STYLE);
    out.format("%s</style>\n", PictureLegend.style("tape-radar", "series", all.size()));
    PictureLegend.text(out, "title", 12, 20, title);
    out.format("%s<g transform=\"translate(0 %.0f)\">\n", legend, down);
    for (int ring = 1; ring <= 4; ring++) {
      out.format("<circle class=\"grid\" style=\"fill:none\" cx=\"%d\" cy=\"%d\"", X, Y);
      out.format(" r=\"%d\"/>\n", ring * RADIUS / 4);
    }
    for (int k = 0; k < axes.size(); k++) {
      out.format("<path class=\"grid\" d=\"M%d %dL%.1f %.1f\"/>\n", X, Y, x(k, 1), y(k, 1));
      double side = x(k, 1) - X;
      var look = Math.abs(side) < 1 ? "middle" : side < 0 ? "end" : "";
      PictureLegend.text(out, look, x(k, 1.08), y(k, 1.08) + 4, axes.get(k));
    }
    for (int g = 0; g < all.size(); g++) {
      series(out, g);
    }
    return new Picture(out.format("</g>\n</svg>\n").toString());
  }

  private void series(Formatter out, int g) {
    var s = all.get(g);
    int n = axes.size();
    out.format("<g class=\"series g%d\">\n", g);
    for (int k = 0; k < n; k++) {
      double here = s.shares[k];
      double next = s.shares[(k + 1) % n];
      if (!Double.isNaN(here + next)) {
        out.format("<path d=\"M%.1f %.1f", x(k, here), y(k, here));
        out.format("L%.1f %.1f\"/>\n", x((k + 1) % n, next), y((k + 1) % n, next));
      }
    }
    for (int k = 0; k < n; k++) {
      if (!Double.isNaN(s.shares[k])) {
        out.format("<circle cx=\"%.1f\" cy=\"%.1f\"", x(k, s.shares[k]), y(k, s.shares[k]));
        var words = "%s, %s: %s".formatted(s.name, axes.get(k), s.words.get(k));
        out.format(" r=\"4.5\"><title>%s</title></circle>\n", HtmlText.escape(words));
      }
    }
    out.format("</g>\n");
  }

  private double x(int axis, double share) {
    return X + RADIUS * share * Math.sin(2 * Math.PI * axis / axes.size());
  }

  private double y(int axis, double share) {
    return Y - RADIUS * share * Math.cos(2 * Math.PI * axis / axes.size());
  }
}
