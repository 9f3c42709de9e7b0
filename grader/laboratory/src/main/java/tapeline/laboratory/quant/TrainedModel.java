package tapeline.laboratory.quant;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tapeline.accel.VectorBackend;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Metrics;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.quant.StoredTensor;
import tapeline.quant.TensorFile;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.KeyValueCache;
import tapeline.transformer.TextTrainer;
import tapeline.transformer.Vocabulary;

/// A model that has learnt, as often as it is asked for with the weights that it learnt.
///
/// @param samples computes on inputs that it learnt from, for calibrations
/// @param accuracy the share of right answers on inputs never seen
record TrainedModel(
    List<Parameter> parameters, List<Tensor> learnt, Runnable samples, DoubleSupplier accuracy) {
  private static final double SHARE = 0.8;
  private static final int CALIBRATION = 256; // digits
  private static final int WINDOWS = 64; // of text

  private TrainedModel(List<Parameter> parameters, Runnable samples, DoubleSupplier accuracy) {
    this(parameters, parameters.stream().map(p -> p.value().copy()).toList(), samples, accuracy);
  }

  /// A perceptron 64-128-64-10, and the digits that it was trained on and not.
  record Perceptron(Sequential model, Dataset training, Dataset test) {
    static Perceptron trained(long seed) {
      var random = new SplittableRandom(seed);
      var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
      var model = Sequential.mlp(random, 64, 128, 64, 10);
      learn(model, parts.training(), 64, new Sgd(Schedule.cosine(0.1, 40, 800), 0.9), 800, random);
      return new Perceptron(model, parts.training(), parts.test());
    }

    TrainedModel whole() {
      return digits(model, training, test);
    }
  }

  /// 08's network, 24 and 48 channels.
  static TrainedModel network(long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().shuffled(random).split(SHARE);
    var model = DigitsNetwork.of(24, random);
    learn(model, parts.training(), 64, new Sgd(Schedule.cosine(0.1, 12, 240), 0.9), 240, random);
    return digits(model, parts.training(), parts.test());
  }

  private static TrainedModel digits(Layer model, Dataset training, Dataset test) {
    var samples = training.slice(0, CALIBRATION).inputs();
    return new TrainedModel(
        model.parameters(), () -> model.apply(samples), () -> Metrics.accuracy(model, test));
  }

  /// Steps of batches of a dataset, in an order of its own for each epoch.
  static void learn(
      Layer model,
      Dataset data,
      int batch,
      Optimizer optimizer,
      int steps,
      SplittableRandom random) {
    try (var _ = Backend.use(new VectorBackend())) {
      var trainer = new Trainer(model, optimizer, batch, random);
      var left = List.<Dataset>of();
      for (int step = 0; step < steps; step++) {
        left = left.isEmpty() ? trainer.batches(data) : left;
        trainer.step(left.getFirst());
        left = left.subList(1, left.size());
      }
    }
  }

  /// 09's model of characters with two blocks of width 64, and its text.
  record Writer(CharModel model, int[] training, int[] validation) {
    private static final int STEPS = 500;
    private static final int CONTEXT = 32;

    static Writer trained(long seed) {
      var random = new SplittableRandom(seed);
      var text = Datasets.persuasion();
      var vocabulary = Vocabulary.of(text);
      int[] all = vocabulary.encode(text);
      int cut = (int) (0.9 * all.length);
      var training = Arrays.copyOf(all, cut);
      var model = new CharModel(new CharModel.Size(vocabulary.size(), CONTEXT, 64, 4, 2), random);
      var adam = new Adam(Schedule.cosine(5e-3f, STEPS / 20, STEPS));
      try (var _ = Backend.use(new VectorBackend())) {
        var trainer = new TextTrainer(model, adam, 8, random);
        for (int step = 0; step < STEPS; step++) {
          trainer.step(training);
        }
      }
      return new Writer(model, training, Arrays.copyOfRange(all, cut, all.length));
    }

    TrainedModel whole() {
      return new TrainedModel(
          model.parameters(),
          () -> TextTrainer.loss(model, WINDOWS / 4, training),
          () ->
              share(
                  window -> model.logits(model.frozenTape(), window).value().squeeze(0).argmax()));
    }

    /// The share of characters that are right, one position after the other, from a cache.
    double accuracy(KeyValueCache cache) {
      return share(window -> {
        cache.clear();
        var tape = model.frozenTape();
        return IntStream.of(window)
            .map(token -> model.step(tape, cache, token).value().argmax()[0])
            .toArray();
      });
    }

    /// Returns the share of right guesses in windows that lie evenly in the validation's text, four
    /// times as many as a calibration reads.
    private double share(UnaryOperator<int[]> guess) {
      int windows = 4 * WINDOWS;
      int right = 0;
      for (int i = 0; i < windows; i++) {
        int from = (int) ((long) (validation.length - CONTEXT - 1) * i / windows);
        var guesses = guess.apply(Arrays.copyOfRange(validation, from, from + CONTEXT));
        for (int k = 0; k < CONTEXT; k++) {
          right += guesses[k] == validation[from + k + 1] ? 1 : 0;
        }
      }
      return (double) right / (windows * CONTEXT);
    }
  }

  /// Brings the learnt weights back.
  void restore() {
    for (int i = 0; i < learnt.size(); i++) {
      parameters.get(i).value().assign(learnt.get(i));
    }
  }

  /// The bytes of its file in float32.
  int bytes() {
    return new TensorFile(
            parameters.stream().map(p -> StoredTensor.float32(p.name(), p.value())).toList())
        .bytes()
        .length;
  }
}
