package tapeline.conv;

import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Activation;
import tapeline.nn.GradientDescent;
import tapeline.nn.Linear;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.nn.TrainingRun;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.Todo;

/// A small convolutional network for the digits (n,1,8,8), and its training.
public final class DigitsNetwork {
  private static final int WIDTH = 12;
  private static final int EPOCHS = 30;
  private static final int BATCH = 16;
  private static final double FIRST_RATE = 0.2;
  private static final double LAST_RATE = 0.02;
  private static final double SHARE = 0.8;
  private static final int SEEDS = 5;

  private DigitsNetwork() {}

  /// Two convolutions with windows of 3, ReLU and a pooling by 2 after each, a linear layer.
  ///
  /// @param width the channels after the first convolution; twice as many after the second
  public static Sequential of(int width, RandomGenerator random) {
    // BEGIN EXERCISE 08.9
    // TODO 08.9 — 9 lines. new Sequential(…): a Convolution "conv1" from 1 channel to
    // width, an Activation, a MaxPool(2); "conv2" to 2·width, and the same again; Flatten;
    // a Linear "out" to 10. Window.same(3) keeps height and width; `random` draws all
    // weights. What has become of 8 × 8 behind the second pooling, so how many inputs has
    // the linear layer?
    throw new Todo("08.9", "a network for digits");
    // END EXERCISE 08.9
  }

  /// Trains on 80 % of these digits, shifted anew in each epoch, and tests on the others as they
  /// are. The seed decides which are which, where the weights start, and the order of the examples.
  public static TrainingRun train(Dataset digits, long seed) {
    long start = System.nanoTime();
    var random = new SplittableRandom(seed);
    var parts = digits.shuffled(random).split(SHARE);
    var model = of(WIDTH, random);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      var descent = new GradientDescent(rate(epoch));
      new Trainer(model, descent, BATCH, random).epoch(Shifts.of(parts.training(), random));
    }
    return new TrainingRun(
        "CNN %d-%d-10".formatted(WIDTH, 2 * WIDTH),
        seed,
        EPOCHS,
        Metrics.accuracy(model, parts.training()),
        Metrics.accuracy(model, parts.test()),
        (System.nanoTime() - start) / 1e9);
  }

  /// The learning rate of an epoch: it falls by the same factor from each to the next.
  private static float rate(int epoch) {
    return (float) (FIRST_RATE * Math.pow(LAST_RATE / FIRST_RATE, epoch / (EPOCHS - 1.0)));
  }

  /// Prints the table of five trainings: `mvn -pl grader test -Drun=DigitsNetwork`.
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
