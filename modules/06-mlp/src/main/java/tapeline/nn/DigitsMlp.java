package tapeline.nn;

import java.util.ArrayList;
import java.util.SplittableRandom;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.toolkit.ProgressBar;

/// The first real training of the course: a perceptron with one hidden layer learns to read digits.
public final class DigitsMlp {
  private static final int HIDDEN = 64;
  private static final int EPOCHS = 30;
  private static final int BATCH = 32;
  private static final float RATE = 0.3f;
  private static final double SHARE = 0.8;
  private static final int SEEDS = 5;

  private DigitsMlp() {}

  /// Trains on 80 % of these digits, and tests on the others. The seed decides which are which,
  /// where the weights start, and the order of the examples.
  public static TrainingRun train(Dataset digits, long seed) {
    long start = System.nanoTime();
    var random = new SplittableRandom(seed);
    var parts = digits.flat().shuffled(random).split(SHARE);
    var model = Sequential.mlp(random, 64, HIDDEN, 10);
    var trainer = new Trainer(model, new GradientDescent(RATE), BATCH, random);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      trainer.epoch(parts.training());
    }
    return new TrainingRun(
        "MLP 64-%d-10".formatted(HIDDEN),
        seed,
        EPOCHS,
        Metrics.accuracy(model, parts.training()),
        Metrics.accuracy(model, parts.test()),
        (System.nanoTime() - start) / 1e9);
  }

  /// Prints the table of five trainings: `mvn -pl grader test -Drun=DigitsMlp`.
  static void main() {
    var digits = Datasets.digits();
    var runs = new ArrayList<TrainingRun>();
    try (var bar = ProgressBar.of("training", SEEDS)) {
      for (int seed = 1; seed <= SEEDS; seed++) {
        runs.add(train(digits, seed));
        bar.step();
      }
    }
    IO.print(TrainingRun.table(runs));
  }
}
