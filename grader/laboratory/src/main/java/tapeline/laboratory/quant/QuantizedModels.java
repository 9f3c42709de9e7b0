package tapeline.laboratory.quant;

import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.knowm.xchart.XYChart;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.output.OutputFolder;
import tapeline.nn.Metrics;
import tapeline.nn.Parameter;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.quant.Calibration;
import tapeline.quant.FakeQuantizedLinear;
import tapeline.quant.QuantizedModel;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// A comparison of a perceptron, 08's network and 09's transformer in formats of 8 and 4 bits:
/// bytes of the file, and accuracy beside float32's from five seeds. It also shows a channel that
/// ruins its tensor and the remedy, and training that knows of three values. `./tapeline run
/// QuantizedModels`
public final class QuantizedModels {
  private static final Path FOLDER = OutputFolder.of("quant");
  private static final int SEEDS = 5;
  private static final Calibration RANGE = new Calibration.MinMax();

  private QuantizedModels() {}

  static void main() throws IOException {
    Files.createDirectories(FOLDER);
    var perceptrons = seeds(TrainedModel.Perceptron::trained);
    var writers = seeds(TrainedModel.Writer::trained);
    var chart =
        Charts.linear("accuracy by bytes", "% of float32's bytes", "points of accuracy lost");
    IO.println(
        table("perceptron 64-128-64-10", perceptrons.stream().map(p -> p.whole()).toList(), chart));
    IO.println(integers(perceptrons));
    IO.println(table("network 24-48-10", seeds(TrainedModel::network), chart));
    IO.println(table("characters, 2 × 64", writers.stream().map(w -> w.whole()).toList(), chart));
    IO.println(caches(writers));
    Charts.write(chart, FOLDER.resolve("accuracy-by-bytes.svg"));
    IO.println("wrote " + FOLDER.resolve("accuracy-by-bytes.svg"));
    IO.println(channels(perceptrons));
    IO.println(OutlierCase.table(writers));
    IO.println(threeValues(perceptrons));
  }

  private static <T> List<T> seeds(LongFunction<T> made) {
    return LongStream.rangeClosed(1, SEEDS).mapToObj(made).toList();
  }

  /// `mean (low to high)` of the points that are lost, the t interval with 95 %.
  static String points(List<Double> lost) {
    var points = Sample.of(lost.stream().mapToDouble(x -> 100 * x).toArray());
    var interval = points.meanInterval(0.95);
    return "%s (%s to %s)".formatted(two(points.mean()), two(interval.low()), two(interval.high()));
  }

  private static String two(double points) {
    return String.format(Locale.ROOT, "%.2f", Math.abs(points) < 0.005 ? 0 : points);
  }

  static double mean(List<Double> values) {
    return values.stream().mapToDouble(x -> x).average().orElse(Double.NaN);
  }

  private static TextTable table(String name, List<TrainedModel> models, XYChart chart)
      throws IOException {
    var table = TextTable.of(name, "bytes", "of float32", "accuracy", "points lost");
    var plain = models.stream().map(m -> m.accuracy().getAsDouble()).toList();
    int whole = models.getFirst().bytes();
    table.row("float32", "" + whole, "100 %", percent(mean(plain), 2), "");
    var shares = new ArrayList<Double>();
    var losses = new ArrayList<Double>();
    for (var how : WeightFormat.values()) {
      var right = new ArrayList<Double>();
      var lost = new ArrayList<Double>();
      long bytes = 0;
      for (int i = 0; i < SEEDS; i++) {
        var m = models.get(i);
        var small = QuantizedModel.of(m.parameters(), how);
        small.calibrate(RANGE, m.samples());
        var file = FOLDER.resolve("model.safetensors");
        small.save(file);
        bytes = Files.size(file);
        var loaded = QuantizedModel.load(file, m.parameters());
        loaded.calibrate(RANGE, m.samples());
        try (var _ = loaded.use()) {
          right.add(m.accuracy().getAsDouble());
        }
        lost.add(plain.get(i) - right.getLast());
        m.restore();
      }
      shares.add(100.0 * bytes / whole);
      losses.add(100 * mean(lost));
      table.row(
          how.name().toLowerCase(Locale.ROOT).replace("_", ", "),
          "" + bytes,
          percent((double) bytes / whole, 1),
          percent(mean(right), 2),
          points(lost));
    }
    Charts.points(
        chart,
        name,
        shares.stream().mapToDouble(x -> x).toArray(),
        losses.stream().mapToDouble(x -> x).toArray());
    return table.note("%d seeds; what is lost with its 95 %% interval".formatted(SEEDS));
  }

