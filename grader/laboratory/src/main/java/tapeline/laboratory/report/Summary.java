package tapeline.laboratory.report;

import java.util.ArrayList;

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
      int rows = Math.max(2, LINES - (int) text.toString().lines().count() - 2);
      var table = Report.results(report.results());
      text.append(table.first(table.rows().size() > rows ? rows - 1 : rows));
    }
    return text.toString();
  }

  private static String comparisons(Report report) {
    var notes = new ArrayList<String>();
    if (report.comparisons().size() > 1) {
      notes.add("p and verdicts for all together (Holm)");
    }
    var first = report.comparisons().getFirst();
    notes.add("seed " + first.seed() + ", " + first.machine().processor());
    int unsteady =
        report.comparisons().stream().mapToInt(f -> f.comparison().unsteadyForks()).sum();
    if (unsteady > 0) {
      notes.add("not steady: " + unsteady + " pairs of processes");
    }
    var table = report.table().first(COMPARISONS).note(String.join("; ", notes));
    if (!first.machine().warnings().isEmpty()) {
      table.note("beware: " + String.join("; ", first.machine().warnings()));
    }
    return table.toString();
  }
}
