package tapeline.laboratory.compress;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.compress.CubicSparsity;
import tapeline.compress.Distillation;
import tapeline.compress.LowRankLinear;
import tapeline.compress.Masks;
import tapeline.compress.PrunedWeights;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Losses;
import tapeline.nn.Metrics;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.quant.QuantizedModel;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.TextTrainer;
import tapeline.transformer.TextTrainer.Windows;
import tapeline.transformer.Vocabulary;

/// A model of 06, 08 or 09 that is made smaller: how it learns, what it weighs, how wrong it is.
///
/// @param logits of a batch, a row for each label
/// @param error share of digits never seen that it gets wrong, or loss on text never seen
/// @param factored the same with low-rank layers; null where there are none to be had
/// @param <B> a batch
public record CompressedModel<B>(
    List<Parameter> parameters,
    double rate,
    Supplier<B> next,
    BiFunction<TensorTape, B, Variable> logits,
    Function<B, int[]> labels,
    DoubleSupplier error,
    @Nullable Supplier<CompressedModel<B>> factored) {
  private static final double ENERGY = 0.9;
  private static final double SPARSITY = 0.8;
  private static final float TEMPERATURE = 2;
  private static final float SHARE = 0.7f; // of the teacher
  private static final double TRAINING = 0.8;

  /// Steps on labels, and on what a teacher says where there is one.
  ///
  /// @param prune whether the sparsity of weights rises to 0.8 in the first two thirds
  public void train(int steps, @Nullable CompressedModel<B> teacher, boolean prune) {
    var adam = new Adam(Schedule.cosine(rate, steps / 20, steps));
    @Nullable PrunedWeights pruned = prune ? new PrunedWeights(parameters, adam) : null;
    var sparsity = new CubicSparsity(0, SPARSITY, 0, Math.max(1, 2 * steps / 3));
    for (int step = 0; step < steps; step++) {
      if (pruned != null && step % 10 == 0) {
        double now = sparsity.at(step);
        pruned.prune(w -> Masks.magnitude(w, now));
      }
      parameters.forEach(Parameter::clearGradient);
      var batch = next.get();
      var said = logits.apply(new TensorTape(), batch);
      var loss = Losses.crossEntropy(said, labels.apply(batch));
      if (teacher != null) {
        var soft = Distillation.soft(said, teacher.says(batch), TEMPERATURE);
        loss = loss.times(1 - SHARE).plus(soft.times(SHARE));
      }
      loss.tape().backward(loss);
      (pruned == null ? adam : pruned).step(parameters);
    }
  }

  private Tensor says(B batch) {
    var tape = new TensorTape();
    parameters.forEach(p -> p.fixOn(tape));
    var said = logits.apply(tape, batch).value();
    parameters.forEach(Parameter::clearGradient);
    return said;
  }

  /// Bytes of the file, and the share of errors.
  public record Result(long bytes, double error) {}

  /// Measures the model with its weights in blocks, or in float32 for null, and then restores its
  /// weights.
  public Result in(@Nullable WeightFormat how) {
    var learnt = parameters.stream().map(p -> p.value().copy()).toList();
    if (how != null) {
      QuantizedModel.of(parameters, how);
    }
    var result = new Result(bytes(how), error.getAsDouble());
    for (int i = 0; i < learnt.size(); i++) {
      parameters.get(i).value().assign(learnt.get(i));
    }
    return result;
  }

  /// The fewest bytes for each weight: all of its numbers, or a bit for each place and the numbers
  /// that are not 0. Scales are in float16; so are biases, beside weights in blocks.
  private long bytes(@Nullable WeightFormat how) {
    long bytes = 0;
    for (var p : parameters) {
      var shape = p.value().shape();
      long numbers = shape.size();
      if (shape.rank() != 2 && shape.rank() != 4) {
        bytes += (how == null ? 4 : 2) * numbers;
        continue;
      }
      long left = Math.round(numbers * (1 - Masks.sparsity(p.value())));
      int bits = how == null ? 32 : how == WeightFormat.INT4_GROUPS ? 4 : 8;
      long scales =
          how == null
              ? 0
              : how == WeightFormat.INT4_GROUPS
                  ? Math.ceilDiv(numbers, 32)
                  : shape.length(shape.rank() == 2 ? 1 : 0);
      bytes += Math.ceilDiv(Math.min(bits * numbers, bits * left + numbers), 8) + 2 * scales;
    }
    return bytes;
  }

  /// 06's perceptron, 64-64-64-10, or a student of a quarter of the width.
  static CompressedModel<Dataset> perceptron(boolean student, long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(TRAINING);
    int width = student ? 16 : 64;
    return digits(Sequential.mlp(random, 64, width, width, 10), 5e-3, parts, random);
  }

  /// 08's network of 12 and 24 channels, or a student of 4 and 8.
  static CompressedModel<Dataset> convolution(boolean student, long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().shuffled(random).split(TRAINING);
    return digits(DigitsNetwork.of(student ? 4 : 12, random), 5e-3, parts, random);
  }

  private static CompressedModel<Dataset> digits(
      Sequential model, double rate, Dataset.Split parts, RandomGenerator random) {
    var batches = new Trainer(model, _ -> {}, 32, random);
    var left = new ArrayDeque<Dataset>();
    return new CompressedModel<>(
        model.parameters(),
        rate,
        () -> {
          if (left.isEmpty()) {
            left.addAll(batches.batches(parts.training()));
          }
          return left.remove();
        },
        (tape, batch) -> model.forward(tape.constant(batch.inputs())),
        Dataset::labels,
        () -> 1 - Metrics.accuracy(model, parts.test()),
        () -> digits(new Sequential(factored(model, random)), rate, parts, random));
  }

  private static List<Layer> factored(Sequential model, RandomGenerator random) {
    return model.layers().stream()
        .map(l -> l instanceof Linear linear ? narrow(linear, random) : l)
        .toList();
  }

  /// The layer itself where factors are no fewer numbers.
  private static Layer narrow(Linear layer, RandomGenerator random) {
    var low = LowRankLinear.of(layer, ENERGY, random);
    return low.parameterCount() < layer.parameterCount() ? low : layer;
  }

  /// 09's model of characters, a block of width 32, or a student of 16. Its layers are its own, so
  /// none is factored.
  public static CompressedModel<Windows> characters(boolean student, long seed) {
    var random = new SplittableRandom(seed);
    var text = Datasets.persuasion();
    var vocabulary = Vocabulary.of(text);
    int[] all = vocabulary.encode(text);
    int cut = (int) (0.9 * all.length);
    var training = Arrays.copyOf(all, cut);
    var validation = Arrays.copyOfRange(all, cut, all.length);
    int width = student ? 16 : 32;
    var model = new CharModel(new CharModel.Size(vocabulary.size(), 32, width, 4, 1), random);
    var windows = new TextTrainer(model, _ -> {}, 8, random);
    return new CompressedModel<>(
        model.parameters(),
        1e-2,
        () -> windows.windows(training),
        (tape, batch) -> model.logits(tape, batch.seen()).reshape(-1, vocabulary.size()),
        Windows::next,
        () -> TextTrainer.loss(model, 100, validation),
        null);
  }
}