  private static String integers(List<TrainedModel.Perceptron> perceptrons) {
    var lost = new ArrayList<Double>();
    for (var p : perceptrons) {
      var samples = p.training().slice(0, 256).inputs();
      var integers = IntegerPerceptron.of(p.model(), samples, RANGE);
      int[] guesses = integers.apply(p.test().inputs()).argmax();
      int right = 0;
      for (int i = 0; i < guesses.length; i++) {
        right += guesses[i] == p.test().labels()[i] ? 1 : 0;
      }
      lost.add(Metrics.accuracy(p.model(), p.test()) - (double) right / guesses.length);
    }
    return "the same in integers alone, points lost: " + points(lost) + "\n";
  }

  private static String caches(List<TrainedModel.Writer> writers) {
    var lost = new ArrayList<Double>();
    long bytes = 0;
    long plainBytes = 0;
    for (var w : writers) {
      var plain = w.model().cache();
      var int8 = new Int8Cache(w.model().size());
      bytes = int8.bytes();
      plainBytes = plain.bytes();
      lost.add(w.accuracy(plain) - w.accuracy(int8));
    }
    return "a cache in int8: %d bytes, float32's %d (%s), points lost: %s\n"
        .formatted(bytes, plainBytes, percent((double) bytes / plainBytes, 1), points(lost));
  }

  /// The first hidden unit's weights × 1000 and what reads it ÷ 1000: the same perceptron.
  private static TextTable channels(List<TrainedModel.Perceptron> perceptrons) {
    var table = TextTable.of("a unit × 1000, weights alone in int8", "accuracy", "points lost");
    for (var how : new WeightFormat[] {WeightFormat.INT8_TENSOR, WeightFormat.INT8_CHANNEL}) {
      var right = new ArrayList<Double>();
      var lost = new ArrayList<Double>();
      for (var p : perceptrons) {
        var m = p.whole();
        double plain = m.accuracy().getAsDouble();
        scaleUnit(p.model().parameters(), 1000);
        QuantizedModel.of(m.parameters(), how);
        right.add(m.accuracy().getAsDouble());
        lost.add(plain - right.getLast());
        m.restore();
      }
      table.row(
          how == WeightFormat.INT8_TENSOR ? "a scale for the tensor" : "a scale for each channel",
          percent(mean(right), 2),
          points(lost));
    }
    return table.note("%d seeds".formatted(SEEDS));
  }

  private static void scaleUnit(List<Parameter> mlp, float factor) {
    scale(mlp.get(0).value().slice(1, 0, 1), factor);
    scale(mlp.get(1).value().slice(0, 0, 1), factor);
    scale(mlp.get(2).value().slice(0, 0, 1), 1 / factor);
  }

  static void scale(Tensor part, float factor) {
    part.assign(part.times(factor));
  }

  /// Weights of three values: rounded after the training, and trained as such.
  private static TextTable threeValues(List<TrainedModel.Perceptron> perceptrons) {
    var table = TextTable.of("weights of three values", "accuracy", "points lost");
    var rounded = new ArrayList<Double>();
    var learnt = new ArrayList<Double>();
    var plain = new ArrayList<Double>();
    for (var p : perceptrons) {
      var model = FakeQuantizedLinear.in(p.model(), 1);
      plain.add(Metrics.accuracy(p.model(), p.test()));
      rounded.add(Metrics.accuracy(model, p.test()));
      var whole = p.whole();
      var optimizer = new Sgd(Schedule.cosine(0.05, 20, 400), 0.9);
      TrainedModel.learn(model, p.training(), 64, optimizer, 400, new SplittableRandom(17));
      learnt.add(Metrics.accuracy(model, p.test()));
      whole.restore();
    }
    table.row("float32", percent(mean(plain), 2), "");
    table.row("rounded", percent(mean(rounded), 2), points(difference(plain, rounded)));
    table.row(
        "400 steps through the rounding",
        percent(mean(learnt), 2),
        points(difference(plain, learnt)));
    return table.note("%d seeds".formatted(SEEDS));
  }

  static List<Double> difference(List<Double> a, List<Double> b) {
    return IntStream.range(0, a.size()).mapToObj(i -> a.get(i) - b.get(i)).toList();
  }
}
