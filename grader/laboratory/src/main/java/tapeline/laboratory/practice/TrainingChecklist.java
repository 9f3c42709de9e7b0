package tapeline.laboratory.practice;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.TrainingStep;
import tapeline.transformer.CharModel;
import tapeline.transformer.TextTrainer;
import tapeline.transformer.Vocabulary;

/// Good practice, point by point, in the trainings of 06, 08 and 09: done, not done, or not
/// applicable, each with its evidence. `./tapeline run TrainingChecklist`
///
/// For a training of your own make a [CheckedTraining], and print `PracticeLine.table(new
/// Practices<>(it).lines())`.
public final class TrainingChecklist {
  private static final int CLASSES = 10;

  /// The notes of the course on these three: it compares their gradients with PyTorch's, and has
  /// made nothing in them faster.
  private static final List<String> WATCHED = List.of("loss");

  private TrainingChecklist() {}

  static void main() {
    for (var checked : List.of(perceptron(), convolutions(), transformer())) {
      IO.println("## %s%n".formatted(checked.name()));
      IO.println(PracticeLine.table(new Practices<>(checked).lines()));
    }
  }

  /// 06's perceptron on digits.
  static CheckedTraining<Dataset> perceptron() {
    var notes =
        new TrainingNotes(
            Map.of(
                "batch 32", "a batch of 1 takes many times as long an epoch (notebook 06)",
                "He's start", "ReLU halves the variance (exercise 06.2)"),
            WATCHED,
            List.of());
    return digits("MLP 64-64-10", 32, Datasets.digits().flat(), TrainingChecklist::mlp, notes);
  }

  private static Layer mlp(RandomGenerator random) {
    return Sequential.mlp(random, 64, 64, CLASSES);
  }

  /// 08's network on digits.
  static CheckedTraining<Dataset> convolutions() {
    var notes =
        new TrainingNotes(
            Map.of("windows of 3", "two of them see 5 by 5 of 8 by 8 pixels (notebook 08)"),
            WATCHED,
            List.of());
    Function<RandomGenerator, Layer> network = random -> DigitsNetwork.of(12, random);
    return digits("CNN 12-24-10", 16, Datasets.digits(), network, notes);
  }

  /// A classifier of digits.
  static CheckedTraining<Dataset> digits(
      String name,
      int batch,
      Dataset digits,
      Function<RandomGenerator, Layer> network,
      TrainingNotes notes) {
    var constant = ConstantPredictor.of(digits.classes(), digits.labels());
    return new CheckedTraining<>(
        name,
        batch,
        size -> {
          var random = new SplittableRandom(1);
          var model = network.apply(random);
          var trainer = new Trainer(model, new GradientDescent(0.1f), size, random);
          var epoch = new ArrayDeque<Dataset>();
          return new TrainingStep<>(
              name,
              () -> {
                if (epoch.isEmpty()) {
                  epoch.addAll(trainer.batches(digits));
                }
                return epoch.remove();
              },
              trainer::step,
              model.parameters());
        },
        part -> constant.loss(part.labels()),
        notes);
  }

  /// 09's model of characters.
  static CheckedTraining<TextTrainer.Windows> transformer() {
    var text = Datasets.persuasion();
    var vocabulary = Vocabulary.of(text);
    int[] tokens = vocabulary.encode(text);
    var constant = ConstantPredictor.of(vocabulary.size(), tokens);
    return new CheckedTraining<>(
        "transformer 32 wide, windows of 32 characters",
        8,
        size -> {
          var random = new SplittableRandom(1);
          var model = new CharModel(new CharModel.Size(vocabulary.size(), 32, 32, 4, 1), random);
          var trainer = new TextTrainer(model, new GradientDescent(0.1f), size, random);
          return new TrainingStep<>(
              "transformer", () -> trainer.windows(tokens), trainer::step, model.parameters());
        },
        windows -> constant.loss(windows.next()),
        new TrainingNotes(Map.of(), WATCHED, List.of()));
  }
}
