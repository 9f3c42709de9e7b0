package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.Locale;
import tapeline.toolkit.TextTable;

/// A report for a terminal, in fifteen lines at most.
public final class Summary {
  private static final int LINES = 15;
  private static final int COMPARISONS = 5;

  private Summary() {}

  public static String of(Report report) {
    var text = new StringBuilder();
    if (!report.comparisons().isEmpty()) {
      text.append(comparisons(report));
    }
    if (!report.results().isEmpty()) {
      int left = LINES - (int) text.toString().lines().count();
      text.append(results(report, left));
    }
    return text.toString();
  }

  private static TextTable comparisons(Report report) {
    var table = TextTable.of("B beside A", "speed-up", "interval", "p", "verdict");
    int unsteady = 0;
    for (int i = 0; i < report.comparisons().size(); i++) {
      var file = report.comparisons().get(i);
      unsteady += file.comparison().unsteadyForks();
      table.row(
          file.title(),
          report.speedUp(i),
          report.interval(i),
          report.p(i),
          Html.word(report.verdict(i)));
    }
    table = table.first(COMPARISONS);
    var first = report.comparisons().getFirst();
    var notes = new ArrayList<String>();
    if (report.comparisons().size() > 1) {
      notes.add("p and verdicts for all together (Holm)");
    }
    notes.add("seed " + first.seed() + ", " + first.machine().processor());
    if (unsteady > 0) {
      notes.add("not steady: " + unsteady + " pairs of processes");
    }
    table.note(String.join("; ", notes));
    if (!first.machine().warnings().isEmpty()) {
      table.note("beware: " + String.join("; ", first.machine().warnings()));
    }
    return table;
  }

  private static TextTable results(Report report, int lines) {
    var table = TextTable.of("program", "median", "p99", "CV", "bytes", "error", "");
    for (var r : report.results()) {
      var s = r.sample();
      table.row(
          r.name(),
          TimesPicture.time(s.median()),
          TimesPicture.time(s.quantile(0.99)),
          String.format(Locale.ROOT, "%.1f %%", 100 * s.cv()),
          Long.toString(r.bytesPerRun()),
          r.accuracy() == null ? "–" : String.format(Locale.ROOT, "%.1e", r.accuracy()),
          r.steady() ? r.isNoisy() ? "noisy" : "" : "not steady");
    }
    int rows = Math.max(2, lines - 2); // a header and a rule
    return table.first(table.rows().size() > rows ? rows - 1 : rows);
  }
}
