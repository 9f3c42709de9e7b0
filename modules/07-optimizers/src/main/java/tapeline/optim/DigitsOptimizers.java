package tapeline.optim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Metrics;
import tapeline.nn.Optimizer;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// The perceptron of module 06 learns to read digits with each optimizer, from the same five
/// starts.
public final class DigitsOptimizers {
  private static final int HIDDEN = 64;
  private static final int EPOCHS = 30;
  private static final int BATCH = 32;
  private static final double SHARE = 0.8;
  private static final double GOAL = 0.96;
  private static final int SEEDS = 5;

  /*
   * Each rate is the best of 0.0003, 0.001, 0.003 and so on, by the mean test accuracy after five
   * epochs from seeds that the table does not show: every optimizer had the same chance.
   */
  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("gradient descent", 1, rate -> new Sgd(rate, 0)),
          new Entry("momentum 0.9", 0.03, rate -> new Sgd(rate, 0.9)),
          new Entry("Adam", 0.01, Adam::new),
          new Entry("AdamW, decay 0.1", 0.01, rate -> Adam.withDecay(rate, 0.1)));

  private DigitsOptimizers() {}

  private record Entry(String name, double rate, Function<Schedule, Optimizer> optimizer) {
    Optimizer start() {
      return optimizer.apply(Schedule.constant(rate));
    }
  }

  /// The test accuracy after each epoch. The seed decides which digits are held back, where the
  /// weights start, and the order of the examples: with one seed, every optimizer has the same.
  public static double[] train(Dataset digits, Optimizer optimizer, long seed, int epochs) {
    var random = new SplittableRandom(seed);
    var parts = digits.flat().shuffled(random).split(SHARE);
    var model = Sequential.mlp(random, 64, HIDDEN, 10);
    var trainer = new Trainer(model, optimizer, BATCH, random);
    var accuracy = new double[epochs];
    for (int epoch = 0; epoch < epochs; epoch++) {
      trainer.epoch(parts.training());
      accuracy[epoch] = Metrics.accuracy(model, parts.test());
    }
    return accuracy;
  }

  /// Prints the table of the optimizers: `mvn -pl grader test -Drun=DigitsOptimizers`.
  static void main() {
    var table = TextTable.of("optimizer", "rate", "epochs to 96 %", "test, mean", "worst");
    var digits = Datasets.digits();
    var runsOf = new LinkedHashMap<Entry, List<double[]>>();
    try (var bar = ProgressBar.of("training", (long) ENTRIES.size() * SEEDS)) {
      for (var entry : ENTRIES) {
        var runs = new ArrayList<double[]>();
        for (int seed = 1; seed <= SEEDS; seed++) {
          runs.add(train(digits, entry.start(), seed, EPOCHS));
          bar.step();
        }
        runsOf.put(entry, runs);
      }
    }
    runsOf.forEach((entry, runs) -> {
      var last = runs.stream().mapToDouble(run -> run[EPOCHS - 1]).summaryStatistics();
      table.row(
          entry.name(),
          TextTable.number(entry.rate(), 1),
          String.join(", ", runs.stream().map(DigitsOptimizers::epochsToGoal).toList()),
          TextTable.percent(last.getAverage(), 2),
          TextTable.percent(last.getMin(), 2));
    });
    IO.print(table.note("%d seeds, %d epochs".formatted(SEEDS, EPOCHS)));
  }

  private static String epochsToGoal(double... accuracy) {
    long before = DoubleStream.of(accuracy).takeWhile(share -> share < GOAL).count();
    return before < accuracy.length ? "" + (before + 1) : "–";
  }
}
