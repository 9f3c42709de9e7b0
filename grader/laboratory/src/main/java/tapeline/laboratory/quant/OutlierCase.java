package tapeline.laboratory.quant;

import static tapeline.toolkit.TextTable.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tapeline.nn.Parameter;
import tapeline.quant.Calibration;
import tapeline.quant.Equalization;
import tapeline.quant.QuantizedModel;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// A channel of a transformer's normalisations that is a hundred times as large as the others, as
/// those of large language models are: one code for all of its inputs has few steps left for the
/// others. The rows of the weights that read it are divided by as much, so that the model is the
/// same.
final class OutlierCase {
  private static final int CHANNEL = 5;
  private static final float FACTOR = 100;

  private OutlierCase() {}

  static TextTable table(List<TrainedModel.Writer> writers) {
    var table = TextTable.of("characters in int8", "accuracy", "points lost");
    var plain = new ArrayList<Double>();
    var asLearnt = new ArrayList<Double>();
    var planted = new ArrayList<Double>();
    var mended = new ArrayList<Double>();
    for (var w : writers) {
      var whole = w.whole();
      plain.add(whole.accuracy().getAsDouble());
      asLearnt.add(int8(whole));
      whole.restore();
      plant(whole.parameters());
      planted.add(int8(whole));
      whole.restore();
      plant(whole.parameters());
      equalise(whole);
      mended.add(int8(whole));
      whole.restore();
    }
    table.row("float32", percent(QuantizedModels.mean(plain), 2), "");
    row(table, "as it learnt", plain, asLearnt);
    row(table, "a channel × 100", plain, planted);
    row(table, "the same, equalised", plain, mended);
    return table.note("%d seeds".formatted(writers.size()));
  }

  private static void row(TextTable table, String name, List<Double> plain, List<Double> right) {
    table.row(
        name,
        percent(QuantizedModels.mean(right), 2),
        QuantizedModels.points(QuantizedModels.difference(plain, right)));
  }

  private static double int8(TrainedModel whole) {
    var small = QuantizedModel.of(whole.parameters(), WeightFormat.INT8_CHANNEL);
    small.calibrate(new Calibration.MinMax(), whole.samples());
    try (var _ = small.use()) {
      return whole.accuracy().getAsDouble();
    }
  }

  /// A normalisation, and the weights that read what it hands on.
  private record Reader(Parameter gain, Parameter bias, List<Parameter> weights) {
    static List<Reader> of(List<Parameter> parameters) {
      var byName = new HashMap<String, Parameter>();
      parameters.forEach(p -> byName.put(p.name(), p));
      var readers = new ArrayList<Reader>();
      for (int i = 0; byName.containsKey("block" + i + ".norm1.gain"); i++) {
        var block = "block" + i + ".";
        readers.add(
            reader(
                byName,
                block + "norm1",
                block + "attention.query",
                block + "attention.key",
                block + "attention.value"));
        readers.add(reader(byName, block + "norm2", block + "up"));
      }
      readers.add(reader(byName, "norm", "head"));
      return readers;
    }

    private static Parameter required(Map<String, Parameter> byName, String name) {
      return Objects.requireNonNull(byName.get(name), name);
    }

    private static Reader reader(Map<String, Parameter> byName, String norm, String... linear) {
      return new Reader(
          required(byName, norm + ".gain"),
          required(byName, norm + ".bias"),
          Arrays.stream(linear).map(l -> required(byName, l + ".weight")).toList());
    }
  }

  static void plant(List<Parameter> parameters) {
    for (var r : Reader.of(parameters)) {
      QuantizedModels.scale(r.gain.value().slice(0, CHANNEL, CHANNEL + 1), FACTOR);
      QuantizedModels.scale(r.bias.value().slice(0, CHANNEL, CHANNEL + 1), FACTOR);
      for (var w : r.weights) {
        QuantizedModels.scale(w.value().slice(0, CHANNEL, CHANNEL + 1), 1 / FACTOR);
      }
    }
  }

  /// Folds the factors of the sampled inputs into each normalisation and its readers.
  static void equalise(TrainedModel whole) {
    var inputs = new HashMap<Object, Tensor>();
    try (var _ = Backend.use(new Inputs(inputs))) {
      whole.samples().run();
    }
    for (var r : Reader.of(whole.parameters())) {
      var x = Objects.requireNonNull(inputs.get(r.weights.getFirst().value().data()));
      var w = r.weights.getFirst().value();
      for (var more : r.weights) {
        w = w.abs().max(more.value().abs().max(true, 1));
      }
      Equalization.fold(Equalization.factors(x, w, 0.5f), r.gain, r.bias, r.weights);
    }
  }

  /// Keeps the largest magnitude of each column of what a matrix is multiplied with.
  private static final class Inputs extends ForwardingBackend {
    private final Map<Object, Tensor> largest;

    Inputs(Map<Object, Tensor> largest) {
      super(Backend.current());
      this.largest = largest;
    }

    @Override
    public Tensor matmul(Tensor a, Tensor b) {
      if (b.shape().rank() == 2) {
        var columns = a.reshape(-1, b.shape().length(0)).abs().max(true, 0);
        largest.merge(b.data(), columns, Tensor::max);
      }
      return super.matmul(a, b);
    }
  }
}
