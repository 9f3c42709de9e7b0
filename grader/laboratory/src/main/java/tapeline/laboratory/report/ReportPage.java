package tapeline.laboratory.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.SuiteResults;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.competition.ForkPlan;
import tapeline.competition.ManifestCheck;
import tapeline.instruments.machine.HardwareComparison;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.SystemInfo;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.TextTable;
import tapeline.toolkit.Todo;

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
      svg { max-width: 100%; height: auto; }
      img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; }
      .wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
      table:has(tr > :nth-child(8)) { width: max-content; max-width: 70rem; }
      td, th { text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid #8884; }
      pre { overflow-x: auto; font-size: .75rem; } .number { text-align: right; } .warning { border-left: 3px solid #c1121f; padding-left: .75rem; }
      @media print { figure, table { break-inside: avoid; } }
      </style>
      """;

  private final Report report;
  private final Supplier<HardwareComparison> machines;
  private final StringBuilder html = new StringBuilder(HEAD);

  private ReportPage(Report report, Supplier<HardwareComparison> machines) {
    this.report = report;
    this.machines = machines;
  }

  /// The page.
  public static String of(Report report) {
    return of(report, () -> HardwareSection.machines(MachineFile.PATH));
  }

  /// Returns the page with these machines beside each other.
  static String of(Report report, Supplier<HardwareComparison> machines) {
    return new ReportPage(report, machines).page();
  }

  private String page() {
    var files = report.comparisons();
    var title = HtmlText.escape(report.title());
    raw("<title>%s</title></head><body><h1>%s</h1>".formatted(title, title));
    report.warnings().forEach(w -> paragraph("warning", w));
    if (files.size() > 1) {
      var all = files.stream().map(ComparisonFile::comparison).toList();
      section("All comparisons", () -> overview(all));
    }
    for (int i = 0; i < files.size(); i++) {
      int at = i;
      section(files.get(i).title(), () -> comparison(at));
    }
    if (!report.results().isEmpty()) {
      section("Single programs", () -> results(report.results()));
    }
    var choices = report.choices();
    if (choices != null) {
      section("What one pays for what", () -> choices(choices));
      section("Machines beside this one", this::hardware);
    }
    var here = report.machines();
    here.forEach((numbers, machine) -> {
      var name = here.size() == 1 ? "Machine" : "Machine of comparison " + numbers;
      section(name, () -> table(facts(ComparisonFile.facts(machine))));
    });
    if (files.isEmpty()) {
      section("Machine", () -> table(facts(ComparisonFile.facts(SystemInfo.now()))));
    }
    return html.append("</body></html>\n").toString();
  }

  private void overview(List<Comparison> all) {
    table(report.table());
    figure(
        ReportCharts.intervals(
            "Speed-up, and its interval",
            "speed-up",
            all.stream().mapToDouble(Comparison::speedUp).toArray(),
            all.stream().map(Comparison::interval).toList()),
        "In the order of the table; above 1 B is faster. Each interval holds by itself; the last column is corrected"
            + " for all of them together (Holm), and speaks at 5 %.");
  }

  private void comparison(int i) {
    var file = report.comparisons().get(i);
    var c = file.comparison();
    boolean decided = report.verdict(i) != SpeedVerdict.UNDECIDED;
    paragraph(
        "verdict",
        decided ? String.format(Locale.ROOT, "%.3g× as fast", c.speedUp()) : "undecided");
    paragraph("", "%s. All together: %s.".formatted(Report.words(c), report.verdictOfAll(i)));
    if (!decided) {
      paragraph("", "The data do not tell; that is no proof that both are equal.");
    }
    if (c.unsteadyForks() > 0) {
      paragraph(
          "warning",
          "%d of %d pairs of processes were not steady: of them no number should be believed"
              .formatted(c.unsteadyForks(), c.forks().size()));
    }
    figure(
        ReportCharts.speedUps(
            c.forks().stream().mapToDouble(f -> Math.exp(-f.logRatio())).toArray(), c.interval()),
        "Each dot is a pair of processes that took turns; the dashed lines are the interval.");
    times(times(file));
    var last = c.forks().getLast();
    table(
        TextTable.of("beside it", "")
            .row("processor time, B over A", String.format(Locale.ROOT, "%.3f", c.cpuRatio()))
            .row("bytes a unit", "%.0f and %.0f".formatted(last.bytesA(), last.bytesB()))
            .row("surely less than 5 % slower", c.hasNoRegression(0.05) ? "yes" : "not shown")
            .row("pairs of processes", Integer.toString(c.forks().size()))
            .row("pairs that find 2 % at this noise, 8 times of 10", forksNeeded(c)));
    var facts = ComparisonFile.facts(file);
    facts.keySet().removeIf(name -> name.equals("forks") || name.startsWith("machine "));
    table(facts(facts));
  }

  /// Returns how many pairs of processes find 2 % in 8 of 10 comparisons, where they scatter as
  /// these do: by the power of 20's [ForkPlan].
  static String forksNeeded(Comparison c) {
    double[] noise = c.forks().stream().mapToDouble(Fork::logRatio).toArray();
    try {
      return Integer.toString(ForkPlan.forks(noise, 1.02, 0.8));
    } catch (IllegalArgumentException _) {
      return "more than " + ManifestCheck.MOST_FORKS;
    } catch (Todo e) {
      return Objects.toString(e.getMessage());
    }
  }

  /// The times of both sides, whose names may be one.
  static Map<String, double[]> times(ComparisonFile file) {
    var times = new LinkedHashMap<String, double[]>();
    times.put("A: " + file.a().name(), all(file.forks().stream().map(ForkTimes::a)));
    times.put("B: " + file.b().name(), all(file.forks().stream().map(ForkTimes::b)));
    return times;
  }

  private static double[] all(Stream<double[]> forks) {
    return forks.flatMapToDouble(Arrays::stream).toArray();
  }

  private void times(Map<String, double[]> times) {
    figure(ReportCharts.strip(times), "Each dot is a run, in the order of measurement.");
    figure(ReportCharts.distribution(times), "All runs, up to the 99 % quantile.");
  }

  private void results(List<BenchmarkResult> results) {
    table(BenchmarkSuite.table(results));
    table(new SuiteResults(results).table());
    figure(
        ReportCharts.intervals(
            "Time, and its 95 % interval",
            "time, ns",
            results.stream().mapToDouble(BenchmarkResult::time).toArray(),
            results.stream().map(BenchmarkResult::interval).toList()),
        "In the order of the table. Runs of one process: between programs a comparison decides, not these bars.");
    var times = new LinkedHashMap<String, double[]>();
    results.forEach(r -> times.put(r.name(), r.nanos()));
    times(times);
    table(facts(ComparisonFile.facts(results.getFirst().conditions())));
    raw("<details><summary>Raw data: each result as JSON</summary><pre>");
    results.forEach(r -> raw(HtmlText.escape(r.toJson())));
    raw("</pre></details>");
  }

  private void choices(Choices choices) {
    figure(
        ReportCharts.front(choices),
        "Less is better on both axes. On the front: "
            + choices.frontInWords()
            + ". Any other is in neither respect better than one of them.");
    figure(
        HardwareSection.inline(choices.radar()),
        "Farther out is better. Point at a dot for its value, at a name for its choice alone. On each axis the best is at the rim and the worst near the middle,"
            + " however close they are; between them counts the logarithm. The area means nothing:"
            + " read the table.");
    table(choices.table());
  }

  private void hardware() {
    var all = machines.get();
    figure(
        HardwareSection.inline(all.picture()),
        "Farther out is better, by the logarithm; the best that is stated is at the rim. Point at a"
            + " dot for its value, at a name for its machine alone.");
    table(HardwareSection.table(all));
    figure(HardwareSection.inline(HardwareSection.roofline()), "Counted in the emulator.");
  }

  private static TextTable facts(Map<String, String> facts) {
    var table = TextTable.of("measured", "");
    facts.forEach(table::row);
    return table;
  }

  private void raw(String text) {
    html.append(text).append('\n');
  }

  /// Adds a section. Where an exercise that it needs is not written, or a file that it reads is
  /// spoilt, the reason stands in its place.
  private void section(String title, Runnable content) {
    raw("<h2>%s</h2>".formatted(HtmlText.escape(title)));
    try {
      content.run();
    } catch (Todo | IllegalStateException | IllegalArgumentException e) {
      paragraph("warning", "not shown: " + e.getMessage());
    }
  }

  private void paragraph(String kind, String words) {
    raw("<p class=\"%s\">%s</p>".formatted(kind, HtmlText.escape(words)));
  }

  private void figure(String image, String caption) {
    var words = HtmlText.escape(caption);
    raw("<figure>%s<figcaption>%s</figcaption></figure>".formatted(image, words));
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
