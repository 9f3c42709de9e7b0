package tapeline.laboratory.precision;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Metrics;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.precision.MixedTrainer;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.TextTrainer;
import tapeline.transformer.Vocabulary;

/// A model of the course, what it learns from, and how good it is.
///
/// @param data what the model learns from: it is there in any case
/// @param next the losses of the next batch
/// @param quality accuracy on digits never seen, or loss on text never seen in nats
public record PrecisionTask(
    List<Parameter> parameters,
    Optimizer optimizer,
    int steps,
    List<Tensor> data,
    Supplier<List<Function<TensorTape, Variable>>> next,
    DoubleSupplier quality) {
  private static final double SHARE = 0.8;

  /// 06's perceptron, 64-64-10.
  static PrecisionTask perceptron(long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
    return digits(Sequential.mlp(random, 64, 64, 10), parts, 64, 600, random);
  }

  /// 08's network, 12 and 24 channels.
  static PrecisionTask convolution(long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().shuffled(random).split(SHARE);
    return digits(DigitsNetwork.of(12, random), parts, 64, 120, random);
  }

  private static PrecisionTask digits(
      Layer model, Dataset.Split parts, int batch, int steps, SplittableRandom random) {
    var optimizer = new Sgd(Schedule.cosine(0.1, steps / 20, steps), 0.9);
    var trainer = new Trainer(model, optimizer, batch, random);
    var left = new ArrayList<Dataset>();
    for (int at = 0; at < steps; at += parts.training().size() / batch) {
      left.addAll(trainer.batches(parts.training()));
    }
    return new PrecisionTask(
        model.parameters(),
        optimizer,
        steps,
        left.stream().map(Dataset::inputs).toList(),
        () -> MixedTrainer.parts(model, left.removeLast(), batch),
        () -> Metrics.accuracy(model, parts.test()));
  }

  /// 09's model of characters, a block of width 32.
  public static PrecisionTask characters(long seed) {
    var random = new SplittableRandom(seed);
    var text = Datasets.persuasion();
    var vocabulary = Vocabulary.of(text);
    int[] all = vocabulary.encode(text);
    int cut = (int) (0.9 * all.length);
    var training = Arrays.copyOf(all, cut);
    var validation = Arrays.copyOfRange(all, cut, all.length);
    var model = new CharModel(new CharModel.Size(vocabulary.size(), 32, 32, 4, 1), random);
    int steps = 400;
    var adam = new Adam(Schedule.cosine(1e-2f, steps / 20, steps));
    var windows = new TextTrainer(model, adam, 8, random);
    return new PrecisionTask(
        model.parameters(),
        adam,
        steps,
        List.of(),
        () -> {
          var batch = windows.windows(training);
          return List.of(
              tape -> Losses.crossEntropy(model.logits(tape, batch.seen()), batch.next()));
        },
        () -> TextTrainer.loss(model, 100, validation));
  }
}
