package tapeline.bench.report;

import java.util.List;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.SpeedVerdict;

/// A comparison as one page that needs nothing else: no script, no file, no network.
public final class HtmlPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e8eaed); --paper: light-dark(#fff, #16181c);
        --quiet: light-dark(#59636e, #9aa4af); --line: light-dark(#d6dbe1, #343a42); --a: light-dark(#0072b2, #56b4e9);
        --b: light-dark(#d55e00, #e69f00); --good: light-dark(#1a7f37, #3fb950); --bad: light-dark(#c1121f, #ff7b72); }
      body { margin: 0 auto; max-width: 44rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
        font: 16px/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin-top: 2rem; }
      .verdict { font-size: 2.6rem; font-weight: 700; line-height: 1.1; margin: 0; font-variant-numeric: tabular-nums; }
      .FASTER { color: var(--good); } .SLOWER { color: var(--bad); } .UNDECIDED { color: var(--quiet); }
      .quiet, figcaption { color: var(--quiet); } figure { margin: 0; }
      svg { width: 100%; height: auto; display: block; } svg text { fill: var(--quiet); font-size: 12px; }
      .one { stroke: var(--quiet); stroke-dasharray: 3 3; } .fork { fill: var(--a); fill-opacity: .55; }
      .interval { stroke: var(--ink); stroke-width: 2; } .best { fill: var(--ink); }
      rect.a { fill: var(--a); } rect.b { fill: var(--b); }
      table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .75rem .25rem 0;
        border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
      .warning { border-left: 3px solid var(--bad); padding-left: .75rem; }
      """;

  private HtmlPage() {}

  /// The page.
  public static String of(ComparisonFile file) {
    var c = file.comparison();
    var html = new StringBuilder();
    html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.append(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
            + " 'unsafe-inline'\">");
    html.append("<title>").append(escape(title(c))).append("</title>");
    html.append("<style>\n").append(STYLE).append("</style></head><body>\n");
    html.append("<h1>").append(escape(title(c))).append("</h1>\n");
    verdict(html, c);
    for (var warning : warnings(file, c)) {
      html.append("<p class=\"warning\">").append(escape(warning)).append("</p>\n");
    }
    figure(
        html,
        "Speed-up",
        RatioPicture.svg(c),
        "Each dot is a pair of processes that took turns; the bar is the interval.");
    figure(
        html,
        "Raw times",
        TimesPicture.svg(file),
        "All turns, time a unit, up to the 99 % quantile, on a logarithmic axis.");
    table(html, "Beside it", beside(c));
    table(html, "Measured", measured(file));
    return html.append("</body></html>\n").toString();
  }

  private static String title(Comparison c) {
    return c.b() + " beside " + c.a();
  }

  private static void verdict(StringBuilder html, Comparison c) {
    var verdict = c.verdict();
    var words =
        switch (verdict) {
          case FASTER -> "%.3g× as fast".formatted(c.speedUp());
          case SLOWER -> "%.3g× as fast".formatted(c.speedUp());
          case UNDECIDED -> "undecided";
        };
    html.append("<p class=\"verdict ").append(verdict).append("\">").append(words).append("</p>\n");
    html.append("<p>").append(escape(c.toString())).append(".");
    if (verdict == SpeedVerdict.UNDECIDED) {
      html.append(" The data do not tell; that is no proof that both are equal.");
    }
    html.append("</p>\n");
  }

  private static List<String> warnings(ComparisonFile file, Comparison c) {
    var all = new java.util.ArrayList<>(file.machine().warnings());
    if (c.unsteadyForks() > 0) {
      all.add(
          "%d of %d pairs of processes were not steady: of them no number should be believed"
              .formatted(c.unsteadyForks(), c.forks().size()));
    }
    return all;
  }

  private static List<String[]> beside(Comparison c) {
    var last = c.forks().getLast();
    return List.of(
        row("processor time, B over A", "%.3f".formatted(c.cpuRatio())),
        row("bytes a unit", "%.0f and %.0f".formatted(last.bytesA(), last.bytesB())),
        row("less than 5 % slower, at 95 %", c.hasNoRegression(0.05) ? "yes" : "not shown"),
        row("pairs of processes", Integer.toString(c.forks().size())));
  }

  private static List<String[]> measured(ComparisonFile file) {
    var on = file.conditions();
    var m = file.machine();
    return List.of(
        row("task", on.task()),
        row("type, batch, device", "%s, %d, %s".formatted(on.dtype(), on.batch(), on.device())),
        row("threads, cache", "%d, %s".formatted(on.threads(), on.cache())),
        row(
            "processor",
            "%s, %d cores, %d threads".formatted(m.processor(), m.cores(), m.threads())),
        row("caches", m.caches()),
        row("memory", "%.1f GiB".formatted(m.memory() / Math.pow(2, 30))),
        row("system", m.system()),
        row("JVM", m.jvm()),
        row("revision, seed", file.revision() + ", " + file.seed()),
        row("when", file.when()));
  }

  private static String[] row(String what, String value) {
    return new String[] {what, value};
  }

  private static void figure(StringBuilder html, String title, String svg, String caption) {
    html.append("<h2>").append(title).append("</h2>\n<figure>").append(svg);
    html.append("<figcaption>").append(caption).append("</figcaption></figure>\n");
  }

  private static void table(StringBuilder html, String title, List<String[]> rows) {
    html.append("<h2>").append(title).append("</h2>\n<table>");
    for (var r : rows) {
      html.append("<tr><th scope=\"row\">").append(escape(r[0])).append("</th><td>");
      html.append(escape(r[1])).append("</td></tr>");
    }
    html.append("</table>\n");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
