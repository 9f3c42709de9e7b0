package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tapeline.bench.compare.Pairing;
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.Sample;

/// When A and B are measured, and in which processes: 160 values in all, 80 of each.
public enum Design {
  // spotless:off
  //                processes of each, whose turn it is
  /// One process measures A, and after it another one B.
  ONE_AFTER_THE_OTHER(1,  _ -> inTurn()),
  /// Five processes of A, and after them five of B.
  FORKS_IN_SEQUENCE  (5,  _ -> inTurn()),
  /// Ten processes of each, in an order that is drawn.
  FORKS_AT_RANDOM    (10, Design::forksAtRandom),
  /// One process, in which single values are in an order that is drawn.
  INTERLEAVED        (1,  random -> shuffled(inTurn(), random)),
  /// One process, in which A and B take turns.
  TURNS              (1,  Design::turns),
  /// Ten pairs of processes that take turns: what [tapeline.bench.compare.Duel] does.
  TURNS_OF_FORKS     (10, Design::turns);
  // spotless:on

  private static final int VALUES = 80; // of each side

  private final int forks;

  /// The side that each value of the timeline belongs to, true for A.
  @SuppressWarnings("ImmutableEnumChecker") // the orders keep nothing
  private final Function<SplittableRandom, List<Boolean>> order;

  Design(int forks, Function<SplittableRandom, List<Boolean>> order) {
    this.forks = forks;
    this.order = order;
  }

  private static List<Boolean> inTurn() {
    var order = new ArrayList<>(Collections.nCopies(VALUES, true));
    order.addAll(Collections.nCopies(VALUES, false));
    return order;
  }

  private static List<Boolean> turns(SplittableRandom random) {
    return Pairing.turns(VALUES / 2, random);
  }

  private static List<Boolean> forksAtRandom(SplittableRandom random) {
    var forks = new ArrayList<Boolean>();
    for (int i = 0; i < 10; i++) {
      forks.addAll(List.of(true, false));
    }
    return shuffled(forks, random).stream()
        .flatMap(a -> Collections.nCopies(VALUES / 10, a).stream())
        .toList();
  }

  private static List<Boolean> shuffled(List<Boolean> order, SplittableRandom random) {
    Collections.shuffle(order, Random.from(random));
    return order;
  }

  /// Times of A, which are 1 but for the noise, and of B, which are `truth`: by fork.
  public Times times(NoiseModel noise, double truth, SplittableRandom random) {
    double[] machine = noise.timeline(2 * VALUES, random);
    var turns = order.apply(random);
    int size = VALUES / forks;
    var a = new double[forks][size];
    var b = new double[forks][size];
    var effects = new double[2][forks];
    for (int f = 0; f < forks; f++) {
      effects[0][f] = noise.fork(random);
      effects[1][f] = noise.fork(random);
    }
    var seen = new int[2];
    for (int i = 0; i < machine.length; i++) {
      int side = turns.get(i) ? 0 : 1;
      int fork = seen[side] / size;
      (side == 0 ? a : b)[fork][seen[side] % size] =
          machine[i] * effects[side][fork] * (side == 0 ? 1 : truth);
      seen[side]++;
    }
    return new Times(a, b);
  }

  /// The share of so many made-up experiments of which `says` is true.
  double rate(
      Predicate<Times> says,
      NoiseModel noise,
      double truth,
      int experiments,
      SplittableRandom random) {
    int count = 0;
    for (int i = 0; i < experiments; i++) {
      count += says.test(times(noise, truth, random)) ? 1 : 0;
    }
    return (double) count / experiments;
  }

  /// Times by fork, in their order.
  public record Times(double[][] a, double[][] b) {
    /// Returns `ln mean(B) − ln mean(A)` of each pair of forks. It takes the mean, because with
    /// eight values a fork a low quantile would rest on one.
    public double[] logRatios() {
      return IntStream.range(0, a.length)
          .mapToDouble(f -> Math.log(Sample.of(b[f]).mean() / Sample.of(a[f]).mean()))
          .toArray();
    }

    /// B's minus A's, value by value, as if all were of one process.
    double[] differences() {
      double[] d = Arrays.stream(b).flatMapToDouble(DoubleStream::of).toArray();
      double[] of = Arrays.stream(a).flatMapToDouble(DoubleStream::of).toArray();
      Arrays.setAll(d, i -> d[i] - of[i]);
      return d;
    }
  }
}
