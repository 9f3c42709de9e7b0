package tapeline.laboratory.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import tapeline.bench.SystemInfo;
import tapeline.laboratory.machine.Checklist;
import tapeline.laboratory.machine.MachineState;
import tapeline.toolkit.ProgressBar;

/// Runs a suite: forks until there are enough, or the time is up.
final class SuiteRun {
  private static final int FORKS = 10;
  private static final double SECONDS = 100;

  private SuiteRun() {}

  /// Runs it, prints the tables, and writes the file.
  static void print(StandardSuite suite) throws IOException {
    var report = report(suite);
    IO.println();
    IO.println(report.times());
    IO.println(report.counts());
    IO.println(report.hypotheses());
    var machine = Checklist.environment(report.machine(), MachineState.now());
    IO.println(machine.and(report.method()).table());
    var root = Path.of(System.getProperty("tapeline.root", ""));
    var file = root.resolve("target/suites/" + suite + ".json");
    report.write(file);
    IO.println("all times: " + file.toAbsolutePath());
  }

  private static SuiteReport report(StandardSuite suite) throws IOException {
    var machine = SystemInfo.now(); // before this program is what the machine is busy with
    var entries = suite.entries();
    int each = entries.size() * Phase.values().length;
    var times = new ArrayList<ForkTime>();
    long start = System.nanoTime();
    int forks = 0;
    try (var bar = ProgressBar.of(suite + " suite", (long) FORKS * each)) {
      while (forks < FORKS && !isLate(start, forks)) {
        SuiteFork.run(
            suite,
            forks,
            time -> {
              times.add(time);
              bar.step();
            });
        forks++;
      }
    }
    return SuiteReport.of(suite.toString(), entries, times, forks, machine);
  }

  /// Whether one fork more would take too long.
  private static boolean isLate(long start, int forks) {
    double seconds = (System.nanoTime() - start) / 1e9;
    return forks > 0 && seconds * (forks + 1) / forks > SECONDS;
  }
}
