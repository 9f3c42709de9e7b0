package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;
import tapeline.bench.stats.Sample;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.laboratory.arguments.Argument;
import tapeline.nn.GradientDescent;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// Which network for the digits? Perceptrons of module 06 and convolutions of module 08, over
/// several seeds: how long each trains until it reads well, and at the end its parameters, its
/// accuracy, and its time for one digit in one process.
public final class DigitsTradeoffs {
  private static final double TARGET = 0.96;
  private static final int EPOCHS = 20;
  private static final int SEEDS = 9;
  private static final double SHARE = 0.8;

  private static final List<Recipe> RECIPES =
      List.of(
          new Recipe("CNN 12-24-10", random -> DigitsNetwork.of(12, random), 0.1f, 16, true),
          new Recipe("CNN 4-8-10", random -> DigitsNetwork.of(4, random), 0.1f, 16, true),
          perceptron("MLP 64-256-10", 0.3f, 64, 256, 10),
          perceptron("MLP 64-64-10", 0.3f, 64, 64, 10),
          perceptron("MLP 64-64-10, rate 0.03", 0.03f, 64, 64, 10),
          perceptron("MLP 64-16-10", 0.3f, 64, 16, 10),
          perceptron("linear 64-10", 0.3f, 64, 10));

  private DigitsTradeoffs() {}

  private static Recipe perceptron(String name, float rate, int... widths) {
    return new Recipe(name, random -> Sequential.mlp(random, widths), rate, 32, false);
  }

  /// A network, how it is trained, and whether it sees images or rows of pixels.
  private record Recipe(
      String name,
      Function<SplittableRandom, Sequential> network,
      float rate,
      int batch,
      boolean images) {

    /// Reads the digits, and makes the network of a seed.
    Training from(long seed) {
      var random = new SplittableRandom(seed);
      var digits = images ? Datasets.digits() : Datasets.digits().flat();
      var parts = digits.shuffled(random).split(SHARE);
      var model = network.apply(random);
      var trainer = new Trainer(model, new GradientDescent(rate), batch, random);
      return new Training(model, trainer, parts.training(), parts.test());
    }
  }

  private record Training(Sequential model, Trainer trainer, Dataset training, Dataset test) {
    double epoch() {
      trainer.epoch(training);
      return Metrics.accuracy(model, test);
    }
  }

  /// A training of a recipe.
  private record Trained(TimeToQuality.Run run, Tradeoff tradeoff, boolean steady) {}

  /// Prints both tables: `mvn -pl grader test -Dmodule=19 -Dreference -Drun=DigitsTradeoffs`. Seed
  /// by seed the recipes take turns in an order that is drawn; what the JVM compiles meanwhile
  /// favours none. Seed 0 warms up. A word behind the name is the price of an hour of this machine,
  /// in whatever currency: `./tapeline run "DigitsTradeoffs 0.40"` adds the cost to quality.
  static void main(String... arguments) {
    Argument.requireAtMost(1, arguments);
    double price =
        arguments.length == 0
            ? Double.NaN
            : new Argument("the price of an hour", arguments[0]).number(1e-6, 1e6);
    var trained = new HashMap<Recipe, List<Trained>>();
    var order = new ArrayList<>(RECIPES);
    var random = new Random(1);
    try (var bar = ProgressBar.of("trainings", RECIPES.size() * (SEEDS + 1L))) {
      for (long seed = 0; seed <= SEEDS; seed++) {
        Collections.shuffle(order, random);
        for (var recipe : order) {
          var found = train(recipe, seed);
          if (seed > 0) {
            trained.computeIfAbsent(recipe, _ -> new ArrayList<>()).add(found);
          }
          bar.step();
        }
      }
    }
    var all = RECIPES.stream().map(r -> trained.getOrDefault(r, List.of())).toList();
    IO.println();
    IO.println(TimeToQuality.table(all.stream().map(DigitsTradeoffs::times).toList(), price));
    IO.println(tradeoffs(all));
  }

  /// Trains until the accuracy is reached, by the clock, and from there to the last epoch.
  private static Trained train(Recipe recipe, long seed) {
    var made = new AtomicReference<Training>();
    var run =
        TimeToQuality.run(
            s -> {
              made.set(recipe.from(s));
              return new TimeToQuality.Training(
                  () -> made.get().epoch(), made.get().training.size());
            },
            seed,
            TARGET,
            EPOCHS,
            System::nanoTime);
    var training = made.get();
    for (int epoch = run.epochs(); epoch < EPOCHS; epoch++) {
      training.trainer.epoch(training.training);
    }
    var times = latency(recipe.name, training);
    var tradeoff = of(recipe.name, training, times.sample().median());
    return new Trained(run, tradeoff, times.steady());
  }

  /// The costs of a trained network, an example at a time.
  private static Tradeoff of(String name, Training training, double nanos) {
    var one = training.test.inputs().slice(0, 0, 1);
    var counter = new CountedBackend(Backend.current());
    try (var _ = Backend.use(counter)) {
      training.model.apply(one);
    }
    return new Tradeoff(
        name,
        training.model.parameterCount(),
        counter.products().flops() / 2,
        Metrics.accuracy(training.model, training.test),
        nanos);
  }

  private static BenchmarkResult latency(String name, Training training) {
    var one = training.test.inputs().slice(0, 0, 1);
    var conditions = Conditions.cpu("one digit", "float32", 1);
    return new Benchmark(name, conditions, () -> training.model.apply(one).data()[0], null)
        .run(Benchmark.Limits.STANDARD, Meter.ofMachine());
  }

  private static TimeToQuality times(List<Trained> seeds) {
    return new TimeToQuality(
        seeds.getFirst().tradeoff.name(),
        TARGET,
        EPOCHS,
        seeds.stream().map(Trained::run).toList());
  }

  private static TextTable tradeoffs(List<List<Trained>> all) {
    var table = Tradeoff.table(all.stream().map(DigitsTradeoffs::middle).toList());
    for (var seeds : all) {
      var accuracies =
          seeds.stream().mapToDouble(t -> 100 * t.tradeoff.accuracy()).summaryStatistics();
      table.note(
          String.format(
              Locale.ROOT,
              "%s: %.1f to %.1f %%",
              seeds.getFirst().tradeoff.name(),
              accuracies.getMin(),
              accuracies.getMax()));
    }
    long unsteady = all.stream().flatMap(List::stream).filter(t -> !t.steady).count();
    if (unsteady > 0) {
      table.note(
          "%d of %d latencies were not steady: of those no number should be believed"
              .formatted(unsteady, SEEDS * all.size()));
    }
    return table
        .note("accuracy: median of %d seeds, after %d epochs".formatted(SEEDS, EPOCHS))
        .note("front: surely; may be: as far as the medians' intervals tell")
        .note("latency: one process, which differs from the next: see `Duel` for a comparison");
  }

  /// The medians over the seeds, with their intervals.
  private static Tradeoff middle(List<Trained> seeds) {
    var one = seeds.getFirst().tradeoff;
    double[] errors = seeds.stream().mapToDouble(t -> 1 - t.tradeoff.accuracy()).toArray();
    double[] nanos = seeds.stream().mapToDouble(t -> t.tradeoff.nanos()).toArray();
    return new Tradeoff(
        one.name(),
        one.parameters(),
        one.products(),
        1 - Sample.of(errors).median(),
        Sample.of(nanos).median(),
        MedianInterval.of(errors),
        MedianInterval.of(nanos));
  }
}
