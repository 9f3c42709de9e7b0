package tapeline.laboratory.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.bench.Pareto;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;
import tapeline.laboratory.workload.HornerPass;
import tapeline.toolkit.ClassFolder;
import tapeline.toolkit.ProgressBar;

/// Makes a report from real, short measurements: a pair with 2 % more work on one side, a pair of
/// equals, and five ways to a slope.
///
/// In about a minute it writes `report.html`, and `bundle.zip`, which another machine runs again:
/// `mvn -pl grader test -Dmodule=19 -Dreference -Drun=SampleReport`.
public final class SampleReport {
  private static final int FORKS = 12;
  private static final long SEED = 19;

  private SampleReport() {}

  static void main() throws IOException {
    var root = Path.of(System.getProperty("tapeline.root", "."));
    var folder = Files.createDirectories(root.resolve("target/bench/report"));
    var experiments = experiments();
    var results =
        new SlopeWays()
            .suite()
            .run(1, Benchmark.Limits.STANDARD, Meter.ofMachine(), new SplittableRandom(1));
    var report =
        new Report(
            "A sample report",
            experiments.stream().map(Experiment::file).toList(),
            results,
            choices(results));
    var page = folder.resolve("report.html");
    var bundle = folder.resolve("bundle.zip");
    Files.writeString(page, ReportPage.of(report));
    Bundle.write(bundle, report, experiments);
    IO.print(report.summary());
    IO.println("page: " + page);
    IO.println("again, anywhere: java -jar " + bundle);
  }

  private static List<Experiment> experiments() throws IOException {
    var plan = Plan.of(FORKS);
    var plain = contender("plain", HornerPass.With50.class);
    var done = new ArrayList<Experiment>();
    try (var bar = ProgressBar.of("pairs of processes", 2 * FORKS)) {
      for (var other :
          List.of(
              contender("2 % more work", HornerPass.With51.class),
              contender("the same again", HornerPass.With50.class))) {
        done.add(Experiment.run(plain, other, plan, SEED, "sample", _ -> bar.step()));
      }
    }
    return done;
  }

  private static Contender contender(String name, Class<? extends Workload> workload)
      throws IOException {
    return new Contender(
        name,
        workload.getName(),
        List.of(ClassFolder.of(workload)),
        List.of(),
        Conditions.cpu("50 gradients of a polynomial of degree 20", "float64", 1));
  }

  /// Returns the choices between the measured methods, with costs for one slope.
  private static Choices choices(List<BenchmarkResult> results) {
    var choices = new ArrayList<Pareto.Choice>();
    for (int i = 0; i < results.size(); i++) {
      var r = results.get(i);
      choices.add(
          new Pareto.Choice(
              r.name(),
              r.sample().median() / SlopeWays.SLOPES,
              Objects.requireNonNull(r.accuracy(), "the error of a way"),
              (double) r.bytesPerRun() / SlopeWays.SLOPES,
              SlopeWays.CALLS[i]));
    }
    return new Choices(
        List.of(
            new Choices.Axis("time", "ns", 1),
            new Choices.Axis("error", "", 1e-17),
            new Choices.Axis("memory", "bytes", 1),
            new Choices.Axis("calls", "", 1)),
        choices);
  }
}
