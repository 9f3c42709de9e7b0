package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.bench.Benchmark;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.toolkit.ProgressBar;

/// Which network for the digits? Perceptrons of module 06 and convolutions of module 08:
/// parameters, accuracy, time for one digit.
public final class DigitsTradeoffs {
  private static final int EPOCHS = 20;
  private static final double SHARE = 0.8;

  private DigitsTradeoffs() {}

  /// A network, how it is trained, and whether it sees images or rows of pixels.
  private record Candidate(String name, Sequential model, float rate, int batch, boolean images) {}

  /// Trains six networks, and prints which of them are worth having: `mvn -pl grader test
  /// -Dmodule=19 -Dreference -Drun=DigitsTradeoffs`.
  static void main() {
    var digits = Datasets.digits().shuffled(new SplittableRandom(1));
    var found = new ArrayList<Tradeoff>();
    var candidates = candidates();
    try (var bar = ProgressBar.of("training", (long) candidates.size() * EPOCHS)) {
      for (var c : candidates) {
        var parts = (c.images() ? digits : digits.flat()).split(SHARE);
        var random = new SplittableRandom(2);
        var trainer = new Trainer(c.model(), new GradientDescent(c.rate()), c.batch(), random);
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
          trainer.epoch(parts.training());
          bar.step();
        }
        found.add(of(c.name(), c.model(), parts.test()));
      }
    }
    IO.println();
    IO.println(Tradeoff.table(found));
    int tested = digits.split(SHARE).test().size();
    IO.println(
        "accuracy: of %d digits, one seed; one digit more is %.1f %%"
            .formatted(tested, 100.0 / tested));
  }

  private static List<Candidate> candidates() {
    var random = new SplittableRandom(3);
    return List.of(
        new Candidate("CNN 12-24-10", DigitsNetwork.of(12, random), 0.1f, 16, true),
        new Candidate("CNN 4-8-10", DigitsNetwork.of(4, random), 0.1f, 16, true),
        new Candidate("MLP 64-256-10", Sequential.mlp(random, 64, 256, 10), 0.3f, 32, false),
        new Candidate("MLP 64-64-10", Sequential.mlp(random, 64, 64, 10), 0.3f, 32, false),
        new Candidate("MLP 64-16-10", Sequential.mlp(random, 64, 16, 10), 0.3f, 32, false),
        new Candidate("linear 64-10", Sequential.mlp(random, 64, 10), 0.3f, 32, false));
  }

  /// What a trained network gives and costs, an example at a time.
  static Tradeoff of(String name, Layer model, Dataset test) {
    var one = test.inputs().slice(0, 0, 1);
    var counter = new CountedBackend(Backend.current());
    try (var _ = Backend.use(counter)) {
      model.apply(one);
    }
    var benchmark =
        new Benchmark(
            name,
            Conditions.cpu("one digit", "float32", 1),
            () -> model.apply(one).data()[0],
            null);
    var times = benchmark.run(Benchmark.Limits.STANDARD, Meter.ofMachine());
    return new Tradeoff(
        name,
        model.parameterCount(),
        counter.products().flops() / 2,
        Metrics.accuracy(model, test),
        times.sample().median());
  }
}
