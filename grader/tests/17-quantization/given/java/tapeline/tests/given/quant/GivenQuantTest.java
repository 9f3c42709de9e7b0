package tapeline.tests.given.quant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.autograd.TensorTape;
import tapeline.conv.Convolution;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.Window;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.quant.Affine;
import tapeline.quant.ByteDot;
import tapeline.quant.Calibration;
import tapeline.quant.Codes;
import tapeline.quant.Equalization;
import tapeline.quant.FakeQuantize;
import tapeline.quant.Int4Blocks;
import tapeline.quant.Int8Blocks;
import tapeline.quant.IntProduct;
import tapeline.quant.QuantizedLinear;
import tapeline.quant.QuantizedMatrix;
import tapeline.quant.QuantizedModel;
import tapeline.quant.Requantizer;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.CharModel;
import tapeline.transformer.LayerNorm;

class GivenQuantTest {
  private static final CharModel.Size SIZE = new CharModel.Size(11, 12, 16, 4, 2);

  private static double distance(Tensor a, Tensor b) {
    return a.minus(b).abs().max(false).item() / b.abs().max(false).item();
  }

  @Test
  void vectors_and_the_plain_loop_agree() {
    var random = Seeds.random("dots");
    var a = new byte[500];
    var b = new byte[500];
    random.nextBytes(a);
    random.nextBytes(b);
    for (int n = 0; n < 200; n++) {
      assertThat(ByteDot.here().of(a, n, b, 200 - n, n))
          .as("%d products of bytes on vectors, against one after the other", n)
          .isEqualTo(ByteDot.plain(a, n, b, 200 - n, n));
    }
    var least = new byte[131_071];
    Arrays.fill(least, (byte) -128);
    assertThat(ByteDot.here().of(least, 0, least, 0, least.length))
        .as("131,071 products of −128 with itself")
        .isEqualTo(131_071 * 16_384);
  }

  @Test
  void a_linear_layer_is_the_integer_formula() {
    var random = Seeds.random("linear");
    for (var how : new WeightFormat[] {WeightFormat.INT8_CHANNEL, WeightFormat.INT8_TENSOR}) {
      var layer = new Linear("0", Tensor.normal(random, 9, 5));
      var x = Tensor.normal(random, 2, 3, 9);
      var model = QuantizedModel.of(layer.parameters(), how);
      model.calibrate(new Calibration.MinMax(), () -> layer.apply(x));
      Tensor y;
      try (var _ = model.use()) {
        y = layer.apply(x);
      }
      var weight = model.matrices().values().iterator().next();
      var code = new Calibration.MinMax().of(x.toArray());
      var w = weight.codes();
      for (int e = 0; e < 30; e++) {
        int sum = 0;
        for (int k = 0; k < 9; k++) {
          int q = code.quantize(x.at(e / 15, e / 5 % 3, k)) - code.zeroPoint();
          sum += q * w.values()[w.at(e % 5) + k];
        }
        assertThat(y.at(e / 15, e / 5 % 3, e % 5))
            .as("number %d of a layer in %s: both scales times the sum of integers", e, how)
            .isEqualTo(code.scale() * weight.scale(e % 5) * sum);
      }
    }
  }

  @Test
  void a_convolution_is_the_integer_formula() {
    var random = Seeds.random("convolution");
    var layer = new Convolution("c", 3, 4, Window.same(3), random);
    var x = Tensor.normal(random, 2, 3, 5, 6);
    var model = QuantizedModel.of(layer.parameters(), WeightFormat.INT8_CHANNEL);
    Tensor y;
    try (var _ = model.use()) {
      y = layer.apply(x);
    }
    var weight = model.matrices().values().iterator().next();
    var code = new Calibration.MinMax().of(x.toArray());
    for (int o = 0; o < 4; o++) {
      for (int i = 0; i < 5; i++) {
        int sum = 0;
        for (int k = 0; k < 27; k++) {
          int row = i + k / 3 % 3 - 1;
          int column = 2 + k % 3 - 1;
          if (row >= 0 && row < 5) {
            int q = code.quantize(x.at(1, k / 9, row, column)) - code.zeroPoint();
            sum += q * weight.codes().values()[weight.codes().at(o) + k];
          }
        }
        assertThat(y.at(1, o, i, 2))
            .as("channel %d, row %d of a convolution: both scales times the sum of integers", o, i)
            .isEqualTo(code.scale() * weight.scale(o) * sum);
      }
    }
  }

