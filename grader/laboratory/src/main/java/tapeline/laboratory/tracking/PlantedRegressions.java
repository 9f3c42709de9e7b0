package tapeline.laboratory.tracking;

import java.io.IOException;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;
import tapeline.laboratory.workload.HornerPass;
import tapeline.toolkit.ClassFolder;
import tapeline.toolkit.ScratchFolder;

/// A check of regressions, tried on equal code, on 10 % more work, and on one more allocation, each
/// beside a baseline that was kept before. About a minute: `mvn -pl grader test -Dmodule=19
/// -Dreference -Drun=PlantedRegressions`.
public final class PlantedRegressions {
  private static final int FORKS = 10;

  private PlantedRegressions() {}

  static void main() throws IOException {
    try (var folder = ScratchFolder.of("planted")) {
      var check =
          new RegressionWatch(
              new BaselineStore(folder.path(), MachineId.of(SystemInfo.now())),
              new Measurer(Plan.of(FORKS), 1),
              System.out);
      run(check, "first", HornerPass.With50.class);
      run(check, "equal", HornerPass.With50.class);
      run(check, "slower", HornerPass.With55.class);
      run(check, "copying", HornerPass.Copies.class);
    }
  }

  private static void run(RegressionWatch check, String commit, Class<? extends Workload> version)
      throws IOException {
    var tracked =
        new Tracked(
            "horner",
            version.getName(),
            List.of(ClassFolder.of(version)),
            Conditions.cpu("50 gradients of a polynomial of degree 20", "float64", 1));
    int code = check.run(List.of(tracked), commit, false);
    IO.println("exit code " + code + "\n");
  }
}
