package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.accel.VectorBackend;
import tapeline.bench.stats.Sample;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Datasets;
import tapeline.laboratory.arguments.Argument;
import tapeline.nn.DigitsMlp;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;
import tapeline.transformer.PersuasionModel;

/// The course's trainings from the first step to the last, on `CpuBackend` and on `VectorBackend`,
/// op by op and by fused steps: is the model as good, and how long does it take? `./tapeline run
/// TrainingsByBackend`, or with all of the transformer's steps `./tapeline run "TrainingsByBackend
/// 5 2000"`
///
/// Each seed is trained in all three ways, one after the other in an order drawn at random, on one
/// thread; one training of each before is not counted. Where five seeds are trained, the smallest
/// and the largest of the five ratios hold the median ratio between them with 94 % (1 − 2·½⁵),
/// however the ratios are distributed.
public final class TrainingsByBackend {
  private static final int SEEDS = 5;
  private static final int STEPS = 300; // of the transformer

  private TrainingsByBackend() {}

  /// The result of one training.
  ///
  /// @param quality test accuracy, or validation loss
  private record Outcome(double quality, double seconds) {}

  /// Arguments: the seeds, and the transformer's steps, if they are to be other numbers.
  static void main(String[] args) {
    Argument.requireAtMost(2, args);
    int seeds = args.length > 0 ? (int) new Argument("seeds", args[0]).whole(1, 1000) : SEEDS;
    int steps = args.length > 1 ? (int) new Argument("steps", args[1]).whole(1, 1_000_000) : STEPS;
    var digits = Datasets.digits();
    var text = Datasets.persuasion();
    compare(
        "digits, perceptron: test accuracy",
        seeds,
        seed -> {
          var run = DigitsMlp.train(digits, seed);
          return new Outcome(run.test(), run.seconds());
        });
    compare(
        "digits, convolutions: test accuracy",
        seeds,
        seed -> {
          var run = DigitsNetwork.train(digits, seed);
          return new Outcome(run.test(), run.seconds());
        });
    compare(
        "persuasion, transformer: validation loss",
        seeds,
        seed -> {
          var run = PersuasionModel.train(text, seed, steps, _ -> {});
          return new Outcome(run.validation(), run.seconds());
        });
  }

  private static void compare(String what, int seeds, LongFunction<Outcome> training) {
    var names = List.of("cpu", "op by op", "fused");
    var backends = List.of(new CpuBackend(), new VectorBackend().opByOp(), new VectorBackend());
    var order = new ArrayList<>(List.of(0, 1, 2));
    var random = new Random(13);
    var table =
        TextTable.of("seed", "cpu", "op by op", "fused", "cpu, s", "op by op, s", "fused, s");
    var seconds = new double[backends.size()][seeds];
    try (var bar = ProgressBar.of(what, seeds + 1L)) {
      for (int seed = 0; seed <= seeds; seed++) { // seed 0 warms up
        var outcomes = new Outcome[backends.size()];
        Collections.shuffle(order, random);
        for (int k : order) {
          try (var _ = Backend.use(backends.get(k))) {
            outcomes[k] = training.apply(seed);
            seconds[k][Math.max(0, seed - 1)] = outcomes[k].seconds();
          }
        }
        bar.step();
        if (seed > 0) {
          var cells = new ArrayList<>(List.of("" + seed));
          Stream.of(outcomes).map(o -> number(o.quality(), 4)).forEach(cells::add);
          Stream.of(outcomes).map(o -> number(o.seconds(), 2)).forEach(cells::add);
          table.row(cells.toArray(String[]::new));
        }
      }
    }
    IO.println("\n" + what + "\n" + table);
    for (int[] pair : new int[][] {{1, 0}, {2, 0}, {2, 1}}) {
      var ratios =
          IntStream.range(0, seeds)
              .mapToDouble(i -> seconds[pair[0]][i] / seconds[pair[1]][i])
              .sorted()
              .toArray();
      IO.println(
          "%s ÷ %s: median %s, from %s to %s"
              .formatted(
                  names.get(pair[0]),
                  names.get(pair[1]),
                  number(Sample.of(ratios).median(), 2),
                  number(ratios[0], 2),
                  number(ratios[seeds - 1], 2)));
    }
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
