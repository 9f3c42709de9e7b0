package tapeline.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.ClassFolder;

/// Runs a comparison: forks of two JVMs that take turns, until the plan's looks decide.
///
/// All that could favour a side is drawn anew for each fork: which JVM starts first, which warms up
/// first, who begins each block, and where the stacks lie. So under equal code the two names could
/// be exchanged, which is all that the test of [tapeline.bench.stats.SignFlip] asks for.
public final class Duel {
  private static final int PROBES = 5;
  private static final int PADDING = 4096;

  private final Contender a;
  private final Contender b;
  private final Plan plan;
  private final long seed;
  private final Consumer<Fork> progress;
  private @Nullable Path harness;

  /// @param seed of what is drawn, inputs included
  /// @param progress hears of each fork
  /// @throws tapeline.bench.UnfairComparisonException when the contenders' conditions differ
  public Duel(Contender a, Contender b, Plan plan, long seed, Consumer<Fork> progress) {
    a.conditions().requireSame(b.conditions());
    this.a = a;
    this.b = b;
    this.plan = plan;
    this.seed = seed;
    this.progress = progress;
  }

  /// Compares.
  ///
  /// @throws IOException when a JVM cannot be started, or ends
  /// @throws IllegalStateException when the sides' results differ
  public Comparison run() throws IOException {
    var forks = new ArrayList<Fork>();
    while (true) {
      forks.add(fork(forks.size()));
      progress.accept(forks.getLast());
      var ended = Comparison.ended(a.name(), b.name(), plan, forks);
      if (ended.isPresent()) {
        return ended.get();
      }
    }
  }

  /// Measures the fork of this number, from 0. What is drawn depends on the seed and the number
  /// alone, so that a comparison which was cut short can go on with the next one.
  ///
  /// @throws IOException when a JVM cannot be started, or ends
  /// @throws IllegalStateException when the sides' results differ
  public Fork fork(int number) throws IOException {
    var draws = new SplittableRandom(seed);
    for (int i = 0; i < number; i++) {
      draws.split();
    }
    if (harness == null) {
      harness = ClassFolder.of(Child.class);
    }
    var random = draws.split(); // each fork's draws are its own, however long it warms up
    boolean swapped = random.nextBoolean();
    var equal = SideCommand.of(a, b, harness);
    try (var first = new Side(swapped ? b : a, harness, equal, random.nextInt(PADDING));
        var second = new Side(swapped ? a : b, harness, equal, random.nextInt(PADDING))) {
      return measured(swapped ? second : first, swapped ? first : second, swapped, random);
    }
  }

  private Fork measured(Side sideA, Side sideB, boolean swapped, SplittableRandom random)
      throws IOException {
    int units = warmUp(sideA, sideB, random.split());
    var timesA = new ArrayList<Turn>();
    var timesB = new ArrayList<Turn>();
    long cpuA = sideA.cpuNanos();
    long cpuB = sideB.cpuNanos();
    long seed = 0;
    for (boolean turnOfA : Pairing.turns(plan.blocks(), random)) {
      if (timesA.size() == timesB.size()) {
        seed = random.nextLong(); // a fresh input for both
      }
      (turnOfA ? timesA : timesB).add((turnOfA ? sideA : sideB).turn(seed, units));
    }
    double cpuRatio = (double) (sideB.cpuNanos() - cpuB) / Math.max(1, sideA.cpuNanos() - cpuA);
    requireSameResults(timesA, timesB);
    return new Fork(
        perUnit(timesA, units),
        perUnit(timesB, units),
        cpuRatio,
        bytes(timesA) / units,
        bytes(timesB) / units,
        swapped);
  }

  /// Turns that do not count; and how many units a counted one has, the same for both sides. The
  /// time that counts is the time at work: on a busy machine most of what a clock shows is waiting,
  /// which compiles nothing. So a round counts as long as if all of its turns were usual.
  private int warmUp(Side sideA, Side sideB, RandomGenerator random) throws IOException {
    int units = 1;
    double worked = 0;
    while (worked < 2e6 * plan.warmUpMillis()) {
      var nanos = new ArrayList<Double>();
      for (boolean turnOfA : Pairing.turns(PROBES, random)) {
        nanos.add(1.0 + (turnOfA ? sideA : sideB).turn(random.nextLong(), units).nanos());
      }
      double usual = Sample.of(nanos.stream().mapToDouble(Double::doubleValue).toArray()).median();
      worked += nanos.size() * usual;
      units = (int) Math.clamp(units * 1000 * plan.turnMicros() / usual, 1, 1 << 24);
    }
    return units;
  }

  private static Sample perUnit(List<Turn> turns, int units) {
    return Sample.of(turns.stream().mapToDouble(t -> (double) t.nanos() / units).toArray());
  }

  private static double bytes(List<Turn> turns) {
    return turns.stream().mapToLong(Turn::bytes).average().orElse(0);
  }

  private void requireSameResults(List<Turn> timesA, List<Turn> timesB) {
    for (int i = 0; i < timesA.size(); i++) {
      double x = timesA.get(i).result();
      double y = timesB.get(i).result();
      if (!(Math.abs(x - y) <= 1e-4 * Math.max(1e-30, Math.max(Math.abs(x), Math.abs(y))))) {
        throw new IllegalStateException(
            "%s and %s compute different things: %s and %s for one input; a wrong answer is not timed"
                .formatted(a.name(), b.name(), x, y));
      }
    }
  }
}
