package tapeline.laboratory.quant;

import static tapeline.toolkit.TextTable.percent;

import java.util.ArrayList;
import java.util.SplittableRandom;
import tapeline.data.Datasets;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.quant.QuantizedModel;
import tapeline.quant.WeightFormat;
import tapeline.toolkit.TextTable;

/// How few bytes read digits? Perceptrons 64-h-10 in int8 and int4: bytes of all blocks and of the
/// biases in float16, without the header of a file, and accuracy from five seeds. `./tapeline run
/// SmallestDigits`
public final class SmallestDigits {
  private static final int[] HIDDEN = {4, 6, 8, 10, 12, 16, 24};
  private static final int SEEDS = 5;
  private static final int STEPS = 1500;

  private SmallestDigits() {}

  static void main() {
    var table = TextTable.of("perceptron", "weights", "bytes", "accuracy, mean", "worst");
    for (int hidden : HIDDEN) {
      for (var how : new WeightFormat[] {WeightFormat.INT8_CHANNEL, WeightFormat.INT4_GROUPS}) {
        row(table, hidden, how);
      }
    }
    IO.println(table.note("%d seeds".formatted(SEEDS)));
  }

  private static void row(TextTable table, int hidden, WeightFormat how) {
    var accuracies = new ArrayList<Double>();
    int bytes = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var parts = Datasets.digits().flat().shuffled(random).split(0.8);
      var model = Sequential.mlp(random, 64, hidden, 10);
      var optimizer = new Sgd(Schedule.cosine(0.1, STEPS / 20, STEPS), 0.9);
      TrainedModel.learn(model, parts.training(), 64, optimizer, STEPS, random);
      var small = QuantizedModel.of(model.parameters(), how);
      bytes = small.stored().tensors().stream().mapToInt(t -> t.bytes().length).sum();
      accuracies.add(Metrics.accuracy(model, parts.test()));
    }
    table.row(
        "64-%d-10".formatted(hidden),
        how == WeightFormat.INT4_GROUPS ? "int4" : "int8",
        "" + bytes,
        percent(QuantizedModels.mean(accuracies), 2),
        percent(accuracies.stream().mapToDouble(x -> x).min().orElse(Double.NaN), 2));
  }
}
