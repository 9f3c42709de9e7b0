package tapeline.grader.check;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tapeline.grader.need.Need;

/// A line for each group that is done, each failure with its reason; the last line counts.
final class CheckReport {
  private final PrintStream out;
  private final Map<Need, Set<String>> lacking = new EnumMap<>(Need.class);
  private int passed;
  private int failed;
  private int skipped;

  CheckReport(PrintStream out) {
    this.out = out;
  }

  /// Prints the group.
  synchronized void add(CheckGroup group, GroupResult result) {
    var outcomes = result.outcomes();
    var failures = outcomes.stream().filter(o -> o.problem() != null).toList();
    var skips = outcomes.stream().filter(o -> o.skipped() != null).toList();
    skips.stream()
        .flatMap(o -> Need.in(o.skipped() + "").stream())
        .forEach(n -> lacking.computeIfAbsent(n, _ -> new LinkedHashSet<>()).add(group.name()));
    int good = outcomes.size() - failures.size() - skips.size();
    passed += good;
    failed += failures.size();
    skipped += skips.size();
    out.printf(
        "%-10s %s … %d of %d (%.1f s)%n",
        group.name(), group.about(), good, outcomes.size(), result.seconds());
    skips.stream()
        .collect(
            Collectors.groupingBy(CheckReport::reason, LinkedHashMap::new, Collectors.toList()))
        .forEach((why, all) -> out.println("  skipped  " + names(all) + ": " + why));
    failures.forEach(o -> out.println("  FAILED   " + o.name() + "\n" + indented(o)));
    out.flush();
  }

  /// Returns the first line of why an outcome is no verdict, without the exception that says so.
  private static String reason(Outcome skip) {
    var line = String.valueOf(skip.skipped()).lines().findFirst().orElse("");
    return line.replaceFirst("^[\\w.]+TestAbortedException: (?:Assumption failed: )?", "");
  }

  private static String names(List<Outcome> skips) {
    return skips.size() == 1 ? skips.getFirst().name() : skips.size() + " tests";
  }

  /// Prints what the machine lacks for the tests that were skipped, and what was counted; whether
  /// nothing failed.
  synchronized boolean end() {
    lacked();
    out.printf("%d passed, %d failed, %d skipped%n", passed, failed, skipped);
    return failed == 0;
  }

  private void lacked() {
    lacking.forEach((need, groups) ->
        out.printf(
            "skipped without %s: %s%s%n",
            need.label(),
            String.join(", ", groups),
            need.isForbidden() ? " (" + need.remedy() + ")" : ""));
    var packages =
        lacking.keySet().stream()
            .filter(n -> !n.isForbidden())
            .flatMap(n -> n.packages().stream())
            .distinct()
            .collect(Collectors.joining(" "));
    if (!packages.isEmpty()) {
      out.println("sudo apt-get install " + packages);
    }
  }

  private static String indented(Outcome outcome) {
    return String.valueOf(outcome.problem()).indent(11).stripTrailing();
  }
}
