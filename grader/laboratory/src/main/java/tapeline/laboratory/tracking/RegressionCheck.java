package tapeline.laboratory.tracking;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Plan;

/// The [RegressionWatch] as a command for CI, with an exit code: `java -cp …
/// tapeline.laboratory.tracking.RegressionCheck STORE COMMIT NAME=CLASS… [accept]`.
///
/// Without arguments, as by `mvn -pl grader test -Dmodule=19 -Dreference -Drun=RegressionCheck`, it
/// watches a gradient of module 03: the first time it keeps a baseline below `target/bench`, from
/// then on it compares, in about a minute.
public final class RegressionCheck {
  private RegressionCheck() {}

  /// Checks workloads of the class path; `accept` makes the checked versions the next baselines.
  /// Ends with 0 when nothing is worse, with 1 when something is, with 2 when it could not measure.
  static void main(String[] args) {
    var words = new ArrayList<>(List.of(args));
    boolean accept = words.remove("accept");
    if (words.isEmpty()) {
      var store = Path.of(System.getProperty("tapeline.root", "."), "target/bench/baselines");
      words.addAll(
          List.of(
              store.toString(), "now", "horner=tapeline.laboratory.workload.HornerPass$With50"));
    }
    if (words.size() < 3 || words.stream().skip(2).anyMatch(w -> !w.contains("="))) {
      IO.println("arguments: STORE COMMIT NAME=CLASS… [accept]");
      System.exit(RegressionWatch.NOT_MEASURED);
    }
    var store = new BaselineStore(Path.of(words.get(0)), MachineId.of(SystemInfo.now()));
    var watch =
        new RegressionWatch(store, new Measurer(Plan.STANDARD, 1), Budget.STRICT, System.out);
    System.exit(watch.run(tracked(words.subList(2, words.size())), words.get(1), accept));
  }

  private static List<Tracked> tracked(List<String> words) {
    var classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    return words.stream()
        .map(word -> {
          int at = word.indexOf('=');
          var name = word.substring(0, at);
          return new Tracked(
              name,
              word.substring(at + 1),
              classPath,
              Conditions.cpu(name, "as its class says", 1));
        })
        .toList();
  }
}
