package tapeline.laboratory.tracking;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Plan;
import tapeline.bench.jmh.JmhResults;
import tapeline.bench.jmh.TwoRuns;
import tapeline.instruments.machine.SystemInfo;
import tapeline.laboratory.arguments.Argument;
import tech.tablesaw.api.Table;

/// Asks whether work has become worse, with an exit code for CI: 0 when nothing is, 1 when
/// something is, 2 when it could not measure, or not keep what it measured. It takes one of
///
/// - `STORE COMMIT NAME=CLASS… [accept]`: beside the baselines of a [RegressionWatch]; `accept`
///   makes the checked versions the next ones. Without words it watches a gradient of module 03 so,
///   in `target/bench/baselines`.
/// - `--baseline main [NAME=CLASS…]`: beside a ref of the repository, which is built beside;
///   without names the laboratory's own workloads. `--modules solutions` takes the reference's
///   modules, on both sides.
/// - `--jmh BEFORE AFTER`: two files of JMH's results in ns/op.
///
/// `--threshold 5` allows so many percent more, of time and of each count.
public final class RegressionCheck {
  private static final List<String> OPTIONS =
      List.of("--threshold", "--baseline", "--modules", "--jmh");
  private static final List<String> OWN =
      List.of(
          "horner=tapeline.laboratory.workload.HornerPass$With50",
          "mlp=tapeline.laboratory.workload.MlpStep",
          "kernels=tapeline.laboratory.workload.KernelProduct");

  private RegressionCheck() {}

  static void main(String[] args) {
    int code = RegressionWatch.NOT_MEASURED;
    try {
      code = run(System.out, args);
    } catch (IOException | RuntimeException | LinkageError e) {
      IO.println("not measured: " + e.getMessage());
    }
    System.exit(code);
  }

  static int run(PrintStream out, String... args) throws IOException {
    var words = new ArrayList<>(List.of(args));
    Map<String, String> options = new HashMap<>();
    for (var option : OPTIONS) {
      int at = words.indexOf(option);
      if (at >= 0 && at + 1 >= words.size()) {
        throw new IllegalArgumentException(option + " needs a value behind it");
      }
      if (at >= 0) {
        words.remove(at);
        options.put(option, words.remove(at));
      }
    }
    var threshold = options.get("--threshold");
    var budget =
        threshold == null
            ? Budget.STRICT
            : Budget.percent(new Argument("--threshold", threshold).number(0, 1000));
    var baseline = options.get("--baseline");
    var jmh = options.get("--jmh");
    if (baseline == null && options.containsKey("--modules")) {
      throw new IllegalArgumentException(
          "--modules belongs to --baseline, got --modules %s alone"
              .formatted(options.get("--modules")));
    }
    if (jmh != null) {
      return jmh(out, budget, Path.of(jmh), words);
    }
    var root = Path.of(System.getProperty("tapeline.root", "."));
    var measurer = new Measurer(Plan.STANDARD, 1);
    if (baseline != null) {
      var modules = options.getOrDefault("--modules", "modules");
      return new BesideRef(root, modules, budget, measurer, out)
          .run(baseline, works(words.isEmpty() ? OWN : words));
    }
    boolean accept = !words.isEmpty() && words.getLast().equals("accept");
    if (accept) {
      words.removeLast();
    }
    if (words.isEmpty()) {
      var store = root.resolve("target/bench/baselines");
      words.addAll(List.of(store.toString(), "now", OWN.getFirst()));
    }
    if (words.size() < 3 || words.stream().skip(2).anyMatch(w -> !w.contains("="))) {
      out.println("arguments: STORE COMMIT NAME=CLASS… [accept], or --baseline REF, or --jmh A B");
      return RegressionWatch.NOT_MEASURED;
    }
    var tracked =
        works(words.subList(2, words.size())).stream().map(RegressionCheck::here).toList();
    var store = new BaselineStore(Path.of(words.get(0)), MachineId.of(SystemInfo.now()));
    return new RegressionWatch(store, measurer, budget, out).run(tracked, words.get(1), accept);
  }

  /// Prints the rows of two runs of JMH that changed; a regression is one that is surely slower, by
  /// a ratio that is above the allowed one.
  private static int jmh(PrintStream out, Budget budget, Path before, List<String> words)
      throws IOException {
    if (words.size() != 1) {
      throw new IllegalArgumentException("--jmh needs two files, got " + before + " and " + words);
    }
    var then = JmhResults.read(Files.readString(before)).samples();
    var now = JmhResults.read(Files.readString(Path.of(words.getFirst()))).samples();
    var both = names(then);
    both.retainAll(names(now));
    if (both.isEmpty()) {
      throw new IllegalArgumentException(
          "--jmh compares the benchmarks of both files, got none: %s and %s"
              .formatted(names(then), names(now)));
    }
    var changes = TwoRuns.changes(then, now);
    var slower = changes.where(changes.doubleColumn("ratio").isGreaterThan(1 + budget.time()));
    out.println(changes.isEmpty() ? "no time has changed significantly" : changes.print());
    out.println(
        slower.isEmpty()
            ? "no regression found"
            : "regression: " + String.join(", ", slower.stringColumn("benchmark").asList()));
    return slower.isEmpty() ? RegressionWatch.NONE : RegressionWatch.REGRESSION;
  }

  /// Returns the benchmarks of samples, each with its parameters.
  private static Set<String> names(Table samples) {
    var names = new TreeSet<String>();
    samples.forEach(
        row -> names.add((row.getString("benchmark") + " " + row.getString("parameters")).strip()));
    return names;
  }

  private static List<BesideRef.Work> works(List<String> words) {
    var names = new HashSet<String>();
    return words.stream()
        .map(word -> {
          int at = word.indexOf('=');
          if (at < 1) {
            throw new IllegalArgumentException("a workload is NAME=CLASS, got " + word);
          }
          var name = word.substring(0, at);
          if (!names.add(name)) {
            throw new IllegalArgumentException("a workload has one class, got another: " + word);
          }
          return new BesideRef.Work(name, word.substring(at + 1));
        })
        .toList();
  }

  private static Tracked here(BesideRef.Work work) {
    var classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    var conditions = Conditions.cpu(work.name(), "as its class says", 1);
    return new Tracked(work.name(), work.type(), classPath, conditions);
  }
}
