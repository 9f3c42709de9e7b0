package tapeline.laboratory.suite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.Meter;
import tapeline.bench.Pareto;
import tapeline.bench.SuiteMetric;
import tapeline.bench.SuiteResults;
import tapeline.bench.stats.Interval;
import tapeline.laboratory.output.OutputFolder;
import tapeline.laboratory.report.Choices;
import tapeline.laboratory.report.Report;
import tapeline.laboratory.report.ReportPage;
import tapeline.toolkit.WholeFile;

/// Runs a suite of module 19 and writes its pages: times with error bars, the Pareto front, a
/// radar, raw data and the machine.
///
/// A learner's own suite is a Java file whose `main` ends with [#write]: `./tapeline run
/// notebooks/mine/Sines.java`.
public final class SuiteReport {
  /// Costs that a page compares, beside the time, each where all results have a figure of it.
  private static final List<SuiteMetric> COSTS =
      List.of(SuiteMetric.ACCURACY, SuiteMetric.ALLOCATED, SuiteMetric.PEAK, SuiteMetric.ENERGY);

  private SuiteReport() {}

  /// Runs the suite so many rounds, prints a table for each metric, and writes a page for each of
  /// its tasks into `grader/target/suite`, named for suite and task.
  ///
  /// @throws IOException when a page cannot be written
  public static void write(BenchmarkSuite suite, int rounds) throws IOException {
    var limits = new Benchmark.Limits(400, 50);
    var results = new SuiteResults(suite.run(rounds, limits, Meter.ofMachine(), new Random(1)));
    for (var metric : SuiteMetric.values()) {
      IO.println(results.by(metric));
    }
    var folder = Files.createDirectories(OutputFolder.of("suite"));
    var tasks = results.results().stream().map(r -> r.conditions().task()).distinct().toList();
    var taken = new HashSet<String>();
    for (var task : tasks) {
      var title = suite.name() + ", " + task;
      var of = results.results().stream().filter(r -> r.conditions().task().equals(task)).toList();
      var page = ReportPage.of(new Report(title, List.of(), of, choices(of)));
      var file = folder.resolve(fileName(title, taken) + ".html");
      WholeFile.write(file, part -> Files.write(part, page.getBytes(UTF_8)));
      IO.println("page: " + file);
    }
  }

  /// Returns a title's letters and digits, of any script, with a number behind where such a name is
  /// taken.
  static String fileName(String title, Set<String> taken) {
    var name = title.replaceAll("[^\\p{L}\\p{N}]+", "-").replaceFirst("-$", "");
    var free = name;
    for (int i = 2; !taken.add(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }

  /// Returns what each benchmark costs; null where fewer than three costs are known of all.
  static @Nullable Choices choices(List<BenchmarkResult> results) {
    var costs =
        COSTS.stream().filter(m -> results.stream().allMatch(r -> m.of(r).isPresent())).toList();
    if (costs.size() < 2) {
      return null;
    }
    var axes = new ArrayList<>(List.of(new Choices.Axis("time", "ns", 1)));
    costs.forEach(metric -> axes.add(axis(metric)));
    return new Choices(axes, results.stream().map(r -> choice(r, costs, axes)).toList());
  }

  private static Choices.Axis axis(SuiteMetric metric) {
    return switch (metric) {
      case ACCURACY -> new Choices.Axis("error", "", 1e-4);
      case ALLOCATED -> new Choices.Axis("allocated", "bytes", 1);
      case PEAK -> new Choices.Axis("peak", "bytes", 1);
      case ENERGY -> new Choices.Axis("energy", "mJ", 1e-6);
      case LATENCY, THROUGHPUT -> throw new IllegalArgumentException(metric + " is no axis");
    };
  }

  private static Pareto.Choice choice(
      BenchmarkResult r, List<SuiteMetric> metrics, List<Choices.Axis> axes) {
    var costs = new ArrayList<>(List.of(r.interval()));
    for (int i = 0; i < metrics.size(); i++) {
      double figure = metrics.get(i).of(r).orElseThrow();
      double cost = metrics.get(i) == SuiteMetric.ACCURACY ? 1 - figure : figure;
      costs.add(Interval.exactly(Math.max(axes.get(i + 1).least(), cost)));
    }
    var end = " on " + r.conditions().task();
    var name =
        r.name().endsWith(end) ? r.name().substring(0, r.name().length() - end.length()) : r.name();
    return new Pareto.Choice(name, costs.toArray(Interval[]::new));
  }
}
