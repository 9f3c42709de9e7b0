package tapeline.laboratory.tracking;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.toolkit.ClassFolder;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.TextTable;

/// Asks of each watched workload whether it has become worse.
///
/// The first check of a workload on a machine keeps its program as the baseline. Each later one
/// runs that program again, and lets it and the new version take turns: times of another day cannot
/// be compared. What is over the [Budget] is named, and the ratio goes into the history.
public final class RegressionWatch {
  private static final int NONE = 0;
  private static final int REGRESSION = 1;
  static final int NOT_MEASURED = 2;

  private final BaselineStore store;
  private final Measurer measurer;
  private final Budget budget;
  private final PrintStream out;

  /// @param out hears what was found
  public RegressionWatch(BaselineStore store, Measurer measurer, Budget budget, PrintStream out) {
    this.store = store;
    this.measurer = measurer;
    this.budget = budget;
    this.out = out;
  }

  /// Checks all of them; the exit code.
  ///
  /// @param commit names the version in the history
  /// @param accept makes what was checked the next baselines, worse or not
  public int run(List<Tracked> tracked, String commit, boolean accept) {
    var worse = new ArrayList<String>();
    var failed = new ArrayList<String>();
    for (var t : tracked) {
      try {
        if (!check(t, commit, accept).isEmpty()) {
          worse.add(t.name());
        }
      } catch (IOException | IllegalArgumentException | IllegalStateException e) {
        out.println(t.name() + ": not measured: " + e.getMessage());
        failed.add(t.name());
      }
    }
    if (!failed.isEmpty()) {
      out.println("not measured: " + String.join(", ", failed));
    }
    out.println(
        worse.isEmpty() ? "no regression found" : "regression: " + String.join(", ", worse));
    return !worse.isEmpty() ? REGRESSION : failed.isEmpty() ? NONE : NOT_MEASURED;
  }

  /// Compares a workload with its newest baseline; the figures over the budget, each in words.
  private List<String> check(Tracked t, String commit, boolean accept) throws IOException {
    store.history(t.name()); // a broken one is found before minutes are spent
    var newest = store.newest(t.name());
    var now = t.program();
    var when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    // Names of one length: what stands on a command line shifts what lies in memory, and that alone
    // made equal programs differ by 6 %.
    try (var folder = ScratchFolder.of("check")) {
      var jarNow = folder.path().resolve("new.jar");
      var jarBefore = folder.path().resolve("old.jar");
      now.write(jarNow);
      var contender = contender(commit, t.workload(), jarNow, t.conditions());
      var counts = measurer.count(contender);
      if (newest.isEmpty()) {
        var first =
            new Baseline(1, t.workload(), t.conditions(), commit, when, now.hash(), counts, 1);
        store.add(t.name(), first, now);
        out.println(t.name() + ": " + commit + " is the first baseline of this machine");
        return List.of();
      }
      var b = newest.get();
      store.program(t.name(), b).write(jarBefore);
      var before = contender(b.commit(), b.workload(), jarBefore, b.conditions());
      before.conditions().requireSame(t.conditions());
      var comparison = measurer.compare(before, contender);
      var over = budget.exceeded(comparison, b.counts(), counts);
      var check = CheckedVersion.of(commit, when, now.hash(), b, comparison, counts, over);
      store.append(t.name(), check);
      tell(t.name(), comparison, over);
      if (accept) {
        int number = b.number() + 1;
        store.add(t.name(), check.baseline(number, t.workload(), t.conditions()), now);
        out.println(t.name() + ": " + commit + " is baseline " + number + " now");
      }
      return over;
    }
  }

  private void tell(String name, Comparison comparison, List<String> over) throws IOException {
    out.println(name + ": " + comparison);
    over.forEach(what -> out.println("  over the budget: " + what));
    if (comparison.unsteadyForks() > 0) {
      out.printf(
          Locale.ROOT,
          "  %d of %d pairs of processes were not steady%n",
          comparison.unsteadyForks(),
          comparison.forks().size());
    }
    if (over.isEmpty() && !comparison.hasNoRegression(budget.time())) {
      out.println(
          "  not shown to be within %s %% either: the data do not tell"
              .formatted(TextTable.number(100 * budget.time(), 3)));
    }
    var trend = Trend.of(name, store.history(name));
    trend.steps().forEach(step -> out.println("  step at " + step));
    var chart = store.folder(name).resolve("trend.svg");
    Files.writeString(chart, trend.svg());
    out.println("  trend of " + trend.checks().size() + " checks: " + chart);
  }

  /// A packed program, driven by today's harness.
  private static Contender contender(String name, String workload, Path jar, Conditions conditions)
      throws IOException {
    var path = List.of(jar, ClassFolder.of(Counting.class));
    return new Contender(name, workload, path, List.of(), conditions);
  }
}
