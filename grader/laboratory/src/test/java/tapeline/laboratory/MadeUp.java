package tapeline.laboratory;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.Sample;
import tapeline.instruments.machine.SystemInfo;
import tapeline.laboratory.report.ComparisonFile;
import tapeline.laboratory.report.ComparisonFile.Entrant;
import tapeline.laboratory.report.ForkTimes;
import tapeline.laboratory.report.Report;
import tapeline.laboratory.workload.HornerPass;
import tapeline.reuse.FlatTape;
import tapeline.toolkit.TextTable;

/// Made-up comparisons and results, whose truth is known.
public final class MadeUp {
  public static final SystemInfo MACHINE =
      new SystemInfo(
          "a <processor>",
          2,
          4,
          "L1 32 KiB",
          1L << 34,
          "Linux",
          "JVM 25",
          List.of(),
          "powersave",
          3,
          "",
          "not available",
          "");
  public static final Conditions CONDITIONS =
      Conditions.cpu("matmul (64,64)·(64,64)", "float32", 1);

  private MadeUp() {}

  /// Ten pairs of processes in which B takes `ratio` times as long, to 0.5 % a process.
  public static Comparison comparison(String a, String b, double ratio, long seed) {
    var random = new SplittableRandom(seed);
    var forks =
        IntStream.range(0, 10)
            .mapToObj(_ ->
                new Fork(times(1, random), times(ratio, random), 1.5, 16, 0, random.nextBoolean()))
            .toList();
    return new Comparison(a, b, forks, 0.05);
  }

  private static Sample times(double level, SplittableRandom random) {
    double own = level * (1 + 0.005 * random.nextGaussian());
    return Sample.of(
        IntStream.range(0, 100)
            .mapToDouble(_ -> 100 * own * (1 + 0.01 * random.nextDouble()))
            .toArray());
  }

  public static ComparisonFile file(double ratio, long seed) {
    return file(
        comparison("plain", "tiled & \"packed\"", ratio, seed),
        Plan.of(10),
        new Entrant("plain", "Plain", List.of(), "12"),
        new Entrant("tiled & \"packed\"", "Tiled", List.of("-Xfast"), "34"),
        seed);
  }

  public static ComparisonFile file(Comparison c, Plan plan, Entrant a, Entrant b, long seed) {
    var forks = c.forks().stream().map(ForkTimes::of).toList();
    var when = "2026-11-21T12:00:00Z";
    return new ComparisonFile(
        a, b, CONDITIONS, plan, c.alpha(), seed, "1a2b3c4", MACHINE, when, forks);
  }

  /// A report of one comparison alone.
  public static Report report(ComparisonFile file) {
    return new Report(file.title(), List.of(file), List.of(), null);
  }

  /// A pair in which the times of B are exactly these multiples.
  public static Comparison exactly(double... ratios) {
    var forks = new ArrayList<Fork>();
    for (double r : ratios) {
      forks.add(new Fork(Sample.of(100, 100), Sample.of(100 * r, 100 * r), 1, 0, 0, false));
    }
    return new Comparison("A", "B", forks, 0.05);
  }

  public static BenchmarkResult result(String name, double micros) {
    var random = new SplittableRandom(1);
    double[] nanos = random.doubles(50, 1e3 * micros, 1.02e3 * micros).toArray();
    return new BenchmarkResult(name, CONDITIONS, nanos, 48, true, 1e-9, null);
  }

  /// Returns the class path of a duel's JVMs: the sample workloads, the test's own ones, and the
  /// harness.
  public static List<Path> classPath() {
    return List.of(
        folderOf(MadeUp.class),
        folderOf(HornerPass.class),
        folderOf(Duel.class),
        folderOf(FlatTape.class),
        folderOf(TextTable.class));
  }

  public static Path folderOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
