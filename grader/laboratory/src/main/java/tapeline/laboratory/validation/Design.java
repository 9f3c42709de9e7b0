package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.bench.compare.Pairing;
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.Sample;

/// When A and B are measured, and in which processes: 160 values in all, 80 of each.
public enum Design {
  /// One process measures A, and after it another one B.
  ONE_AFTER_THE_OTHER(1) {
    @Override
    List<Boolean> order(SplittableRandom random) {
      return inTurn(VALUES / 2);
    }
  },
  /// Five processes of A, and after them five of B.
  FORKS_IN_SEQUENCE(5) {
    @Override
    List<Boolean> order(SplittableRandom random) {
      return inTurn(VALUES / 2);
    }
  },
  /// Ten processes of each, in an order that is drawn.
  FORKS_AT_RANDOM(10) {
    @Override
    List<Boolean> order(SplittableRandom random) {
      var forks = new ArrayList<Boolean>();
      for (int i = 0; i < 10; i++) {
        forks.addAll(List.of(true, false));
      }
      Collections.shuffle(forks, Random.from(random));
      return forks.stream().flatMap(a -> Collections.nCopies(VALUES / 20, a).stream()).toList();
    }
  },
  /// One process, in which single values are in an order that is drawn.
  INTERLEAVED(1) {
    @Override
    List<Boolean> order(SplittableRandom random) {
      var values = new ArrayList<>(inTurn(VALUES / 2));
      Collections.shuffle(values, Random.from(random));
      return values;
    }
  },
  /// One process, in which A and B take turns.
  TURNS(1) {
    @Override
    List<Boolean> order(SplittableRandom random) {
      return Pairing.turns(VALUES / 4, random);
    }
  },
  /// Ten pairs of processes that take turns: what [tapeline.bench.compare.Duel] does.
  TURNS_OF_FORKS(10) {
    @Override
    List<Boolean> order(SplittableRandom random) {
      return Pairing.turns(VALUES / 4, random);
    }
  };

  private static final int VALUES = 160;

  private final int forks;

  Design(int forks) {
    this.forks = forks;
  }

  /// Whose the values of the timeline are, true for A's.
  abstract List<Boolean> order(SplittableRandom random);

  private static List<Boolean> inTurn(int each) {
    var order = new ArrayList<>(Collections.nCopies(each, true));
    order.addAll(Collections.nCopies(each, false));
    return order;
  }

  /// Times of A, which are 1 but for the noise, and of B, which are `truth`: by fork.
  public Times times(NoiseModel noise, double truth, SplittableRandom random) {
    double[] machine = noise.timeline(VALUES, random);
    var order = order(random);
    int size = VALUES / 2 / forks;
    var a = new double[forks][size];
    var b = new double[forks][size];
    var effects = new double[2][forks];
    for (int f = 0; f < forks; f++) {
      effects[0][f] = noise.fork(random);
      effects[1][f] = noise.fork(random);
    }
    var seen = new int[2];
    for (int i = 0; i < VALUES; i++) {
      int side = order.get(i) ? 0 : 1;
      int fork = seen[side] / size;
      (side == 0 ? a : b)[fork][seen[side] % size] =
          machine[i] * effects[side][fork] * (side == 0 ? 1 : truth);
      seen[side]++;
    }
    return new Times(a, b);
  }

  /// Times by fork, in their order.
  public record Times(double[][] a, double[][] b) {
    /// Of each pair of forks, `ln mean(B) − ln mean(A)`: with eight values a fork, a low quantile
    /// would rest on one.
    public double[] logRatios() {
      return IntStream.range(0, a.length)
          .mapToDouble(f -> Math.log(Sample.of(b[f]).mean() / Sample.of(a[f]).mean()))
          .toArray();
    }
  }
}
