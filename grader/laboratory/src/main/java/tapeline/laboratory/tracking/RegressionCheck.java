package tapeline.laboratory.tracking;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Plan;
import tapeline.instruments.machine.SystemInfo;

/// The [RegressionWatch] as a command for CI, with an exit code: `java -cp …
/// tapeline.laboratory.tracking.RegressionCheck STORE COMMIT NAME=CLASS… [accept]`.
///
/// Without arguments, as by `mvn -pl grader test -Dmodule=19 -Dreference -Drun=RegressionCheck`, it
/// watches a gradient of module 03: the first time it keeps a baseline below `target/bench`, from
/// then on it compares, in about a minute.
public final class RegressionCheck {
  private RegressionCheck() {}

  /// Checks workloads of the class path; `accept` makes the checked versions the next baselines.
  /// Ends with 0 when nothing is worse, with 1 when something is, with 2 when it could not measure,
  /// or not keep what it measured.
  static void main(String[] args) {
    int code = RegressionWatch.NOT_MEASURED;
    try {
      code = run(args);
    } catch (RuntimeException | LinkageError e) {
      IO.println("not measured: " + e.getMessage());
    }
    System.exit(code);
  }

  private static int run(String... args) {
    var words = new ArrayList<>(List.of(args));
    boolean accept = !words.isEmpty() && words.getLast().equals("accept");
    if (accept) {
      words.removeLast();
    }
    if (words.isEmpty()) {
      var store = Path.of(System.getProperty("tapeline.root", "."), "target/bench/baselines");
      words.addAll(
          List.of(
              store.toString(), "now", "horner=tapeline.laboratory.workload.HornerPass$With50"));
    }
    if (words.size() < 3 || words.stream().skip(2).anyMatch(w -> !w.contains("="))) {
      IO.println("arguments: STORE COMMIT NAME=CLASS… [accept]");
      return RegressionWatch.NOT_MEASURED;
    }
    var tracked = tracked(words.subList(2, words.size()));
    var store = new BaselineStore(Path.of(words.get(0)), MachineId.of(SystemInfo.now()));
    var watch = new RegressionWatch(store, new Measurer(Plan.STANDARD, 1), System.out);
    return watch.run(tracked, words.get(1), accept);
  }

  private static List<Tracked> tracked(List<String> words) {
    var classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    var names = new HashSet<String>();
    return words.stream()
        .map(word -> {
          int at = word.indexOf('=');
          var name = word.substring(0, at);
          if (!names.add(name)) {
            throw new IllegalArgumentException("a workload has one class, got another: " + word);
          }
          return new Tracked(
              name,
              word.substring(at + 1),
              classPath,
              Conditions.cpu(name, "as its class says", 1));
        })
        .toList();
  }
}
