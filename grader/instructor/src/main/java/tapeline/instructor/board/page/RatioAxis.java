package tapeline.instructor.board.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.judge.verdict.PairScore;

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

  /// Returns an axis that has all intervals and 1× on it.
  static RatioAxis of(List<PairScore> scores) {
    var all = scores.stream().flatMapToDouble(s -> DoubleStream.of(s.low(), s.ratio(), s.high()));
    return over(DoubleStream.concat(DoubleStream.of(1), all)).withRoom(1.02, 0.04);
  }

  /// Returns an axis from the least to the largest of the ratios that can be drawn; at 1× where
  /// none can.
  static RatioAxis over(DoubleStream ratios) {
    var drawn = ratios.filter(r -> Double.isFinite(r) && r > 0).summaryStatistics();
    return drawn.getCount() == 0
        ? new RatioAxis(1, 1)
        : new RatioAxis(drawn.getMin(), drawn.getMax());
  }

  /// Returns this axis, extended so far that this ratio lies on it.
  RatioAxis with(double ratio) {
    return new RatioAxis(Math.min(low, ratio), Math.max(high, ratio));
  }

  /// Returns this axis, extended at both ends: by this share of its length, and at least by this
  /// factor.
  RatioAxis withRoom(double factor, double share) {
    double room = Math.max(factor, Math.pow(high / low, share));
    return new RatioAxis(low / room, high * room);
  }

  /// Returns the position of a ratio along the axis, from 0 to 1.
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

  /// `0.5×`, `20×`.
  static String tickText(double tick) {
    return tick < 1 ? tick + "×" : String.format(Locale.ROOT, "%.0f×", tick);
  }

  /// Returns the position of 1× as a value of CSS.
  String one() {
    return String.format(Locale.ROOT, "%.2f%%", 100 * share(1));
  }

  /// The ratios above a table's column.
  void head(Html html) {
    html.raw("<div class=\"axis\" aria-hidden=\"true\">");
    for (double tick : ticks()) {
      html.raw(String.format(Locale.ROOT, "<span style=\"left:%.1f%%\">", 100 * share(tick)));
      html.text(tickText(tick)).raw("</span>");
    }
    html.raw("</div>");
  }

  /// An interval, said in words too.
  void draw(Html html, PairScore s) {
    html.raw("<svg viewBox=\"0 0 ").raw(WIDTH).raw(" ").raw(HEIGHT);
    html.raw("\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
    html.text(words(s)).raw("\">");
    if (s.level() < 1) {
      PictureParts.line(html, "span", x(s.low()), HEIGHT / 2.0, x(s.high()), HEIGHT / 2.0);
    }
    html.raw(
        String.format(
            Locale.ROOT,
            "<path class=\"at\" d=\"M%.1f %dh0.01\"/></svg>",
            x(s.ratio()),
            HEIGHT / 2));
  }

  /// `2.1×, with 95 % between 1.9× and 2.3×`.
  static String words(PairScore s) {
    return BoardWords.ratio(s.ratio())
        + (s.level() == 1
            ? ", counted"
            : ", with %.0f %% between %s and %s"
                .formatted(100 * s.level(), BoardWords.ratio(s.low()), BoardWords.ratio(s.high())));
  }

  private double x(double ratio) {
    return WIDTH * share(ratio);
  }
}
