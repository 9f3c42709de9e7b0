package tapeline.instructor.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tapeline.grader.report.Html;
import tapeline.instructor.judge.Score;

/// One logarithmic axis of ratios for a whole table: each row draws its interval over it.
///
/// @param low where it begins
/// @param high where it ends
record RatioAxis(double low, double high) {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 20;
  private static final double[] ROUND = {
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1e4
  };

  /// An axis on which all intervals and 1× have room.
  static RatioAxis of(List<Score> scores) {
    double low = 1;
    double high = 1;
    for (var s : scores) {
      for (double x : new double[] {s.low(), s.ratio(), s.high()}) {
        if (Double.isFinite(x) && x > 0) {
          low = Math.min(low, x);
          high = Math.max(high, x);
        }
      }
    }
    double room = Math.max(1.02, Math.pow(high / low, 0.04));
    return new RatioAxis(low / room, high * room);
  }

  /// How far along it a ratio lies, from 0 to 1.
  double share(double ratio) {
    double inside = Math.clamp(ratio, low, high);
    return Math.log(inside / low) / Math.log(high / low);
  }

  /// Round ratios on it, not too close.
  List<Double> ticks() {
    var ticks = new ArrayList<Double>();
    for (double r : ROUND) {
      boolean near = !ticks.isEmpty() && share(r) - share(ticks.getLast()) < 0.16;
      if (r >= low && r <= high && !near) {
        ticks.add(r);
      } else if (r == 1 && near) {
        ticks.set(ticks.size() - 1, r);
      }
    }
    return ticks;
  }

  /// Where 1× is, as a value of CSS.
  String one() {
    return String.format(Locale.ROOT, "%.2f%%", 100 * share(1));
  }

  /// The ratios above a table's column.
  void head(Html html) {
    html.raw("<div class=\"axis\" aria-hidden=\"true\">");
    for (double tick : ticks()) {
      html.raw(String.format(Locale.ROOT, "<span style=\"left:%.1f%%\">", 100 * share(tick)));
      html.text(tick < 1 ? "%s×".formatted(tick) : "%.0f×".formatted(tick)).raw("</span>");
    }
    html.raw("</div>");
  }

  /// An interval, said in words too.
  void draw(Html html, Score s) {
    html.raw("<svg viewBox=\"0 0 ").raw(WIDTH).raw(" ").raw(HEIGHT);
    html.raw("\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
    html.text(words(s)).raw("\">");
    if (s.level() < 1) {
      html.raw(line("span", x(s.low()), HEIGHT / 2, x(s.high()), HEIGHT / 2));
    }
    html.raw(
        String.format(
            Locale.ROOT,
            "<path class=\"at\" d=\"M%.1f %dh0.01\"/></svg>",
            x(s.ratio()),
            HEIGHT / 2));
  }

  /// `2.1×, with 95 % between 1.9× and 2.3×`.
  static String words(Score s) {
    return SiteText.ratio(s.ratio())
        + (s.level() == 1
            ? ", counted"
            : ", with %.0f %% between %s and %s"
                .formatted(100 * s.level(), SiteText.ratio(s.low()), SiteText.ratio(s.high())));
  }

  private double x(double ratio) {
    return WIDTH * share(ratio);
  }

  private static String line(String kind, double x1, int y1, double x2, int y2) {
    return String.format(
        Locale.ROOT,
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
        kind,
        x1,
        y1,
        x2,
        y2);
  }
}
