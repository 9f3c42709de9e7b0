package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.SpeedVerdict;

/// A report as one page that needs nothing else: no script, no file, no network.
public final class HtmlPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      """;

  private final Report report;
  private final Html html = new Html();

  private HtmlPage(Report report) {
    this.report = report;
  }

  /// The page of one comparison.
  public static String of(ComparisonFile file) {
    return of(Report.of(file));
  }

  /// The page.
  public static String of(Report report) {
    return new HtmlPage(report).page();
  }

  private String page() {
    var title = Html.escape(report.title());
    html.raw(HEAD + "<title>" + title + "</title>");
    html.raw("<style>\n" + HtmlStyle.CSS + "</style></head><body>");
    html.raw("<h1>" + title + "</h1>");
    if (!report.comparisons().isEmpty()) {
      var first = report.comparisons().getFirst();
      html.paragraph("quiet", first.machine().processor() + " · " + first.when());
      warnings();
    }
    if (report.comparisons().size() > 1) {
      overview();
    }
    for (int i = 0; i < report.comparisons().size(); i++) {
      comparison(i);
    }
    var programs = new ProgramSections(html);
    if (!report.results().isEmpty()) {
      programs.results(report.results());
    }
    if (report.choices() != null) {
      programs.choices(report.choices());
    }
    if (report.qualities() != null) {
      programs.qualities(report.qualities());
    }
    if (!report.comparisons().isEmpty()) {
      html.raw("<section><h2>Machine</h2>");
      html.table("facts", List.of(), Facts.machine(report.comparisons().getFirst().machine()));
      html.raw("</section>");
    }
    return html.raw("</body></html>").toString();
  }

  /// Those of the comparison under the heaviest load: of several they differ in little else.
  private void warnings() {
    report.comparisons().stream()
        .map(ComparisonFile::machine)
        .max(Comparator.comparingDouble(SystemInfo::load))
        .ifPresent(machine -> machine.warnings().forEach(w -> html.paragraph("warning", w)));
  }

  private void overview() {
    html.raw("<section><h2>All comparisons</h2>");
    var bars = new ArrayList<IntervalsPicture.Bar>();
    var rows = new ArrayList<String[]>();
    for (int i = 0; i < report.comparisons().size(); i++) {
      var file = report.comparisons().get(i);
      var c = file.comparison();
      var interval = c.interval();
      var verdict = report.verdict(i);
      bars.add(
          new IntervalsPicture.Bar(
              file.title(), interval.low(), c.speedUp(), interval.high(), verdict.name()));
      rows.add(
          new String[] {
            Html.escape(file.title()),
            report.speedUp(i),
            report.interval(i),
            Html.escape(report.p(i)),
            "<span class=\"chip %s\">%s</span>".formatted(verdict, Html.word(verdict))
          });
    }
    html.table("several", List.of("", "speed-up", "interval", "p", "verdict"), rows);
    html.figure(
        "Speed-up, and its interval",
        IntervalsPicture.svg(bars, Report::ratio, 1),
        "To the right of the line B is faster. Each interval holds by itself; p-values and verdicts"
            + " are corrected for all of them together (Holm), and speak at 5 %.");
    html.raw("</section>");
  }

  private void comparison(int i) {
    var file = report.comparisons().get(i);
    var c = file.comparison();
    html.raw("<section><h2>" + Html.escape(file.title()) + "</h2>");
    verdict(i);
    if (c.unsteadyForks() > 0) {
      html.paragraph(
          "warning",
          "%d of %d pairs of processes were not steady: of them no number should be believed"
              .formatted(c.unsteadyForks(), c.forks().size()));
    }
    html.figure(
        "Speed-up",
        RatioPicture.svg(c),
        "Each dot is a pair of processes that took turns; the bar is the interval.");
    html.raw("<h3>Raw times</h3>");
    html.raw(
        "<p class=\"quiet\"><span class=\"key a\"></span>%s<span class=\"key b\"></span>%s</p>"
            .formatted(Html.escape(file.a().name()), Html.escape(file.b().name())));
    html.figure(
        null,
        StripPicture.svg(file),
        "Each dot is a turn: time a unit in the order of measurement, on a logarithmic axis.");
    html.figure(
        "Distribution",
        TimesPicture.svg(file),
        "All turns, time a unit, up to the 99 % quantile, on a logarithmic axis.");
    html.raw("<h3>Beside it</h3>");
    html.table("facts", List.of(), Facts.beside(c));
    html.raw("<h3>Measured</h3>");
    html.table("facts", List.of(), Facts.measured(file));
    html.raw("</section>");
  }

  private void verdict(int i) {
    var verdict = report.verdict(i);
    boolean decided = verdict != SpeedVerdict.UNDECIDED;
    html.raw(
        "<p class=\"verdict %s\">%s</p>"
            .formatted(verdict, decided ? report.speedUp(i) + " as fast" : "undecided"));
    html.paragraph(
        null,
        "%s, %s, %s: %s.%s"
            .formatted(
                report.speedUp(i),
                report.interval(i),
                report.p(i),
                Html.word(verdict),
                decided ? "" : " The data do not tell; that is no proof that both are equal."));
  }
}
