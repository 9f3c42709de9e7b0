package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Plan;

/// What stands beside the times of a comparison, and under what they were measured: rows of a
/// table, as HTML.
final class Facts {
  private final List<String[]> rows = new ArrayList<>();

  private Facts() {}

  static List<String[]> beside(Comparison c) {
    var last = c.forks().getLast();
    var facts = new Facts();
    facts.add("processor time, B over A", "%.3f".formatted(c.cpuRatio()));
    facts.add("bytes a unit", "%.0f and %.0f".formatted(last.bytesA(), last.bytesB()));
    facts.add("surely less than 5 % slower", c.hasNoRegression(0.05) ? "yes" : "not shown");
    facts.add("pairs of processes", "%d".formatted(c.forks().size()));
    return facts.rows;
  }

  static List<String[]> measured(ComparisonFile file) {
    var on = file.conditions();
    var facts = new Facts();
    facts.add("task", on.task());
    facts.add("type, batch, device", "%s, %d, %s".formatted(on.dtype(), on.batch(), on.device()));
    facts.add("threads, cache", "%d, %s".formatted(on.threads(), on.cache()));
    facts.add("A", entrant(file.a()));
    facts.add("B", entrant(file.b()));
    facts.add("plan", plan(file.plan()));
    facts.add("revision, seed", "%s, %d".formatted(file.revision(), file.seed()));
    facts.add("when", file.when());
    return facts.rows;
  }

  static List<String[]> machine(SystemInfo m) {
    var facts = new Facts();
    facts.add(
        "processor", "%s, %d cores, %d threads".formatted(m.processor(), m.cores(), m.threads()));
    facts.add("caches", m.caches());
    facts.add("memory", "%.1f GiB".formatted(m.memory() / Math.pow(2, 30)));
    facts.add("system", m.system());
    facts.add("JVM", m.jvm());
    facts.add("its flags", m.flags().isEmpty() ? "none" : String.join(" ", m.flags()));
    facts.add("clock governed for", m.governor().isEmpty() ? "not known" : m.governor());
    facts.add("load before", "%.1f".formatted(m.load()));
    return facts.rows;
  }

  private static String entrant(ComparisonFile.Entrant e) {
    var program = e.program().substring(0, Math.min(12, e.program().length()));
    return "%s, program %s%s"
        .formatted(e.workload(), program, e.flags().isEmpty() ? "" : ", " + e.flags());
  }

  private static String plan(Plan plan) {
    return "looks after %s forks, which spend %s; %d blocks of four turns of %d µs, %d ms of warm-up"
        .formatted(
            Arrays.toString(plan.looks()),
            Arrays.toString(plan.spends()),
            plan.blocks(),
            plan.turnMicros(),
            plan.warmUpMillis());
  }

  private void add(String what, String value) {
    rows.add(new String[] {Html.escape(what), Html.escape(value)});
  }
}
