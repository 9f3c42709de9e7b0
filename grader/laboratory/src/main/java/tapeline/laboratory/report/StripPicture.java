package tapeline.laboratory.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.stats.Sample;

/// Every time as a dot, in the order of measurement, process beside process: what drifts, jumps or
/// is disturbed for a while shows only here.
final class StripPicture {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 170;
  private static final int MARGIN = 24;
  private static final int LEFT = 76;
  private static final int TOP = 8;
  private static final int FLOOR = 140;

  /// The axis ends here: a few turns that were interrupted for long would press all others flat.
  private static final double SHOWN = 0.98;

  /// Times of one process, or of two that took turns.
  private record Column(double[] a, double[] b) {}

  private final List<Column> columns;
  private final double low;
  private final double high;
  private int hidden;

  private StripPicture(List<Column> columns) {
    this.columns = columns;
    var all =
        Sample.of(
            columns.stream()
                .flatMapToDouble(
                    c -> DoubleStream.concat(Arrays.stream(c.a()), Arrays.stream(c.b())))
                .toArray());
    low = all.min();
    high = Math.max(all.quantile(SHOWN), low * 1.01);
  }

  /// A column for each fork.
  static String svg(ComparisonFile file) {
    var columns = file.forks().stream().map(f -> new Column(f.a(), f.b())).toList();
    return new StripPicture(columns).draw("fork 1", "fork " + columns.size());
  }

  /// A column for each result.
  static String svg(List<BenchmarkResult> results) {
    var columns = results.stream().map(r -> new Column(r.nanos(), new double[0])).toList();
    return new StripPicture(columns).draw(results.getFirst().name(), results.getLast().name());
  }

  private String draw(String first, String last) {
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"all times in their order\">"
            .formatted(WIDTH, HEIGHT));
    double width = (double) (WIDTH - LEFT - MARGIN) / columns.size();
    for (int i = 0; i < columns.size(); i++) {
      double left = LEFT + i * width;
      if (i > 0) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<line class=\"rule\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                left,
                TOP,
                left,
                FLOOR));
      }
      dots(svg, "a", columns.get(i).a(), left, width);
      dots(svg, "b", columns.get(i).b(), left, width);
    }
    text(svg, LEFT - 6, TOP + 12, "end", TimesPicture.time(high));
    text(svg, LEFT - 6, FLOOR - 2, "end", TimesPicture.time(low));
    text(svg, LEFT, FLOOR + 20, "start", first);
    text(svg, WIDTH - MARGIN, FLOOR + 20, "end", last);
    if (hidden > 0) {
      text(svg, (LEFT + WIDTH - MARGIN) / 2, FLOOR + 20, "middle", hidden + " above");
    }
    return svg.append("</svg>").toString();
  }

  /// One path for all dots of a side in a fork: a line of no length with a round cap.
  private void dots(StringBuilder svg, String side, double[] times, double left, double width) {
    svg.append("<path class=\"dot ").append(side).append("\" d=\"");
    for (int i = 0; i < times.length; i++) {
      if (times[i] > high) {
        hidden++;
        continue;
      }
      double x = left + 3 + (width - 6) * (i + 0.5) / times.length;
      double share = Math.log(times[i] / low) / Math.log(high / low);
      double y = FLOOR - 4 - (FLOOR - TOP - 8) * share;
      svg.append(String.format(Locale.ROOT, "M%.1f %.1fh0", x, y));
    }
    svg.append("\"/>");
  }

  private static void text(StringBuilder svg, int x, int y, String anchor, String words) {
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>"
            .formatted(x, y, anchor, Html.escape(words)));
  }
}
