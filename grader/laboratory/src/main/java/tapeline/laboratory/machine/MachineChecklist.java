package tapeline.laboratory.machine;

import java.io.IOException;
import java.util.List;
import tapeline.bench.Benchmark;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.instruments.machine.SystemInfo;
import tapeline.laboratory.workload.HornerPass;
import tapeline.toolkit.ClassFolder;
import tapeline.toolkit.ProgressBar;

/// Is this machine, now, one to measure on?
public final class MachineChecklist {
  private static final int FORKS = 10;

  /// Few blocks: an exact test is exact for short plans, too.
  private static final Plan BRIEF = new Plan(new int[] {FORKS}, new double[] {0.05}, 20, 200, 50);

  private MachineChecklist() {}

  /// Prints the list of this machine, of some work that is always the same, and of a duel of that
  /// work with itself, in ten seconds or so: `mvn -pl grader test -Dmodule=19 -Dreference
  /// -Drun=MachineChecklist`.
  static void main() throws IOException {
    var machine = SystemInfo.now();
    var conditions = Conditions.cpu("counted work", "float64", 1);
    var work = new HornerPass.With50();
    work.prepare(1);
    var alone = new Benchmark("counted work", conditions, () -> work.run(6), null);
    var result = alone.run(Benchmark.Limits.STANDARD, Meter.ofMachine());
    var path = List.of(ClassFolder.of(HornerPass.With50.class));
    var side =
        new Contender(
            "counted work", HornerPass.With50.class.getName(), path, List.of(), conditions);
    Comparison equal;
    try (var bar = ProgressBar.of("the same work twice", FORKS)) {
      equal = new Duel(side, side, BRIEF, 1, _ -> bar.step()).run();
    }
    IO.println(
        Checklist.environment(machine, MachineState.now()).and(Checklist.of(result)).table());
    IO.println(Checklist.of(equal).table());
  }
}
