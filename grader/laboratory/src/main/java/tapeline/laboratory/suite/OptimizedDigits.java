package tapeline.laboratory.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import tapeline.accel.VectorBackend;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.LabelledSet;
import tapeline.bench.SuiteModel;
import tapeline.compress.UnitPruning;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.laboratory.arguments.Argument;
import tapeline.memory.ArrayPool;
import tapeline.nn.Activation;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.precision.FloatFormat;
import tapeline.profile.cost.CountedBackend;
import tapeline.quant.QuantizedModel;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// What does each optimization of the course cost and save, on one perceptron that reads digits?
///
/// One training, and beside it, by the suite of module 19: ops counted (11), vectors (13), arrays
/// that serve again (14), weights in bfloat16 (15), codes of 8 bits (17), half of the hidden units
/// (18), and answers that are remembered. A page for each data set in `grader/target/suite`.
public final class OptimizedDigits {
  private static final int HIDDEN = 128;
  private static final int EPOCHS = 15;
  private static final int BATCH = 32;
  private static final int ROUNDS = 5;

  private final Dataset training;
  private final Dataset test;
  private final Linear first;
  private final Linear last;

  private OptimizedDigits(long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(0.8);
    training = parts.training();
    test = parts.test();
    first = new Linear("first", 64, HIDDEN, random);
    last = new Linear("last", HIDDEN, 10, random);
    int steps = EPOCHS * training.size() / BATCH;
    var sgd = new Sgd(Schedule.cosine(0.1, steps / 20, steps), 0.9);
    var trainer = new Trainer(of(first, last), sgd, BATCH, random);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      trainer.epoch(training);
    }
  }

  private static Sequential of(Linear in, Linear out) {
    return new Sequential(in, new Activation(UnaryOp.RELU), out);
  }

  /// Returns the trained network once more: what changes its weights changes no other one.
  private Sequential copy() {
    return of(copyOf(first), copyOf(last));
  }

  private static SuiteModel<Tensor> on(String name, Sequential model, Backend backend) {
    return new SuiteModel<>(
        name,
        x -> {
          try (var _ = Backend.use(backend)) {
            return model.apply(x).argmax();
          }
        });
  }

  private List<SuiteModel<Tensor>> models() {
    var plain = new CpuBackend();
    var models = new ArrayList<SuiteModel<Tensor>>();
    models.add(on("plain", copy(), plain));
    models.add(on("twin", copy(), plain));
    models.add(on("counted", copy(), new CountedBackend(plain)));
    models.add(on("vectors", copy(), new VectorBackend()));
    models.add(pooled());
    models.add(on("bfloat16", rounded(), plain));
    models.add(quantized());
    var half =
        UnitPruning.keep(HIDDEN / 2, new UnitPruning.HiddenPair(copyOf(first), copyOf(last)));
    models.add(on("half", of(half.in(), half.out()), plain));
    models.add(remembered(on("", copy(), plain).answers()));
    return models;
  }

  private static Linear copyOf(Linear layer) {
    var weight = layer.parameters().getFirst().value();
    var copy =
        new Linear(
            "copy", weight.shape().length(0), weight.shape().length(1), new SplittableRandom(1));
    for (int i = 0; i < layer.parameters().size(); i++) {
      copy.parameters().get(i).value().assign(layer.parameters().get(i).value());
    }
    return copy;
  }

  private SuiteModel<Tensor> pooled() {
    var model = copy();
    var pool = new ArrayPool();
    return new SuiteModel<>(
        "pool",
        x -> {
          try (var _ = Backend.use(pool)) {
            pool.step();
            return model.apply(x).argmax();
          }
        });
  }

  private Sequential rounded() {
    var model = copy();
    model.parameters().forEach(p -> p.value().assign(FloatFormat.BFLOAT16.round(p.value())));
    return model;
  }

  private SuiteModel<Tensor> quantized() {
    var model = copy();
    var small = QuantizedModel.of(model.parameters(), WeightFormat.INT8_CHANNEL);
    return new SuiteModel<>(
        "int8",
        x -> {
          try (var _ = small.use()) {
            return model.apply(x).argmax();
          }
        });
  }

  /// Answers by a table from the bits of a whole batch: one that was read before is not read again.
  /// It pays to hash all inputs, and keeps all batches and their answers.
  private static SuiteModel<Tensor> remembered(Function<Tensor, int[]> answers) {
    Map<List<Float>, int[]> known = new HashMap<>();
    return new SuiteModel<>(
        "memo",
        x -> {
          var inputs = new ArrayList<Float>();
          for (float v : x.toArray()) {
            inputs.add(v);
          }
          return known.computeIfAbsent(inputs, _ -> answers.apply(x));
        });
  }

  /// The digits that were never seen, and the same with noise on each pixel.
  private List<LabelledSet<Tensor>> sets() {
    var x = test.inputs();
    var noise = Tensor.normal(new SplittableRandom(2), x.shape().toArray());
    var noisy = x.plus(noise.times(0.3f));
    return List.of(
        new LabelledSet<>("digits", "float32", x, test.labels()),
        new LabelledSet<>("noisy digits", "float32", noisy, test.labels()));
  }

  /// Runs the suite: `./tapeline run OptimizedDigits`; `"OptimizedDigits 3"` takes three rounds.
  static void main(String... args) throws IOException {
    Argument.requireAtMost(1, args);
    int rounds = args.length == 0 ? ROUNDS : (int) new Argument("rounds", args[0]).whole(1, 1000);
    var own = new OptimizedDigits(1);
    var suite = BenchmarkSuite.of("optimizations of a perceptron", own.models(), own.sets());
    SuiteReport.write(suite, rounds);
  }
}
