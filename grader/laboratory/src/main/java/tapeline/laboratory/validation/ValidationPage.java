package tapeline.laboratory.validation;

import java.util.List;
import java.util.stream.Stream;
import tapeline.bench.SystemInfo;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.machine.Surroundings;
import tapeline.laboratory.validation.ForkLog.Entry;
import tapeline.toolkit.TextTable;

/// A validation as a page of Markdown: the tables, and how they came about.
public final class ValidationPage {
  private ValidationPage() {}

  public static String of(
      Findings findings, SystemInfo machine, String settings, String when, ForkLog log) {
    var page = new StringBuilder("# How true the harness is\n\n");
    page.append(when).append(". ").append(machine.processor()).append(", ");
    page.append(machine.threads()).append(" threads; ").append(machine.system()).append("; ");
    page.append(machine.jvm()).append('.').append(load(log.entries())).append("\n");
    for (var warning : warnings(machine, log.entries())) {
      page.append("\n> ").append(warning).append('\n');
    }
    page.append("\n```text\n").append(settings).append("\n```\n");
    section(page, "What is promised", "", findings.requirementsTable());
    section(
        page,
        "Live comparisons",
        """
        Two JVMs a fork take turns. Equal programs are compared with the shortest of forks, as the test
        is exact whatever the plan; ten forks make a comparison, and no fork is in two. B's additional
        work is counted: pieces of 200. The seconds are those of all forks of a comparison, the starts
        of their JVMs included.
        """,
        findings.liveTable());
    section(
        page,
        "Other rules on the same samples",
        """
        How often each rule says that A and B differ. The rules are those that the harnesses state,
        given the first ten forks of each live comparison: 80 values of each side, each the mean of
        neighbouring turns of one process. Where a harness measures A before B, B's values are those of
        a later fork; where it has five processes of each, five forks and the next five; where it has
        one process for both, one fork's two JVMs; where it runs processes in random order, all ten
        forks, whose sides ran side by side, an order better than its own. The last line is the duel's
        own verdict, after as many forks as its plan asked for.
        """,
        findings.rulesTable());
    var table = findings.table();
    var times =
        "%d experiments each, ± %.1f %% at 5 %%.\n"
            .formatted(table.experiments(), 100 * table.error(0.05));
    section(page, "Made-up times: equal programs", times, table.table(table.falseAlarms()));
    section(page, "Made-up times: one 2 % slower", times, table.table(table.power()));
    section(
        page, "Made-up times: 95 % intervals that hold the truth", times, findings.coverageTable());
    return page.toString();
  }

  /// Of the last session, what it began with; of all forks, what was counted meanwhile.
  private static List<String> warnings(SystemInfo machine, List<Entry> entries) {
    var now = machine.warnings().stream().map(w -> "when the last session began, " + w);
    var disturbed =
        entries.stream().map(Entry::disturbed).reduce(Surroundings.NONE, Surroundings::plus);
    return Stream.concat(now, disturbed.warnings().stream()).toList();
  }

  private static String load(List<Entry> entries) {
    double[] known = entries.stream().mapToDouble(Entry::load).filter(x -> x >= 0).toArray();
    return known.length == 0
        ? ""
        : " Load in the minute before a fork: median %.1f.".formatted(Sample.of(known).median());
  }

  private static void section(StringBuilder page, String title, String text, TextTable table) {
    page.append("\n## ").append(title).append("\n\n");
    if (!text.isEmpty()) {
      page.append(text).append('\n');
    }
    page.append(table.markdown());
  }
}
