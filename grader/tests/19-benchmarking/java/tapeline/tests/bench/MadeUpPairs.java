package tapeline.tests.bench;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Pairing;
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.Sample;

/// Made-up times of ten pairs of processes that take turns, eight values of each: A's are 1 but for
/// the noise, and B's what is asked for.
record MadeUpPairs(double[][] a, double[][] b) {
  static final int PAIRS = 10;
  private static final int EACH = 8;

  static MadeUpPairs of(NoiseModel noise, double truth, SplittableRandom random) {
    double[] machine = noise.timeline(2 * PAIRS * EACH, random);
    var order = Pairing.turns(PAIRS * EACH / 2, random);
    double[][] luck = new double[PAIRS][];
    Arrays.setAll(luck, _ -> new double[] {noise.fork(random), noise.fork(random)});
    var a = new double[PAIRS][EACH];
    var b = new double[PAIRS][EACH];
    int[] seen = new int[2];
    for (int i = 0; i < machine.length; i++) {
      int side = order.get(i) ? 0 : 1;
      int n = seen[side]++;
      (side == 0 ? a : b)[n / EACH][n % EACH] =
          machine[i] * luck[n / EACH][side] * (side == 0 ? 1 : truth);
    }
    return new MadeUpPairs(a, b);
  }

  /// Returns `ln mean(B) − ln mean(A)` of each pair: with eight values a low quantile would rest on
  /// one.
  double[] logRatios() {
    return IntStream.range(0, PAIRS)
        .mapToDouble(f -> Math.log(Sample.of(b[f]).mean() / Sample.of(a[f]).mean()))
        .toArray();
  }

  /// Returns the pairs as forks of so many turns, each turn the mean of equally many values.
  List<Fork> forks(int turns) {
    return IntStream.range(0, PAIRS)
        .mapToObj(f -> new Fork(turns(a[f], turns), turns(b[f], turns), 1, 0, 0, false))
        .toList();
  }

  private static Sample turns(double[] values, int turns) {
    int each = values.length / turns;
    return Sample.of(
        IntStream.range(0, turns)
            .mapToDouble(
                t -> Arrays.stream(values, t * each, (t + 1) * each).average().orElseThrow())
            .toArray());
  }
}
