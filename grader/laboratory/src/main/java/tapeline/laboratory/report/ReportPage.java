package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Pareto;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.laboratory.report.ReportCharts.Bar;
import tapeline.laboratory.report.ReportCharts.Times;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.TextTable;

/// A report as one page that needs nothing else: no script, no file, no network.
public final class ReportPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
      <style>
      :root { color-scheme: light dark; }
      body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
      h2 { margin-top: 2rem; border-top: 1px solid #8886; padding-top: 1rem; }
      .verdict { font-size: 2.2rem; font-weight: 700; margin: 0; }
      .quiet, figcaption { opacity: .7; font-size: .875rem; } figure { margin: 1.5rem 0; }
      img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; }
      .wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
      td, th { text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid #8884; }
      .number { text-align: right; } .warning { border-left: 3px solid #c1121f; padding-left: .75rem; }
      @media print { figure, table { break-inside: avoid; } }
      </style>
      """;

  private final Report report;
  private final StringBuilder html = new StringBuilder(HEAD);

  private ReportPage(Report report) {
    this.report = report;
  }

  /// The page.
  public static String of(Report report) {
    return new ReportPage(report).page();
  }

  private String page() {
    var title = HtmlText.escape(report.title());
    raw("<title>" + title + "</title></head><body><h1>" + title + "</h1>");
    report.comparisons().stream()
        .map(ComparisonFile::machine)
        .max(Comparator.comparingDouble(SystemInfo::load))
        .ifPresent(machine -> machine.warnings().forEach(w -> paragraph("warning", w)));
    if (report.comparisons().size() > 1) {
      overview();
    }
    for (int i = 0; i < report.comparisons().size(); i++) {
      comparison(i);
    }
    if (!report.results().isEmpty()) {
      results(report.results());
    }
    var choices = report.choices();
    if (choices != null) {
      choices(choices);
    }
    var qualities = report.qualities();
    if (qualities != null) {
      qualities(qualities);
    }
    report.comparisons().stream()
        .findFirst()
        .ifPresent(first -> {
          section("Machine");
          table(machine(first.machine()));
        });
    return html.append("</body></html>\n").toString();
  }

  private void overview() {
    section("All comparisons");
    var bars = new ArrayList<Bar>();
    for (var file : report.comparisons()) {
      var c = file.comparison();
      bars.add(new Bar(file.b().name(), c.speedUp(), c.interval()));
    }
    table(report.table());
    figure(
        ReportCharts.intervals("Speed-up, and its interval", "speed-up", bars),
        "In the order of the table; above 1 B is faster. Each interval holds by itself; p-values and verdicts are corrected"
            + " for all of them together (Holm), and speak at 5 %.");
  }

  private void comparison(int i) {
    var file = report.comparisons().get(i);
    var c = file.comparison();
    var verdict = report.verdict(i);
    boolean decided = verdict != SpeedVerdict.UNDECIDED;
    section(file.title());
    paragraph("verdict", decided ? report.speedUp(i) + " as fast" : "undecided");
    paragraph(
        "",
        "%s, %s, %s: %s.%s"
            .formatted(
                report.speedUp(i),
                report.interval(i),
                report.p(i),
                Report.word(verdict),
                decided ? "" : " The data do not tell; that is no proof that both are equal."));
    if (c.unsteadyForks() > 0) {
      paragraph(
          "warning",
          "%d of %d pairs of processes were not steady: of them no number should be believed"
              .formatted(c.unsteadyForks(), c.forks().size()));
    }
    double[] forks = c.forks().stream().mapToDouble(f -> Math.exp(-f.logRatio())).toArray();
    figure(
        ReportCharts.speedUps(forks, c.interval()),
        "Each dot is a pair of processes that took turns; the dashed lines are the interval.");
    var times =
        List.of(
            new Times(file.a().name(), all(file.forks().stream().map(ForkTimes::a))),
            new Times(file.b().name(), all(file.forks().stream().map(ForkTimes::b))));
    times(times);
    table(beside(c));
    table(measured(file));
  }

  private static double[] all(Stream<double[]> forks) {
    return forks.flatMapToDouble(Arrays::stream).toArray();
  }

  private void times(List<Times> times) {
    figure(ReportCharts.strip(times), "Each dot is a run, in the order of measurement.");
    figure(ReportCharts.distribution(times), "All runs, up to the 99 % quantile.");
  }

  private void results(List<BenchmarkResult> results) {
    section("Single programs");
    results.stream()
        .map(BenchmarkResult::conditions)
        .distinct()
        .forEach(on ->
            paragraph(
                "quiet",
                "A run: %s, %s, %s, %d thread(s), caches %s."
                    .formatted(on.task(), on.dtype(), on.device(), on.threads(), on.cache())));
    table(Report.results(results));
    figure(
        ReportCharts.intervals(
            "Mean time, and its 95 % interval",
            "time, ns",
            results.stream().map(r -> new Bar(r.name(), r.sample().mean(), r.interval())).toList()),
        "In the order of the table. Runs of one process: between programs a comparison decides, not these bars.");
    times(results.stream().map(r -> new Times(r.name(), r.nanos())).toList());
  }

  private void choices(Choices choices) {
    section("What one pays for what");
    figure(
        ReportCharts.front(choices),
        "Less is better on both axes. On the front: "
            + choices.front().stream().map(Pareto.Choice::name).collect(Collectors.joining(", "))
            + ". Any other is in neither respect better than one of them.");
  }

  private void qualities(Qualities q) {
    section("Several respects at once");
    figure(
        ReportCharts.radar(q),
        "Farther out is better. On each axis the best entry is at the rim and the worst near the"
            + " middle, however close they are; between them counts the logarithm. The area means"
            + " nothing: read the table.");
    table(q.table());
  }

  private static TextTable beside(Comparison c) {
    var last = c.forks().getLast();
    return TextTable.of("beside it", "")
        .row("processor time, B over A", String.format(Locale.ROOT, "%.3f", c.cpuRatio()))
        .row("bytes a unit", "%.0f and %.0f".formatted(last.bytesA(), last.bytesB()))
        .row("surely less than 5 % slower", c.hasNoRegression(0.05) ? "yes" : "not shown")
        .row("pairs of processes", Integer.toString(c.forks().size()));
  }

  private static TextTable measured(ComparisonFile file) {
    var on = file.conditions();
    var plan = file.plan();
    return TextTable.of("measured", "")
        .row("task", on.task())
        .row("type, batch, device", "%s, %d, %s".formatted(on.dtype(), on.batch(), on.device()))
        .row("threads, cache", "%d, %s".formatted(on.threads(), on.cache()))
        .row("A", entrant(file.a()))
        .row("B", entrant(file.b()))
        .row(
            "plan",
            "looks after %s forks, which spend %s; %d blocks of four turns of %d µs, %d ms of warm-up"
                .formatted(
                    Arrays.toString(plan.looks()),
                    Arrays.toString(plan.spends()),
                    plan.blocks(),
                    plan.turnMicros(),
                    plan.warmUpMillis()))
        .row("revision, seed", "%s, %d".formatted(file.revision(), file.seed()))
        .row("when", file.when());
  }

  private static String entrant(ComparisonFile.Entrant e) {
    var program = e.program().substring(0, Math.min(12, e.program().length()));
    return "%s, program %s%s"
        .formatted(e.workload(), program, e.flags().isEmpty() ? "" : ", " + e.flags());
  }

  private static TextTable machine(SystemInfo m) {
    return TextTable.of("machine", "")
        .row(
            "processor",
            "%s, %d cores, %d threads".formatted(m.processor(), m.cores(), m.threads()))
        .row("caches", m.caches())
        .row("memory", String.format(Locale.ROOT, "%.1f GiB", m.memory() / Math.pow(2, 30)))
        .row("system", m.system())
        .row("JVM", m.jvm())
        .row("its flags", m.flags().isEmpty() ? "none" : String.join(" ", m.flags()))
        .row("clock governed for", m.governor().isEmpty() ? "not known" : m.governor())
        .row("load before", String.format(Locale.ROOT, "%.1f", m.load()));
  }

  private void raw(String text) {
    html.append(text).append('\n');
  }

  /// Begins a section.
  private void section(String title) {
    raw("<h2>%s</h2>".formatted(HtmlText.escape(title)));
  }

  private void paragraph(String kind, String words) {
    raw("<p class=\"%s\">%s</p>".formatted(kind, HtmlText.escape(words)));
  }

  private void figure(String image, String caption) {
    raw(
        "<figure>%s<figcaption>%s</figcaption></figure>"
            .formatted(image, HtmlText.escape(caption)));
  }

  private void table(TextTable table) {
    html.append("<div class=\"wide\"><table>");
    row("th", table, table.header());
    table.rows().forEach(cells -> row("td", table, cells));
    raw("</table></div>");
    table.notes().forEach(note -> paragraph("quiet", note));
  }

  private void row(String kind, TextTable table, List<String> cells) {
    html.append("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      var number = table.isNumeric(i) ? " class=\"number\"" : "";
      html.append("<%s%s>%s</%s>".formatted(kind, number, HtmlText.escape(cells.get(i)), kind));
    }
    html.append("</tr>");
  }
}
