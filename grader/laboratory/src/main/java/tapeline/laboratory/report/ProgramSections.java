package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Pareto;

/// The sections of a page that tell of single programs, and of choices between them.
final class ProgramSections {
  private final Html html;

  ProgramSections(Html html) {
    this.html = html;
  }

  void results(List<BenchmarkResult> results) {
    html.raw("<section><h2>Single programs</h2>");
    results.stream()
        .map(BenchmarkResult::conditions)
        .distinct()
        .forEach(on ->
            html.paragraph(
                "quiet",
                "A run: %s, %s, %s, %d thread(s), caches %s."
                    .formatted(on.task(), on.dtype(), on.device(), on.threads(), on.cache())));
    var rows = new ArrayList<String[]>();
    var bars = new ArrayList<IntervalsPicture.Bar>();
    for (var r : results) {
      rows.add(result(r));
      var mean = r.interval();
      bars.add(
          new IntervalsPicture.Bar(r.name(), mean.low(), r.sample().mean(), mean.high(), "plain"));
    }
    html.table("numbers", List.of("", "median", "p99", "CV", "bytes", "error", ""), rows);
    html.figure(
        "Mean time, and its 95 % interval",
        IntervalsPicture.svg(bars, TimesPicture::time, Double.NaN),
        "Runs of one process, taken as independent: between programs a comparison decides, not"
            + " these bars.");
    html.figure(
        "All runs",
        StripPicture.svg(results),
        "Each dot is a run, in the order of measurement, program beside program as in the table.");
    html.figure(
        "Distribution",
        TimesPicture.svg(results),
        "All runs, up to the highest 99 % quantile, on a logarithmic axis.");
    html.raw("</section>");
  }

  private static String[] result(BenchmarkResult r) {
    var s = r.sample();
    return new String[] {
      Html.escape(r.name()),
      TimesPicture.time(s.median()),
      TimesPicture.time(s.quantile(0.99)),
      String.format(Locale.ROOT, "%.1f %%", 100 * s.cv()),
      Long.toString(r.bytesPerRun()),
      r.accuracy() == null ? "–" : String.format(Locale.ROOT, "%.1e", r.accuracy()),
      r.steady() ? r.isNoisy() ? "noisy" : "" : "not steady"
    };
  }

  void choices(Choices choices) {
    html.raw("<section><h2>What one pays for what</h2>");
    html.figure(
        null,
        chart("chart far", choices.svg()),
        "Less is better on both axes. On the front, marked by circles: "
            + choices.front().stream().map(Pareto.Choice::name).collect(Collectors.joining(", "))
            + ". A cross is in neither respect better than one of them.");
    html.raw("</section>");
  }

  private static String chart(String kind, String svg) {
    return "<div class=\"" + kind + "\">" + svg + "</div>";
  }

  void qualities(Qualities q) {
    html.raw("<section><h2>Several respects at once</h2>");
    html.raw("<p class=\"quiet\">");
    for (int e = 0; e < q.entries().size(); e++) {
      html.raw(
          "<span class=\"entry\"><span class=\"key\" style=\"background: var(%s)\"></span>%s</span>"
              .formatted(ChartColours.variable(e), Html.escape(q.entries().get(e).name())));
    }
    html.raw("</p>");
    html.figure(
        null,
        chart("chart", q.svg()),
        "Farther out is better. On each axis the best entry is at the rim and the worst near the"
            + " middle, however close they are; between them counts the logarithm. The area means"
            + " nothing: read the table.");
    var header = new ArrayList<>(List.of(""));
    q.axes().forEach(axis -> header.add(axis.name()));
    var rows = new ArrayList<String[]>();
    for (int e = 0; e < q.entries().size(); e++) {
      var row = new ArrayList<>(List.of(Html.escape(q.entries().get(e).name())));
      for (int axis = 0; axis < q.axes().size(); axis++) {
        row.add(Html.escape(q.text(e, axis)));
      }
      rows.add(row.toArray(String[]::new));
    }
    html.table("numbers", header, rows);
    html.raw("</section>");
  }
}
