package tapeline.bench.track;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Plan;

/// The [Watch] as a command for CI, with an exit code.
public final class RegressionCheck {
  private RegressionCheck() {}

  /// Checks workloads of a class path: `STORE COMMIT NAME=CLASS…`, and `accept` at the end to make
  /// the checked versions the next baselines. Ends with 0 when nothing is worse, with 1 when
  /// something is, with 2 when it could not measure.
  static void main(String[] args) {
    var words = new ArrayList<>(List.of(args));
    boolean accept = words.removeIf("accept"::equals);
    if (words.isEmpty()) {
      words.addAll(
          List.of(
              "target/bench/baselines", "now", "horner=tapeline.bench.sample.HornerPass$With50"));
    }
    if (words.size() < 3 || words.stream().skip(2).anyMatch(w -> !w.contains("="))) {
      IO.println("arguments: STORE COMMIT NAME=CLASS… [accept]");
      System.exit(Watch.NOT_MEASURED);
    }
    var classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    var tracked = new ArrayList<Tracked>();
    for (var word : words.subList(2, words.size())) {
      var name = word.substring(0, word.indexOf('='));
      var type = word.substring(word.indexOf('=') + 1);
      tracked.add(new Tracked(name, type, classPath, Conditions.cpu(name, "float64", 1)));
    }
    try {
      var store = BaselineStore.open(Path.of(words.get(0)), MachineId.of(SystemInfo.now()));
      var check = new Watch(store, Measurer.of(Plan.STANDARD, 1), Budget.STRICT, System.out);
      System.exit(check.run(tracked, words.get(1), accept));
    } catch (IOException e) {
      IO.println("not measured: " + e.getMessage());
      System.exit(Watch.NOT_MEASURED);
    }
  }
}
