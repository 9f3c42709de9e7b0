package tapeline.laboratory.tracking;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.ClassFolder;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.TextTable;

/// Asks of each watched workload whether it has become worse.
///
/// The first check of a workload on a machine keeps its program as the baseline. Each later one
/// runs that program again, and lets it and the new version take turns: times of another day cannot
/// be compared. What is over the [Budget] is named, and the ratio goes into the history.
public final class RegressionWatch {
  static final int NONE = 0;
  static final int REGRESSION = 1;
  static final int NOT_MEASURED = 2;

  private final BaselineStore store;
  private final Measurer measurer;
  private final Budget budget;
  private final PrintStream out;
  private final List<String> notKept = new ArrayList<>();
  private int compared;

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
    notKept.clear();
    compared = 0;
    for (var t : tracked) {
      try {
        if (!check(t, commit, accept).isEmpty()) {
          worse.add(t.name());
        }
      } catch (IOException | RuntimeException e) {
        out.println(t.name() + ": not measured: " + e.getMessage());
        failed.add(t.name());
      }
    }
    if (!failed.isEmpty()) {
      out.println("not measured: " + String.join(", ", failed));
    }
    if (!notKept.isEmpty()) {
      out.println("not kept: " + String.join(", ", notKept));
    }
    var found = compared > 0 ? "no regression found" : "nothing was compared";
    out.println(worse.isEmpty() ? found : "regression: " + String.join(", ", worse));
    boolean done = failed.isEmpty() && notKept.isEmpty();
    return !worse.isEmpty() ? REGRESSION : done ? NONE : NOT_MEASURED;
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
        for (var other : store.others(t.name())) {
          out.println("  not compared with the baselines of another machine: " + other);
        }
        return List.of();
      }
      var b = newest.get();
      store.program(t.name(), b).write(jarBefore);
      var before = contender(b.commit(), b.workload(), jarBefore, b.conditions());
      before.conditions().requireSame(t.conditions());
      var comparison = measurer.compare(before, contender);
      compared++;
      var over = budget.exceeded(comparison, b.counts(), counts);
      var check = CheckedVersion.of(commit, when, now.hash(), b, comparison, counts, over);
      tell(out, t.name(), comparison, budget);
      budget
          .exceeded(b.counts(), counts)
          .forEach(what -> out.println("  over the budget: " + what));
      keep(t, now, check, accept ? b.number() + 1 : b.number());
      return over;
    }
  }

  /// Keeps a check, as a baseline if its number is the next one. The verdict stands, whatever
  /// cannot be written.
  private void keep(Tracked t, PackedProgram now, CheckedVersion check, int number) {
    var name = t.name();
    try {
      store.append(name, check);
      if (number > check.baseline()) {
        store.add(name, check.baseline(number, t.workload(), t.conditions()), now);
        out.println(name + ": " + check.commit() + " is baseline " + number + " now");
      }
    } catch (IOException | RuntimeException e) {
      out.println("  not kept: " + e.getMessage());
      notKept.add(name);
    }
    try {
      var trend = Trend.of(name, store.history(name));
      trend.steps().forEach(step -> out.println("  step at " + step));
      var chart = store.picture(name, trend.svg());
      out.println("  trend of " + trend.checks().size() + " checks: " + chart);
    } catch (IOException | RuntimeException | LinkageError | InternalError e) {
      out.println("  no picture of the trend: " + e); // where no font is, AWT throws errors
    }
  }

  /// Prints a comparison, and what it does not show.
  static void tell(PrintStream out, String name, Comparison comparison, Budget budget) {
    out.println(name + ": " + comparison);
    if (budget.isSlower(comparison)) {
      out.println("  over the budget: " + budget.slower(comparison));
    }
    if (comparison.unsteadyForks() > 0) {
      out.printf(
          Locale.ROOT,
          "  %d of %d pairs of processes were not steady%n",
          comparison.unsteadyForks(),
          comparison.forks().size());
    }
    if (!budget.isSlower(comparison) && !comparison.hasNoRegression(budget.time())) {
      out.println(
          "  not shown to be within %s %% either: the data do not tell"
              .formatted(TextTable.number(100 * budget.time(), 3)));
    }
  }

  /// A packed program, driven by today's harness.
  static Contender contender(String name, String workload, Path jar, Conditions conditions)
      throws IOException {
    var path = List.of(jar, ClassFolder.of(Counting.class));
    return new Contender(name, workload, path, List.of(), conditions);
  }
}
