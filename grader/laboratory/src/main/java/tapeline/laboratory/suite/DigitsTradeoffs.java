package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
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
/// parameters, accuracy over several seeds, time for one digit in one process.
public final class DigitsTradeoffs {
  private static final int EPOCHS = 20;
  private static final int SEEDS = 5;
  private static final double SHARE = 0.8;

  private DigitsTradeoffs() {}

  /// A network, how it is trained, and whether it sees images or rows of pixels.
  private record Candidate(String name, Sequential model, float rate, int batch, boolean images) {}

  /// Trains six networks from each seed, and prints which of them are worth having by their mean
  /// accuracy: `mvn -pl grader test -Dmodule=19 -Dreference -Drun=DigitsTradeoffs`.
  static void main() {
    var found = new LinkedHashMap<String, List<Tradeoff>>();
    int tested = 0;
    int unsteady = 0;
    try (var bar = ProgressBar.of("training", (long) SEEDS * candidates(1).size() * EPOCHS)) {
      for (long seed = 1; seed <= SEEDS; seed++) {
        var digits = Datasets.digits().shuffled(new SplittableRandom(seed));
        for (var c : candidates(seed)) {
          var parts = (c.images() ? digits : digits.flat()).split(SHARE);
          var random = new SplittableRandom(seed);
          var trainer = new Trainer(c.model(), new GradientDescent(c.rate()), c.batch(), random);
          for (int epoch = 0; epoch < EPOCHS; epoch++) {
            trainer.epoch(parts.training());
            bar.step();
          }
          tested = parts.test().size();
          var times = latency(c.name(), c.model(), parts.test());
          unsteady += times.steady() ? 0 : 1;
          found
              .computeIfAbsent(c.name(), _ -> new ArrayList<>())
              .add(of(c.name(), c.model(), parts.test(), times.sample().median()));
        }
      }
    }
    var table = Tradeoff.table(found.values().stream().map(DigitsTradeoffs::mean).toList());
    found.forEach((name, runs) -> table.note(accuracies(name, runs)));
    table.note("front: surely; may be: as far as the least and the largest of the seeds tell");
    if (unsteady > 0) {
      table.note(
          "%d of %d latencies were not steady: of those no number should be believed"
              .formatted(unsteady, SEEDS * found.size()));
    }
    IO.println();
    IO.println(
        table
            .note(
                "accuracy: mean of %d seeds, each with its own %d digits".formatted(SEEDS, tested))
            .note(
                "latency: one process, which differs from the next: see `Duel` for a comparison"));
  }

  /// The mean accuracy over the seeds, and the median of the times; both are known from the least
  /// to the largest.
  private static Tradeoff mean(List<Tradeoff> runs) {
    var one = runs.getFirst();
    double accuracy = runs.stream().mapToDouble(Tradeoff::accuracy).average().orElseThrow();
    double[] errors = runs.stream().mapToDouble(t -> 1 - t.accuracy()).sorted().toArray();
    double[] nanos = runs.stream().mapToDouble(Tradeoff::nanos).sorted().toArray();
    return new Tradeoff(
        one.name(),
        one.parameters(),
        one.products(),
        accuracy,
        Sample.of(nanos).median(),
        range(errors),
        range(nanos));
  }

  /// Of five seeds the extremes hold the median with 94 %: `1 − 2·½⁵`.
  private static Interval range(double... sorted) {
    return new Interval(sorted[0], sorted[sorted.length - 1], 1 - 2 * Math.pow(0.5, sorted.length));
  }

  private static String accuracies(String name, List<Tradeoff> runs) {
    var all = runs.stream().mapToDouble(t -> 100 * t.accuracy()).summaryStatistics();
    return String.format(Locale.ROOT, "%s: %.1f to %.1f %%", name, all.getMin(), all.getMax());
  }

  private static List<Candidate> candidates(long seed) {
    var random = new SplittableRandom(seed);
    return List.of(
        new Candidate("CNN 12-24-10", DigitsNetwork.of(12, random), 0.1f, 16, true),
        new Candidate("CNN 4-8-10", DigitsNetwork.of(4, random), 0.1f, 16, true),
        new Candidate("MLP 64-256-10", Sequential.mlp(random, 64, 256, 10), 0.3f, 32, false),
        new Candidate("MLP 64-64-10", Sequential.mlp(random, 64, 64, 10), 0.3f, 32, false),
        new Candidate("MLP 64-16-10", Sequential.mlp(random, 64, 16, 10), 0.3f, 32, false),
        new Candidate("linear 64-10", Sequential.mlp(random, 64, 10), 0.3f, 32, false));
  }

  /// The accuracy of a trained network, and its costs, an example at a time.
  private static Tradeoff of(String name, Layer model, Dataset test, double nanos) {
    var one = test.inputs().slice(0, 0, 1);
    var counter = new CountedBackend(Backend.current());
    try (var _ = Backend.use(counter)) {
      model.apply(one);
    }
    return new Tradeoff(
        name,
        model.parameterCount(),
        counter.products().flops() / 2,
        Metrics.accuracy(model, test),
        nanos);
  }

  private static BenchmarkResult latency(String name, Layer model, Dataset test) {
    var one = test.inputs().slice(0, 0, 1);
    var conditions = Conditions.cpu("one digit", "float32", 1);
    return new Benchmark(name, conditions, () -> model.apply(one).data()[0], null)
        .run(Benchmark.Limits.STANDARD, Meter.ofMachine());
  }
}
