package tapeline.tests.competition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Manifest;
import tapeline.competition.Manifest.Claim;
import tapeline.competition.Manifest.Environment;
import tapeline.competition.Manifest.LogEntry;
import tapeline.competition.Manifest.Times;

/// Manifests that are right, and samples to make wrong ones of.
public final class SampleManifests {
  public static final List<LogEntry> LOG =
      List.of(
          new LogEntry("B does not fit the cache", "strips of 16 rows", "8 % less time"),
          new LogEntry("eight rows save loads", "addEight", "no difference: undone"));

  private SampleManifests() {}

  public static Manifest of(List<Times> samples, @Nullable Claim claim, List<LogEntry> log) {
    return new Manifest(
        "strips",
        "the night shift",
        List.of("Ada", "Grace"),
        "sample",
        "mine.Product",
        "0123456789abcdef".repeat(4),
        List.of("cache blocking"),
        new Environment("25.0.1", List.of(), "a processor", 2, "a system"),
        samples,
        claim,
        log);
  }

  /// Forks in which the entry is about `ratio` times as fast: times of a turn vary by 1 %, and
  /// forks by 2 %.
  public static List<Times> forks(int forks, int turns, double ratio, Random random) {
    var all = new ArrayList<Times>();
    for (int f = 0; f < forks; f++) {
      double a = 9000 * (1 + 0.02 * random.nextGaussian());
      double b = 9000 / ratio * (1 + 0.02 * random.nextGaussian());
      all.add(new Times(turns(turns, a, random), turns(turns, b, random)));
    }
    return all;
  }

  private static List<Double> turns(int turns, double nanos, Random random) {
    var all = new ArrayList<Double>();
    for (int t = 0; t < turns; t++) {
      all.add(nanos * (1 + 0.01 * Math.abs(random.nextGaussian())));
    }
    return all;
  }

  /// Returns a list of one number, `turns` times.
  public static List<Double> constant(int turns, double nanos) {
    return new ArrayList<>(java.util.Collections.nCopies(turns, nanos));
  }

  public static List<Double> times(double... nanos) {
    return new ArrayList<>(Arrays.stream(nanos).boxed().toList());
  }
}
