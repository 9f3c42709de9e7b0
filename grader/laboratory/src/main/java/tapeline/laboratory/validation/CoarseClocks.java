package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.TextTable;

/// Comparisons by a clock that goes in steps: how often are equal programs called different, and
/// how often does the interval hold the truth?
///
/// A turn of A takes 1 and a turn of B between 0.9 and 1.1, with noise of 0.5 % a turn and 0.3 % a
/// fork. The clock is read at a moment that has nothing to do with its steps.
public final class CoarseClocks {
  private static final int FORKS = 10;
  private static final int TURNS = 50;
  private static final double[] STEPS = {0, 0.001, 0.02, 0.1, 0.5};

  private CoarseClocks() {}

  /// The rates of made-up comparisons: false alarms, and intervals that hold the truth.
  record Found(Rate alarms, Rate covered) {}

  static Found of(double step, int comparisons, long seed) {
    var random = new SplittableRandom(seed);
    int alarms = 0;
    int covered = 0;
    for (int i = 0; i < comparisons; i++) {
      alarms += comparison(1, step, random).verdict() == SpeedVerdict.UNDECIDED ? 0 : 1;
      double truth = random.nextDouble(0.9, 1.1);
      covered += comparison(truth, step, random).interval().contains(1 / truth) ? 1 : 0;
    }
    return new Found(new Rate(alarms, comparisons), new Rate(covered, comparisons));
  }

  private static Comparison comparison(double truth, double step, SplittableRandom random) {
    var forks = new ArrayList<Fork>();
    for (int f = 0; f < FORKS; f++) {
      forks.add(new Fork(side(1, step, random), side(truth, step, random), 1, 0, 0, false));
    }
    return new Comparison("A", "B", forks, 0.05);
  }

  private static Sample side(double time, double step, SplittableRandom random) {
    double luck = time * Math.exp(0.003 * random.nextGaussian());
    var turns = new double[TURNS];
    Arrays.setAll(
        turns,
        _ -> {
          double turn = luck * Math.exp(0.005 * random.nextGaussian());
          return step == 0 ? turn : step * Math.floor(turn / step + random.nextDouble());
        });
    return Sample.of(turns);
  }

  static TextTable table(int comparisons, long seed) {
    var table =
        TextTable.of("a step, of a turn", "equal, called different", "held by the interval");
    for (double step : STEPS) {
      var found = of(step, comparisons, seed);
      table.row(
          step == 0 ? "none" : TextTable.percent(step, 1),
          found.alarms().toString(),
          found.covered().toString());
    }
    return table.note("%d comparisons each, of ten forks".formatted(comparisons));
  }

  /// Prints the table: `./tapeline run CoarseClocks`.
  static void main() {
    IO.println(table(2_000, 1));
  }
}