  /// A model that is read back from its file is that model, number by number.
  @Test
  void models_come_back_from_their_files(@TempDir Path folder) throws IOException {
    var file = folder.resolve("model");
    for (var how : WeightFormat.values()) {
      var random = Seeds.random("files");
      var network = DigitsNetwork.of(4, random);
      var x = Tensor.normal(random, 3, 1, 8, 8);
      var saved = QuantizedModel.of(network.parameters(), how);
      saved.save(file);
      var other = DigitsNetwork.of(4, Seeds.random("another"));
      var loaded = QuantizedModel.load(file, other.parameters());
      try (var _ = saved.use()) {
        var y = network.apply(x);
        try (var _ = loaded.use()) {
          assertThat(other.apply(x).toArray()).as("logits in %s", how).isEqualTo(y.toArray());
        }
      }
      assertThat(loaded.stored().bytes())
          .as("the bytes of the loaded model in %s", how)
          .isEqualTo(saved.stored().bytes());
    }
    var five = DigitsNetwork.of(5, Seeds.random("five")).parameters();
    var before = five.getFirst().value().toArray();
    assertThat(loading(file, five))
        .as("a model of 4 channels loaded into one of 5")
        .isEqualTo(
            "IllegalArgumentException: conv1.weight has the shape (5,1,3,3), got [4, 1, 3, 3]");
    assertThat(five.getFirst().value().toArray()).as("its first weight then").isEqualTo(before);
    assertThat(loading(file, new LayerNorm("n", 3).parameters()))
        .as("and into a normalisation")
        .startsWith("IllegalArgumentException: the model has 2 parameters, got 6 in ");
  }

