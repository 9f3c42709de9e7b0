package tapeline.laboratory.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;
import tapeline.laboratory.tracking.BaselineStore;
import tapeline.laboratory.tracking.Budget;
import tapeline.laboratory.tracking.MachineId;
import tapeline.laboratory.tracking.Measurer;
import tapeline.laboratory.tracking.Tracked;
import tapeline.laboratory.tracking.Watch;

/// What a check of regressions says of equal code, of 10 % more work, and of one more allocation,
/// each beside a baseline that was kept before. About a minute: `mvn -pl grader test -Dmodule=19
/// -Dreference -Drun=PlantedRegressions`.
public final class PlantedRegressions {
  private static final int FORKS = 10;

  private PlantedRegressions() {}

  static void main() throws IOException {
    var root = Path.of(System.getProperty("tapeline.root", "."));
    var folder = Files.createDirectories(root.resolve("target/bench"));
    var store = Files.createTempDirectory(folder, "planted-");
    var check =
        new Watch(
            BaselineStore.open(store, MachineId.of(SystemInfo.now())),
            Measurer.of(Plan.of(FORKS), 1),
            Budget.STRICT,
            System.out);
    run(check, "first", HornerPass.With50.class);
    run(check, "equal", HornerPass.With50.class);
    run(check, "slower", HornerPass.With55.class);
    run(check, "copying", HornerPass.Copies.class);
  }

  private static void run(Watch check, String commit, Class<? extends Workload> version) {
    var tracked =
        new Tracked(
            "horner",
            version.getName(),
            Samples.classPath(),
            Conditions.cpu("50 gradients of a polynomial of degree 20", "float64", 1));
    int code = check.run(List.of(tracked), commit, false);
    IO.println("exit code " + code + "\n");
  }
}
