package tapeline.instructor.board.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import tapeline.bench.stats.Sample;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.judge.verdict.PairScore;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;

/// The measurements, drawn twice: every time as a dot, fork beside fork; and each fork's ratio,
/// with the interval that they come to.
final class ForksPicture {
  private static final int WIDTH = 520;
  private static final int LEFT = 82;
  private static final int RIGHT = 10;
  private static final int TOP = 10;
  private static final int FLOOR = 210;
  private static final int MOST_DOTS = 400;

  /// The axis ends here: a few turns that were interrupted for long would press all others flat.
  private static final double SHOWN = 0.98;

  private static final double NEAR = 1.15;

  private ForksPicture() {}

  /// Every time in its order. Where a fork has more than 400 times of a side, evenly spaced ones.
  static void times(Html html, List<ForkTimes> forks) {
    var all =
        Sample.of(
            forks.stream()
                .flatMapToDouble(f -> DoubleStream.concat(numbers(f.other()), numbers(f.entry())))
                .toArray());
    double low = all.min();
    double high = Math.max(all.quantile(SHOWN), low * 1.01);
    html.raw("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(WIDTH, FLOOR + 34));
    html.raw("all times of %d forks in their order\">".formatted(forks.size()));
    double width = (double) (WIDTH - LEFT - RIGHT) / forks.size();
    for (int i = 0; i < forks.size(); i++) {
      double left = LEFT + i * width;
      if (i > 0) {
        html.raw(
            String.format(
                Locale.ROOT, "<path class=\"rule\" d=\"M%.1f %dV%d\"/>", left, TOP, FLOOR));
      }
      dots(html, "a", forks.get(i).other(), left, width, low, high);
      dots(html, "b", forks.get(i).entry(), left, width, low, high);
    }
    html.raw(
        "<path class=\"frame\" d=\"M%d %dV%dH%d\"/>".formatted(LEFT, TOP, FLOOR, WIDTH - RIGHT));
    PictureParts.text(html, "", LEFT - 8, TOP + 12, "end", BoardWords.nanos(high));
    PictureParts.text(html, "", LEFT - 8, FLOOR, "end", BoardWords.nanos(low));
    PictureParts.text(html, "", LEFT, FLOOR + 24, "start", "fork 1");
    PictureParts.text(html, "", WIDTH - RIGHT, FLOOR + 24, "end", "fork " + forks.size());
    html.raw("</svg>");
  }

  private static DoubleStream numbers(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue);
  }

  private static void dots(
      Html html,
      String side,
      List<Double> times,
      double left,
      double width,
      double low,
      double high) {
    int step = Math.max(1, (times.size() + MOST_DOTS - 1) / MOST_DOTS);
    var path = new StringBuilder();
    for (int i = 0; i < times.size(); i += step) {
      double t = times.get(i);
      if (t <= high && t > 0) {
        double x = left + 3 + (width - 6) * (i + 0.5) / times.size();
        double y = FLOOR - 5 - (FLOOR - TOP - 10) * Math.log(t / low) / Math.log(high / low);
        path.append(String.format(Locale.ROOT, "M%.1f %.1fh0", x, y));
      }
    }
    html.raw("<path class=\"dots ").raw(side).raw("\" d=\"").raw(path.toString()).raw("\"/>");
  }

  /// Each fork's ratio as a dot over the interval.
  static void ratios(Html html, PairScore score) {
    var axis = axis(score);
    int floor = 100;
    html.raw("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(WIDTH, floor + 34));
    html.text("the ratio of each fork; together " + RatioAxis.words(score)).raw("\">");
    boolean one = axis.low() < 1 && 1 < axis.high();
    if (one) {
      PictureParts.line(html, "one", x(axis, 1), 8, x(axis, 1), floor);
    }
    for (var fork : score.forks()) {
      PictureParts.point(html, false, x(axis, Math.exp(-fork.logRatio())), 34, 5, "");
    }
    PictureParts.line(html, "span", x(axis, score.low()), 72, x(axis, score.high()), 72);
    PictureParts.point(html, true, x(axis, score.ratio()), 72, 6, "");
    html.raw("<path class=\"frame\" d=\"M%d %dH%d\"/>".formatted(RIGHT, floor, WIDTH - RIGHT));
    PictureParts.text(html, "", RIGHT, floor + 24, "start", BoardWords.ratio(axis.low()));
    PictureParts.text(html, "", WIDTH - RIGHT, floor + 24, "end", BoardWords.ratio(axis.high()));
    if (one && x(axis, 1) > 110 && x(axis, 1) < WIDTH - 110) {
      PictureParts.text(html, "", x(axis, 1), floor + 24, "middle", "1×");
    }
    html.raw("</svg>");
  }

  /// From the least of the forks and of the interval to the largest; with 1× where that is near.
  private static RatioAxis axis(PairScore score) {
    var all =
        DoubleStream.concat(
            DoubleStream.of(score.ratio(), score.low(), score.high()),
            score.forks().stream().mapToDouble(f -> Math.exp(-f.logRatio())));
    var tight = RatioAxis.over(all);
    boolean near = tight.low() < NEAR && tight.high() > 1 / NEAR;
    return (near ? tight.with(1) : tight).withRoom(1.005, 0.08);
  }

  private static double x(RatioAxis axis, double ratio) {
    return RIGHT + 6 + (WIDTH - 2.0 * RIGHT - 12) * axis.share(ratio);
  }
}
