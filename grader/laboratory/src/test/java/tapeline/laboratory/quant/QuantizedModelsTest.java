package tapeline.laboratory.quant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tapeline.data.Datasets;
import tapeline.nn.Activation;
import tapeline.nn.Linear;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.quant.Calibration;
import tapeline.quant.Int4Blocks;
import tapeline.quant.QuantizedModel;
import tapeline.quant.StoredTensor;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.CharModel;

class QuantizedModelsTest {
  @Test
  void points_with_their_interval_by_hand() {
    assertThat(QuantizedModels.points(List.of(0.01, 0.02, 0.03)))
        .as("2 points, deviation 1, three seeds: 2 ± 4.303/√3")
        .isEqualTo("2.00 (-0.48 to 4.48)");
    assertThat(QuantizedModels.points(List.of(-1e-17, 1e-17)))
        .as("points that are nothing but rounding")
        .isEqualTo("0.00 (0.00 to 0.00)");
  }

  @Test
  void a_product_in_int8_that_is_another_one_is_not_timed() {
    Int8Speed.requireNear(new float[] {1.02f, -1}, 1, -1);
    for (float wrong : new float[] {1.2f, Float.NaN}) {
      assertThatThrownBy(() -> Int8Speed.requireNear(new float[] {wrong, -1}, 1, -1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the product in int8 is within 0.05");
    }
  }

  /// The sample in the competition for the smallest model, read by the course's own blocks.
  @Test
  void the_sample_of_718_bytes_reads_96_percent_of_digits_never_seen() throws IOException {
    var file = Datasets.folder().resolveSibling("grader/instructor/submissions/digits-int4");
    var bytes = Files.readAllBytes(file.resolve("data/weights"));
    assertThat(bytes).as("the bytes of the sample's weights").hasSize(718);
    var test = SmallestDigits.parts(new SplittableRandom(1)).test();
    var model = Sequential.mlp(new SplittableRandom(1), 64, 16, 10);
    int at = 0;
    for (var p : model.parameters()) {
      boolean matrix = p.value().shape().rank() == 2;
      var numbers = new float[p.value().shape().size()];
      int length = matrix ? Math.ceilDiv(numbers.length, 32) * 18 : 2 * numbers.length;
      var part = Arrays.copyOfRange(bytes, at, at + length);
      at += length;
      if (matrix) {
        new Int4Blocks().decode(part, numbers);
        var rows = p.value().transpose();
        rows.assign(Tensor.of(numbers, rows.shape().toArray()));
      } else {
        var shape = List.of(numbers.length);
        p.value()
            .assign(new StoredTensor("", StoredTensor.Type.F16, shape, List.of(), part).numbers());
      }
    }
    assertThat(Metrics.accuracy(model, test)).as("its accuracy").isBetween(0.96, 1.0);
  }

  /// Planting an outlier, and equalising, leave what the model computes in float32.
  @Test
  void an_outlier_is_planted_and_mended_without_a_change_of_the_model() {
    var random = new SplittableRandom(1);
    var model = new CharModel(new CharModel.Size(7, 8, 16, 2, 1), random);
    int[] text = {1, 2, 3, 4, 5};
    var whole =
        new TrainedModel(
            model.parameters(),
            model.parameters().stream().map(p -> p.value().copy()).toList(),
            () -> model.logits(model.frozenTape(), text),
            () -> model.logits(model.frozenTape(), text).value().at(0, 4, 3));
    double before = whole.accuracy().getAsDouble();
    OutlierCase.plant(whole.parameters());
    double planted = whole.accuracy().getAsDouble();
    OutlierCase.equalise(whole);
    double mended = whole.accuracy().getAsDouble();
    assertThat(Math.abs(planted - before)).as("a logit with the outlier").isLessThan(1e-4);
    assertThat(Math.abs(mended - before)).as("and equalised").isLessThan(1e-4);
    assertThat(model.parameters().get(2).value().at(5))
        .as("the gain of channel 5, which was 1, then 100, and is less when it is equalised")
        .isBetween(0.1f, 50f);
    QuantizedModel.of(whole.parameters(), WeightFormat.INT4_GROUPS);
    whole.restore();
    assertThat(whole.accuracy().getAsDouble()).as("restored").isEqualTo(before);
  }

  @Test
  void a_perceptron_of_integers_is_nearly_the_model() {
    var random = new SplittableRandom(2);
    var model = Sequential.mlp(random, 12, 20, 7);
    model.parameters().get(1).value().assign(Tensor.normal(random, 20));
    var x = Tensor.normal(random, 50, 12);
    var integers = IntegerPerceptron.of(model, x, new Calibration.MinMax());
    assertThat(integers.layers().getFirst().output().zeroPoint())
        .as("the code of 0 behind the ReLU, below which all is cut off")
        .isEqualTo(-128);
    assertThat(distance(integers.apply(x), model.apply(x)))
        .as("logits in integers")
        .isBetween(1e-6, 0.03);
    var tanh = new Sequential(new Linear("0", Tensor.full(1, 12, 2)), new Activation(UnaryOp.TANH));
    assertThatThrownBy(() -> IntegerPerceptron.of(tanh, x, new Calibration.MinMax()))
        .hasMessage(
            "a perceptron of integers has linear layers and ReLU in turns, got"
                + " Activation[op=TANH]");
  }

  private static double distance(Tensor a, Tensor b) {
    return a.minus(b).abs().max(false).item() / b.abs().max(false).item();
  }

  @Test
  void a_cache_in_int8_has_nearly_the_same_logits() {
    var size = new CharModel.Size(11, 12, 16, 4, 2);
    var model = new CharModel(size, new SplittableRandom(3));
    var tape = model.frozenTape();
    var plain = model.logits(tape, new int[] {1, 4, 9, 0, 10, 3, 3}).value();
    var cache = new Int8Cache(size);
    model.step(tape, cache, 1, 4, 9);
    model.step(tape, cache, 0, 10);
    var last = model.step(tape, cache, 3, 3).value();
    assertThat(distance(last, plain.slice(1, 5, 7))).as("with the cache").isBetween(1e-6, 0.05);
    assertThat(cache.size()).as("positions in the cache").isEqualTo(7);
    var six = Tensor.zeros(1, 4, 6, 4);
    assertThatThrownBy(() -> cache.append(0, six, six))
        .hasMessage("the cache has room for 12 positions, got 6 after 7");
    cache.clear();
    assertThat(cache.size()).as("positions after clear").isEqualTo(0);
    assertThat(cache.bytes())
        .as("bytes of the cache: 2 layers, keys and values, 12 positions of 2 + 16")
        .isEqualTo(2 * 2 * 12 * 18);
  }
}