  private static String loading(Path file, List<Parameter> into) {
    return Thrown.by(() -> {
      try {
        QuantizedModel.load(file, into);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  @Test
  void a_transformer_in_int8_writes_nearly_the_same() {
    var random = Seeds.random("transformer");
    var model = new CharModel(SIZE, random);
    var text = new int[] {1, 4, 9, 0, 10, 3, 3};
    var plain = model.logits(model.frozenTape(), text).value();
    var int8 = QuantizedModel.of(model.parameters(), WeightFormat.INT8_CHANNEL);
    try (var _ = int8.use()) {
      var tape = model.frozenTape();
      var whole = model.logits(tape, text).value();
      assertThat(distance(whole, plain)).as("logits in int8").isBetween(1e-6, 0.05);
    }
  }

  @Test
  void a_layer_of_integers_is_nearly_the_layer() {
    var random = Seeds.random("integers");
    var linear = new Linear("0", Tensor.normal(random, 12, 7));
    var x = Tensor.normal(random, 50, 12);
    var y = linear.apply(x);
    var input = new Calibration.MinMax().of(x.toArray());
    var output = new Calibration.MinMax().of(y.toArray());
    var codes = new QuantizedLinear(linear, input, output).apply(Codes.of(input, x));
    var numbers = new float[codes.values().length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = output.dequantize(codes.values()[i]);
    }
    assertThat(distance(Tensor.of(numbers, 50, 7), y))
        .as("outputs in integers")
        .isBetween(1e-6, 0.03);
    var layer = new Linear("0", Tensor.full(1e-6f, 2, 1));
    layer.parameters().getLast().value().assign(Tensor.vector(1e6f));
    assertThat(Thrown.by(() -> new QuantizedLinear(layer, new Affine(1e-3f, 0), new Affine(1, 0))))
        .as("a bias that no int32 holds in units of its products")
        .startsWith("IllegalArgumentException: a bias has at most 10⁹ units of the products");
  }

  /// One channel of the weights is a hundred times as large as the others.
  @Test
  void a_scale_for_each_channel_saves_small_ones() {
    var random = Seeds.random("channels");
    var w = Tensor.normal(random, 16, 4).times(Tensor.vector(1, 1, 1, 400));
    var x = Tensor.normal(random, 8, 16);
    var plain = x.matmul(w).slice(1, 0, 3);
    var errors = new double[2];
    for (int i = 0; i < 2; i++) {
      var how = i == 0 ? WeightFormat.INT8_TENSOR : WeightFormat.INT8_CHANNEL;
      var back = QuantizedMatrix.of(w.transpose(), how).dequantize().transpose();
      errors[i] = distance(x.matmul(back).slice(1, 0, 3), plain);
    }
    assertThat(errors[0]).as("error of the small outputs, one scale for all").isGreaterThan(0.3);
    assertThat(errors[1]).as("error with a scale for each").isLessThan(0.02);
  }

  /// Divided by its factors before a layer, and the rows of the weights multiplied: the same.
  @Test
  void folded_factors_change_nothing_and_mend_an_outlier() {
    var random = Seeds.random("fold");
    var norm = new LayerNorm("n", 8);
    norm.parameters().getFirst().value().assign(Tensor.vector(1, 1, 1, 1, 1, 100, 1, 1));
    var layer = new Linear("0", Tensor.normal(random, 8, 5));
    var model = new Sequential(norm, layer);
    var x = Tensor.normal(random, 30, 8);
    var plain = model.apply(x);
    double before = int8Error(x, norm, layer);
    var s = Equalization.factors(norm.apply(x), layer.parameters().getFirst().value(), 0.5f);
    Equalization.fold(
        s, norm.parameters().get(0), norm.parameters().get(1), layer.parameters().subList(0, 1));
    assertThat(distance(model.apply(x), plain)).as("the folded model").isLessThan(1e-5);
    assertThat(before / int8Error(x, norm, layer))
        .as("the error of the inputs' codes without equalising, in those with it")
        .isGreaterThan(3);
    assertThat(Thrown.by(() -> Equalization.factors(x, Tensor.zeros(9, 5), 0.5f)))
        .as("weights of another width")
        .isEqualTo(
            "IllegalArgumentException: equalising needs X (n,in) and W (in,out), got (30,8) and"
                + " (9,5)");
  }

  /// How far x·W is off when x, not W, goes through one code.
  private static double int8Error(Tensor x, LayerNorm norm, Linear layer) {
    var y = norm.apply(x);
    var code = new Calibration.MinMax().of(y.toArray());
    var back = y.copy();
    for (int i = 0; i < back.data().length; i++) {
      back.data()[i] = code.dequantize(code.quantize(back.data()[i]));
    }
    return layer.apply(back).minus(layer.apply(y)).square().sum().item();
  }

  @Test
  void percentiles_cut_at_both_ends() {
    var samples = new float[1000];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = i - 500;
    }
    assertThat(new Calibration.Percentile(0.98).of(samples))
        .as("−500 … 499 without the ten greatest and least")
        .isEqualTo(Affine.covering(-490, 489));
    assertThat(new Calibration.MinMax().of(samples)).isEqualTo(Affine.covering(-500, 499));
  }

  @Test
  void a_tape_computes_with_what_the_codes_stand_for() {
    var tape = new TensorTape();
    var x = tape.variable(Tensor.of(new float[][] {{0.9f, -1}, {-0.1f, 5}}));
    var op = new FakeQuantize(Tensor.of(new float[][] {{0.5f, 1}}), 1);
    assertThat(tape.apply(op, x).value().toArray())
        .as("0.9, −1; −0.1, 5 in codes from −1 to 1 of scales 0.5 and 1")
        .containsExactly(0.5f, -1, -0f, 1);
  }

  @Test
  void what_is_refused() {
    var codes = new Codes(new byte[6], 0, 3, 2, 3, 0);
    var long_ = new Codes(new byte[33_026], 0, 33_026, 1, 33_026, 0);
    assertThat(
            List.of(
                Thrown.by(() -> new Affine(0, 0)),
                Thrown.by(() -> new Affine(1, 128)),
                Thrown.by(() -> new Affine(1, 0).quantize(Float.NaN)),
                Thrown.by(() -> Affine.covering(Float.NEGATIVE_INFINITY, 1)),
                Thrown.by(() -> new Calibration.MinMax().of()),
                Thrown.by(() -> new Calibration.Percentile(0)),
                Thrown.by(() -> new Calibration.SquaredError(0)),
                Thrown.by(() -> new Int8Blocks(0)),
                Thrown.by(() -> new Int8Blocks(2).encode(1e9f, 0)),
                Thrown.by(() -> new Int4Blocks().encode(1, Float.NaN)),
                Thrown.by(() -> new Codes(new byte[5], 0, 3, 2, 3, 0)),
                Thrown.by(() -> IntProduct.of(codes, new Codes(new byte[4], 0, 2, 2, 2, 0))),
                Thrown.by(() -> IntProduct.of(long_, long_)),
                Thrown.by(() -> Requantizer.of(1e-12, 0)),
                Thrown.by(() -> Requantizer.of(Double.NaN, 0)),
                Thrown.by(() -> new QuantizedMatrix(2, 16, new Int4Blocks(), new byte[17])),
                Thrown.by(() ->
                    QuantizedMatrix.of(Tensor.full(Float.NaN, 1, 2), WeightFormat.INT4_GROUPS)),
                Thrown.by(() -> new FakeQuantize(Tensor.zeros(1, 1), 0))))
        .as("what is refused")
        .containsExactly(
            "IllegalArgumentException: a code has a scale above 0 and a zero point from -128 to"
                + " 127, got 0.0 and 0",
            "IllegalArgumentException: a code has a scale above 0 and a zero point from -128 to"
                + " 127, got 1.0 and 128",
            "IllegalArgumentException: NaN has no code in int8: look where it comes from",
            "IllegalArgumentException: a code has a scale above 0 and a zero point from -128 to"
                + " 127, got Infinity and -128",
            "IllegalArgumentException: a calibration needs at least one sample, got none",
            "IllegalArgumentException: a share that is kept is above 0 to 1, got 0.0",
            "IllegalArgumentException: a search has at least 1 step, got 0",
            "IllegalArgumentException: a group has at least 1 number, got 0",
            "IllegalArgumentException: a scale is a finite float16, at most 65504, got 7874015.5",
            "IllegalArgumentException: NaN has no code: look where it comes from",
            "IllegalArgumentException: 2 rows of 3 codes, 3 apart, from 0 on do not fit into 5"
                + " bytes",
            "IllegalArgumentException: an exact product needs rows of one length, at most 33025,"
                + " got 3 and 2",
            "IllegalArgumentException: an exact product needs rows of one length, at most 33025,"
                + " got 33026 and 33026",
            "IllegalArgumentException: a factor between codes is from 2⁻³¹ to below 2³⁰, got 1.0E-12",
            "IllegalArgumentException: a factor between codes is from 2⁻³¹ to below 2³⁰, got NaN",
            "IllegalArgumentException: a matrix (2,16) in Int4Blocks[] has 18 bytes, got 17",
            "IllegalArgumentException: weights have codes where they are finite, got NaN",
            "IllegalArgumentException: codes go up to 1 to 127, got 0");
  }

  @Test
  void parameters_keep_what_the_codes_stand_for() {
    var layer = new Linear("0", Tensor.normal(Seeds.random("kept"), 5, 3));
    Parameter bias = layer.parameters().getLast();
    bias.value().assign(Tensor.vector(0.1f, 2, -3));
    var model = QuantizedModel.of(layer.parameters(), WeightFormat.INT8_CHANNEL);
    assertThat(layer.parameters().getFirst().value().toArray())
        .as("the weight (5,3), against the numbers of its codes (3,5)")
        .isEqualTo(model.matrices().values().iterator().next().dequantize().transpose().toArray());
    assertThat(bias.value().at(0)).as("0.1 in float16").isEqualTo(0.099975586f);
    assertThat(model.matrices().keySet()).as("what is in blocks").hasSize(1);
  }
}
