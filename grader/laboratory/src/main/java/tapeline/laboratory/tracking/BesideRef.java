package tapeline.laboratory.tracking;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.ScratchFolder;

/// Asks of each workload whether the checkout is worse than a ref of its repository: counts first,
/// which need no statistics, then times by turns. Nothing is kept.
///
/// @param root of the repository
/// @param modules the folder of the modules, `modules` or `solutions`
/// @param out hears what was found
record BesideRef(Path root, String modules, Budget budget, Measurer measurer, PrintStream out) {

  /// A workload, and its class.
  record Work(String name, String type) {}

  /// Compares all of them; the exit code of [RegressionCheck].
  int run(String ref, List<Work> works) throws IOException {
    try (var then = SourceBuild.of(root, ref);
        var now = SourceBuild.here(root)) {
      var worse = new ArrayList<String>();
      var failed = new ArrayList<String>();
      var both = new ArrayList<Work>();
      for (var work : works) {
        if (!isIn(now, "now", work)) {
          failed.add(work.name());
        } else if (isIn(then, ref, work)) {
          both.add(work);
        }
      }
      if (!both.isEmpty()) {
        var types = both.stream().map(Work::type).toList();
        var before = then.compile(types, modules);
        var after = now.compile(types, modules);
        for (var work : both) {
          try {
            if (isWorse(work, then.commit(), before, after)) {
              worse.add(work.name());
            }
          } catch (IOException | RuntimeException e) {
            out.println(work.name() + ": not measured: " + e.getMessage());
            failed.add(work.name());
          }
        }
      }
      if (!failed.isEmpty()) {
        out.println("not measured: " + String.join(", ", failed));
      }
      if (!worse.isEmpty()) {
        out.println("regression: " + String.join(", ", worse));
      } else if (both.isEmpty()) {
        out.println("nothing was compared");
      } else if (failed.isEmpty()) {
        out.println("no regression found beside %s, %s".formatted(ref, then.commit()));
      }
      return !worse.isEmpty()
          ? RegressionWatch.REGRESSION
          : failed.isEmpty() ? RegressionWatch.NONE : RegressionWatch.NOT_MEASURED;
    }
  }

  private boolean isIn(SourceBuild build, String name, Work work) {
    boolean is = build.has(work.type());
    if (!is) {
      out.println("%s: not compared, %s has no %s".formatted(work.name(), name, work.type()));
    }
    return is;
  }

  private boolean isWorse(Work work, String commit, Path before, Path after) throws IOException {
    var conditions = Conditions.cpu(work.name(), "as its class says", 1);
    var then = program(work, before, conditions);
    var now = program(work, after, conditions);
    if (then.hash().equals(now.hash())) {
      out.println(work.name() + ": the same program as in " + commit);
      return false;
    }
    try (var folder = ScratchFolder.of("check")) {
      var jarThen = folder.path().resolve("old.jar");
      var jarNow = folder.path().resolve("new.jar");
      then.write(jarThen);
      now.write(jarNow);
      var old = RegressionWatch.contender(commit, work.type(), jarThen, conditions);
      var recent = RegressionWatch.contender("now", work.type(), jarNow, conditions);
      var countsThen = measurer.count(old);
      var countsNow = measurer.count(recent);
      var over = new ArrayList<>(budget.exceeded(countsThen, countsNow));
      out.println("%s: %s now, %s in %s".formatted(work.name(), countsNow, countsThen, commit));
      over.forEach(what -> out.println("  over the budget: " + what));
      var comparison = measurer.compare(old, recent);
      RegressionWatch.tell(out, work.name(), comparison, budget);
      return !over.isEmpty() || budget.isSlower(comparison);
    }
  }

  private static PackedProgram program(Work work, Path classes, Conditions conditions)
      throws IOException {
    return new Tracked(work.name(), work.type(), path(classes), conditions).program();
  }

  private static List<Path> path(Path classes) {
    var path = new ArrayList<>(List.of(classes));
    path.addAll(SourceBuild.libraries());
    return path;
  }
}
