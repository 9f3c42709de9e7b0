package tapeline.bench.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;
import tapeline.bench.stats.Sample;

/// All raw times of both sides as two histograms over one logarithmic axis, so that a second hump
/// or a long tail is seen: an interval hides both.
final class TimesPicture {
  private static final int WIDTH = 640;
  private static final int ROW = 56;
  private static final int BINS = 80;
  private static final int MARGIN = 24;

  private TimesPicture() {}

  static String svg(ComparisonFile file) {
    var a = all(file.forks().stream().map(ComparisonFile.Times::a).toArray(double[][]::new));
    var b = all(file.forks().stream().map(ComparisonFile.Times::b).toArray(double[][]::new));
    double low = Math.min(a.min(), b.min());
    double high = Math.max(a.quantile(0.99), b.quantile(0.99));
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"raw times of both\">"
            .formatted(WIDTH, 2 * ROW + 24));
    row(svg, "a", file.a(), a, 0, low, high);
    row(svg, "b", file.b(), b, ROW, low, high);
    for (double tick : new double[] {low, Math.sqrt(low * high), high}) {
      double x = MARGIN + (WIDTH - 2 * MARGIN) * share(tick, low, high);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
              x,
              2 * ROW + 18,
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

  private static void row(
      StringBuilder svg, String side, String name, Sample times, int top, double low, double high) {
    var counts = new int[BINS];
    for (double t : times.values()) {
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
              side,
              MARGIN + i * width,
              top + ROW - height,
              width - 0.5,
              height));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\">%s</text>",
            MARGIN,
            top + 14,
            HtmlPage.escape(name)));
  }

  private static String time(double nanos) {
    return nanos < 1e3
        ? String.format(Locale.ROOT, "%.0f ns", nanos)
        : nanos < 1e6
            ? String.format(Locale.ROOT, "%.3g µs", nanos / 1e3)
            : String.format(Locale.ROOT, "%.3g ms", nanos / 1e6);
  }
}
