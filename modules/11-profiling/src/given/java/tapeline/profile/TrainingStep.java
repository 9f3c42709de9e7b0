package tapeline.profile;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.transformer.CharModel;
import tapeline.transformer.TextTrainer;
import tapeline.transformer.Vocabulary;

/// The step of a trainer, and where its batches come from. A profile of it has the scopes `data`
/// and `trainer`, and in the latter `backward` and `optimizer`; forward and loss are the ops
/// outside of these two.
///
/// @param <B> a batch
/// @param data makes the next batch
/// @param step the trainer's, watched or not
public record TrainingStep<B>(
    String name, Supplier<B> data, ToDoubleFunction<B> step, List<Parameter> parameters) {
  /// The name of the scope that the trainer's step is.
  public static final String TRAINER = "trainer";

  private static final Optimizer DESCENT = new ScopedOptimizer(new GradientDescent(0.1f));

  /// 06's perceptron on digits: 64-64-10, batches of 32.
  public static TrainingStep<?> mlp() {
    var random = new SplittableRandom(1);
    return digits(
        "MLP 64-64-10, batch 32", Sequential.mlp(random, 64, 64, 10), Datasets.digits().flat(), 32);
  }

  /// 06's perceptron on digits with three hidden layers, whose products have unlike shapes:
  /// 64-128-96-48-10, batches of 32.
  public static TrainingStep<?> deep() {
    var random = new SplittableRandom(1);
    var model = Sequential.mlp(random, 64, 128, 96, 48, 10);
    return digits("MLP 64-128-96-48-10, batch 32", model, Datasets.digits().flat(), 32);
  }

  /// 08's network on digits, 12 channels and 24, batches of 16.
  public static TrainingStep<?> cnn() {
    return cnn(DigitsNetwork.of(12, new SplittableRandom(1)));
  }

  /// A network on digits (batch,1,8,8), batches of 16.
  public static TrainingStep<?> cnn(Layer model) {
    return digits("CNN 12-24-10, batch 16", model, Datasets.digits(), 16);
  }

  private static TrainingStep<Dataset> digits(String name, Layer model, Dataset all, int batch) {
    var trainer = new Trainer(model, DESCENT, batch, new SplittableRandom(2));
    var epoch = new ArrayDeque<Dataset>();
    Supplier<Dataset> data =
        () -> {
          if (epoch.isEmpty()) {
            epoch.addAll(trainer.batches(all));
          }
          return epoch.remove();
        };
    return new TrainingStep<>(name, data, trainer::step, model.parameters());
  }

  /// 09's model of characters, one block of width 32, 4 heads, 8 windows of 32 characters.
  public static TrainingStep<?> transformer() {
    var random = new SplittableRandom(1);
    var text = Datasets.persuasion();
    var vocabulary = Vocabulary.of(text);
    int[] tokens = vocabulary.encode(text);
    var model = new CharModel(new CharModel.Size(vocabulary.size(), 32, 32, 4, 1), random);
    var trainer = new TextTrainer(model, DESCENT, 8, random);
    return new TrainingStep<TextTrainer.Windows>(
        "transformer 32 wide, 8 × 32 characters",
        () -> trainer.windows(tokens),
        trainer::step,
        model.parameters());
  }

  /// One step; the loss before it.
  public double run() {
    B batch;
    try (var _ = Profiler.scope("data")) {
      batch = data.get();
    }
    try (var _ = Profiler.scope(TRAINER)) {
      return step.applyAsDouble(batch);
    }
  }

  /// The tape of one step more. While this hears of it, no profiler does.
  public TensorTape tape() {
    var heard = new ArrayDeque<TensorTape>();
    var listener =
        new TapeListener() {
          @Override
          public void walkStarts(TensorTape tape) {
            heard.add(tape);
          }
        };
    try (var _ = TapeListener.use(listener)) {
      run();
    }
    return heard.remove();
  }
}
