package tapeline.laboratory.validation;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.laboratory.machine.Surroundings;
import tapeline.laboratory.report.ForkTimes;
import tapeline.laboratory.validation.ForkLog.Entry;

/// Measures what trials need, fork by fork, as long as there is time.
///
/// The trial of which the least share is done comes next, so that one which is cut short has some
/// of each. All forks go into a log, and what the log has already is not measured again. Each
/// comparison has forks of its own: none is used twice.
public final class LiveTrials {

  /// Where forks come from.
  @FunctionalInterface
  public interface Source {
    /// The fork of this number, from 0, of a comparison that draws by `seed`.
    Fork fork(Trial trial, String work, long seed, int number) throws IOException;
  }

  /// A comparison that came to its end.
  ///
  /// @param seconds that all its forks took
  public record Ended(Trial trial, String work, Comparison comparison, double seconds) {}

  private final List<Trial> trials;
  private final Source source;
  private final long seed;
  private final ForkLog log;
  private final Map<Trial, List<Ended>> ended = new HashMap<>();

  /// Goes on from what the log has.
  public LiveTrials(List<Trial> trials, Source source, long seed, ForkLog log) {
    this.trials = List.copyOf(trials);
    this.source = source;
    this.seed = seed;
    this.log = log;
    for (var trial : trials) {
      ended.put(trial, new ArrayList<>());
      while (countEnd(trial)) {
        // the next one
      }
    }
  }

  /// Measures while `hasTime`, or until all is measured.
  ///
  /// @param progress hears of each fork: how many more there are at most
  /// @throws IOException when a JVM cannot be started, or ends
  public void run(BooleanSupplier hasTime, Runnable progress) throws IOException {
    for (var trial = next(); trial != null && hasTime.getAsBoolean(); trial = next()) {
      int comparison = of(trial).size();
      var work = trial.work(comparison);
      int number = log.of(trial, comparison).size();
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      var before = Surroundings.now();
      long start = System.nanoTime();
      var fork = source.fork(trial, work, seedOf(trial, comparison), number);
      double seconds = (System.nanoTime() - start) / 1e9;
      var disturbed = Surroundings.now().minus(before);
      var times = ForkTimes.of(fork);
      log.append(new Entry(trial.name(), comparison, work, seconds, load, disturbed, times));
      countEnd(trial);
      progress.run();
    }
  }

  private @Nullable Trial next() {
    Trial least = null;
    for (var trial : trials) {
      double share = share(trial);
      if (share < 1 && (least == null || share < share(least))) {
        least = trial;
      }
    }
    return least;
  }

  private double share(Trial trial) {
    return (double) of(trial).size() / trial.comparisons();
  }

  /// Each comparison draws by a seed of its own.
  private long seedOf(Trial trial, int comparison) {
    return new SplittableRandom(seed * 1_000_003 + trial.name().hashCode() * 31L + comparison)
        .nextLong();
  }

  /// Whether the trial's next comparison has ended; counts it.
  private boolean countEnd(Trial trial) {
    int comparison = of(trial).size();
    var entries = log.of(trial, comparison);
    var end = end(trial.plan(), entries.stream().map(Entry::fork).toList());
    end.ifPresent(c -> {
      var counted = entries.subList(0, c.forks().size());
      double seconds = counted.stream().mapToDouble(Entry::seconds).sum();
      of(trial).add(new Ended(trial, trial.work(comparison), c, seconds));
    });
    return end.isPresent();
  }

  /// The comparison by the first look that ends it: forks after that do not count.
  static Optional<Comparison> end(Plan plan, List<Fork> forks) {
    return IntStream.of(plan.looks())
        .filter(look -> look <= forks.size())
        .mapToObj(look -> Comparison.ended("A", "B", plan, forks.subList(0, look)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// The trial's comparisons that have ended so far.
  public List<Ended> ended(Trial trial) {
    return List.copyOf(of(trial));
  }

  private List<Ended> of(Trial trial) {
    return requireNonNull(ended.get(trial), "one of the trials");
  }

  /// How many forks are wanted at most, those of the log included.
  public int most() {
    return trials.stream().mapToInt(t -> t.comparisons() * last(t)).sum();
  }

  /// How many of those are done, or spared by a comparison that ended early.
  public int done() {
    int done = 0;
    for (var trial : trials) {
      int ends = of(trial).size();
      done += ends * last(trial);
      done += ends < trial.comparisons() ? log.of(trial, ends).size() : 0;
    }
    return done;
  }

  private static int last(Trial trial) {
    return trial.plan().most();
  }
}
