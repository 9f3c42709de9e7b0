package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.Shifts;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.toolkit.ProgressBar;

/// Time to quality of the course's readers of digits: module 06's perceptron, with a good and with
/// a timid learning rate, and module 08's convolutions.
public final class DigitsToQuality {
  private static final double SHARE = 0.8;
  private static final int SEEDS = 9;
  private static final int LIMIT = 20;

  private DigitsToQuality() {}

  /// A model and how it is trained: from a seed, all drawn from it.
  private record Recipe(String name, double target, LongFunction<TimeToQuality.Training> from) {}

  /// Trains each from nine seeds, and prints how long it took, reading the digits included: `mvn
  /// -pl grader test -Dmodule=19 -Dreference -Drun=DigitsToQuality`. Seed by seed the recipes take
  /// turns in an order that is drawn; what the JVM compiles meanwhile favours none. Seed 0 warms
  /// up.
  static void main() {
    var recipes =
        List.of(
            new Recipe(
                "MLP 64-64-10, rate 0.3", 0.96, seed -> perceptron(Datasets.digits(), seed, 0.3f)),
            new Recipe(
                "MLP 64-64-10, rate 0.03",
                0.96,
                seed -> perceptron(Datasets.digits(), seed, 0.03f)),
            new Recipe(
                "CNN 12-24-10, rate 0.1", 0.96, seed -> convolutions(Datasets.digits(), seed)));
    var runs = new HashMap<Recipe, List<TimeToQuality.Run>>();
    var order = new ArrayList<>(recipes);
    var random = new Random(1);
    try (var bar = ProgressBar.of("trainings", recipes.size() * (SEEDS + 1L))) {
      for (long seed = 0; seed <= SEEDS; seed++) {
        Collections.shuffle(order, random);
        for (var r : order) {
          var run = TimeToQuality.run(r.from(), seed, r.target(), LIMIT, System::nanoTime);
          if (seed > 0) {
            runs.computeIfAbsent(r, _ -> new ArrayList<>()).add(run);
          }
          bar.step();
        }
      }
    }
    IO.println();
    IO.println(
        TimeToQuality.table(
            recipes.stream()
                .map(r ->
                    new TimeToQuality(r.name(), r.target(), LIMIT, runs.getOrDefault(r, List.of())))
                .toList()));
  }

  static TimeToQuality.Training perceptron(Dataset digits, long seed, float rate) {
    var random = new SplittableRandom(seed);
    var parts = digits.flat().shuffled(random).split(SHARE);
    var model = Sequential.mlp(random, 64, 64, 10);
    var trainer = new Trainer(model, new GradientDescent(rate), 32, random);
    return new TimeToQuality.Training(
        () -> {
          trainer.epoch(parts.training());
          return Metrics.accuracy(model, parts.test());
        },
        parts.training().size());
  }

  private static TimeToQuality.Training convolutions(Dataset digits, long seed) {
    var random = new SplittableRandom(seed);
    var parts = digits.shuffled(random).split(SHARE);
    var model = DigitsNetwork.of(12, random);
    var trainer = new Trainer(model, new GradientDescent(0.1f), 16, random);
    return new TimeToQuality.Training(
        () -> {
          trainer.epoch(Shifts.of(parts.training(), random));
          return Metrics.accuracy(model, parts.test());
        },
        parts.training().size());
  }
}
