package tapeline.laboratory.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.stats.Sample;

/// All raw times as histograms below one another over one logarithmic axis, so that a second hump
/// or a long tail is seen: an interval hides both.
final class TimesPicture {
  private static final int WIDTH = 640;
  private static final int ROW = 56;
  private static final int BINS = 80;
  private static final int MARGIN = 24;

  private TimesPicture() {}

  /// A row.
  ///
  /// @param kind its colour: a class of [HtmlStyle]
  private record Row(String name, Sample times, String kind) {}

  static String svg(ComparisonFile file) {
    var a = all(file.forks().stream().map(ComparisonFile.Times::a).toArray(double[][]::new));
    var b = all(file.forks().stream().map(ComparisonFile.Times::b).toArray(double[][]::new));
    return draw(List.of(new Row(file.a().name(), a, "a"), new Row(file.b().name(), b, "b")));
  }

  static String svg(List<BenchmarkResult> results) {
    return draw(results.stream().map(r -> new Row(r.name(), r.sample(), "a")).toList());
  }

  private static String draw(List<Row> rows) {
    double low = rows.stream().mapToDouble(r -> r.times().min()).min().orElseThrow();
    double high = rows.stream().mapToDouble(r -> r.times().quantile(0.99)).max().orElseThrow();
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"how the times are distributed\">"
            .formatted(WIDTH, rows.size() * ROW + 24));
    for (int i = 0; i < rows.size(); i++) {
      row(svg, rows.get(i), i * ROW, low, high);
    }
    for (double tick : new double[] {low, Math.sqrt(low * high), high}) {
      double x = MARGIN + (WIDTH - 2 * MARGIN) * share(tick, low, high);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
              tick == low ? x - MARGIN : tick == high ? x + MARGIN : x,
              rows.size() * ROW + 18,
              tick == low ? "start" : tick == high ? "end" : "middle",
              time(tick)));
    }
    return svg.append("</svg>").toString();
  }

  /// How far along the axis a time lies, from 0 to 1.
  private static double share(double t, double low, double high) {
    return high > low ? Math.log(t / low) / Math.log(high / low) : 0.5;
  }

  private static Sample all(double[][] forks) {
    return Sample.of(Arrays.stream(forks).flatMapToDouble(DoubleStream::of).toArray());
  }

  private static void row(StringBuilder svg, Row row, int top, double low, double high) {
    var counts = new int[BINS];
    for (double t : row.times().values()) {
      int bin = (int) (BINS * share(t, low, high));
      if (bin < BINS) {
        counts[Math.max(0, bin)]++;
      }
    }
    int most = Arrays.stream(counts).max().orElse(1);
    double width = (WIDTH - 2.0 * MARGIN) / BINS;
    for (int i = 0; i < BINS; i++) {
      if (counts[i] == 0) {
        continue;
      }
      double height = (ROW - 18.0) * counts[i] / Math.max(1, most);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
              row.kind(),
              MARGIN + i * width,
              top + ROW - height,
              width - 0.5,
              height));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>",
            MARGIN,
            top + 14,
            Html.escape(row.name())));
  }

  /// For example `1.25 µs`.
  static String time(double nanos) {
    return nanos < 1e3
        ? String.format(Locale.ROOT, "%.0f ns", nanos)
        : nanos < 1e6
            ? String.format(Locale.ROOT, "%.3g µs", nanos / 1e3)
            : String.format(Locale.ROOT, "%.3g ms", nanos / 1e6);
  }
}
