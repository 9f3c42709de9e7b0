package tapeline.laboratory.quant;

import static tapeline.toolkit.TextTable.percent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.SplittableRandom;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.laboratory.arguments.Argument;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.quant.QuantizedModel;
import tapeline.quant.WeightFormat;
import tapeline.toolkit.TextTable;

/// How few bytes read digits? Perceptrons 64-h-10 in int8 and int4: bytes of all blocks and of the
/// biases in float16, without the header of a file, and accuracy from five seeds. `./tapeline run
/// SmallestDigits`; `"SmallestDigits FILE"` writes those bytes of the first seed's 64-16-10 in
/// int4.
public final class SmallestDigits {
  private static final int[] HIDDEN = {4, 6, 8, 10, 12, 16, 24};
  private static final int SEEDS = 5;
  private static final int STEPS = 1500;

  private SmallestDigits() {}

  static void main(String[] words) throws IOException {
    Argument.requireAtMost(1, words);
    if (words.length > 0) {
      Files.write(Path.of(words[0]), bytes(trained(16, 1).quantized(WeightFormat.INT4_GROUPS)));
      return;
    }
    var table = TextTable.of("perceptron", "weights", "bytes", "accuracy, mean", "worst");
    for (int hidden : HIDDEN) {
      for (var how : new WeightFormat[] {WeightFormat.INT8_CHANNEL, WeightFormat.INT4_GROUPS}) {
        row(table, hidden, how);
      }
    }
    IO.println(table.note("%d seeds".formatted(SEEDS)));
  }

  /// A perceptron, and digits that it has never seen.
  private record Reader(Sequential model, Dataset test) {
    QuantizedModel quantized(WeightFormat how) {
      return QuantizedModel.of(model.parameters(), how);
    }
  }

  private static Reader trained(int hidden, long seed) {
    var random = new SplittableRandom(seed);
    var parts = parts(random);
    var model = Sequential.mlp(random, 64, hidden, 10);
    var optimizer = new Sgd(Schedule.cosine(0.1, STEPS / 20, STEPS), 0.9);
    TrainedModel.learn(model, parts.training(), 64, optimizer, STEPS, random);
    return new Reader(model, parts.test());
  }

  /// The digits that are learnt, and those that are not.
  static Dataset.Split parts(SplittableRandom random) {
    return Datasets.digits().flat().shuffled(random).split(0.8);
  }

  /// The bytes of a file behind its header.
  private static byte[] bytes(QuantizedModel model) {
    var all = new ByteArrayOutputStream();
    model.stored().tensors().forEach(t -> all.writeBytes(t.bytes()));
    return all.toByteArray();
  }

  private static void row(TextTable table, int hidden, WeightFormat how) {
    var accuracies = new ArrayList<Double>();
    int bytes = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      var reader = trained(hidden, seed);
      bytes = bytes(reader.quantized(how)).length;
      accuracies.add(Metrics.accuracy(reader.model(), reader.test()));
    }
    table.row(
        "64-%d-10".formatted(hidden),
        how == WeightFormat.INT4_GROUPS ? "int4" : "int8",
        "" + bytes,
        percent(QuantizedModels.mean(accuracies), 2),
        percent(accuracies.stream().mapToDouble(x -> x).min().orElse(Double.NaN), 2));
  }
}
