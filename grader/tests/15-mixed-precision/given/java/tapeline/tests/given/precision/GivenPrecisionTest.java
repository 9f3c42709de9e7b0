package tapeline.tests.given.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.precision.FloatFormat;
import tapeline.precision.Fp8Tensor;
import tapeline.precision.GradientExponents;
import tapeline.precision.HalfArray;
import tapeline.precision.LossScaler;
import tapeline.precision.MasterWeights;
import tapeline.precision.MixedPrecision;
import tapeline.precision.MixedTrainer;
import tapeline.precision.OpPolicy;
import tapeline.precision.OpPrecision;
import tapeline.precision.StochasticRounding;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class GivenPrecisionTest {
  private static Dataset some(float first) {
    var x = Tensor.normal(Seeds.random("examples"), 6, 5);
    x.set(first, 2, 3);
    return new Dataset(x, new int[] {0, 1, 2, 0, 1, 2}, 3);
  }

  private static Sequential model() {
    return Sequential.mlp(Seeds.random("model"), 5, 7, 4, 3);
  }

  private static final String FORMAT =
      "IllegalArgumentException: a format has 2 to 8 bits of exponent, infinities where it has 8, at"
          + " least 1 bit of fraction and 16 with the sign, got ";

  @Test
  void impossible_formats_draws_and_scales_are_named() {
    assertThat(
            List.of(
                Thrown.by(() -> new FloatFormat("wide", 9, 6, true)),
                Thrown.by(() -> new FloatFormat("long", 8, 8, true)),
                Thrown.by(() -> new FloatFormat("beyond float32", 8, 3, false)),
                Thrown.by(() -> E4M3.decode(0x100)),
                Thrown.by(() -> StochasticRounding.bits(1, 65536)),
                Thrown.by(() -> new LossScaler(0, 10)),
                Thrown.by(() -> new LossScaler(Float.POSITIVE_INFINITY, 10)),
                Thrown.by(() -> Fp8Tensor.of(FLOAT16, Tensor.vector(1))),
                Thrown.by(() -> Fp8Tensor.of(E4M3, Tensor.vector(1, Float.NaN)))))
        .as("what is refused")
        .containsExactly(
            FORMAT + "9 and 6",
            FORMAT + "8 and 8",
            FORMAT + "8 and 3",
            "IllegalArgumentException: a code of E4M3 has 8 bits, got 0x100",
            "IllegalArgumentException: a draw is from 0 to 65535, got 65536",
            "IllegalArgumentException: a loss scale is from 1 to below ∞, and an interval at least"
                + " 1, got 0.0 and 10",
            "IllegalArgumentException: a loss scale is from 1 to below ∞, and an interval at least"
                + " 1, got Infinity and 10",
            "IllegalArgumentException: a byte has 8 bits, got float16",
            "IllegalArgumentException: numbers that are scaled are finite, got NaN");
  }

  @Test
  void ranges_of_the_formats() {
    assertThat(
            List.of(BFLOAT16, FLOAT16, E5M2, E4M3).stream()
                .map(f -> "%s %s %s".formatted(f, f.smallest(), f.largest())))
        .as("the smallest and the largest number of each format")
        .containsExactly(
            "bfloat16 9.1835E-41 3.3895314E38",
            "float16 5.9604645E-8 65504.0",
            "E5M2 1.5258789E-5 57344.0",
            "E4M3 0.001953125 448.0");
  }

  /// A function's gradient under a policy with everything LOW.
  private static Tensor low(FloatFormat format, Tensor x, Consumer<Variable[]> f) {
    try (var _ = new MixedPrecision(format, _ -> OpPrecision.LOW, true).use()) {
      var v = new Variable[] {new TensorTape().variable(x)};
      f.accept(v);
      return v[0].value();
    }
  }

  @Test
  void sums_that_gather_in_the_format_stop() {
    assertThat(low(BFLOAT16, Tensor.full(1, 4096), v -> v[0] = v[0].sum()).item())
        .as("4,096 ones added up in bfloat16")
        .isEqualTo(256);
    assertThat(low(FLOAT16, Tensor.full(1, 4096), v -> v[0] = v[0].sum()).item())
        .as("4,096 ones added up in float16")
        .isEqualTo(2048);
    assertThat(low(BFLOAT16, Tensor.full(1, 3, 300, 2), v -> v[0] = v[0].sum(1)).toArray())
        .as("sums along the axis in the middle")
        .containsOnly(256);
    assertThat(low(FLOAT16, Tensor.vector(300, 300), v -> v[0] = v[0].square().mean()).item())
        .as("the mean of the squares of 300 in float16, 90,000 being beyond it")
        .isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(low(BFLOAT16, Tensor.zeros(1, 4096), v -> v[0] = v[0].softmax()).at(0, 7))
        .as("one of 4,096 equal weights of a softmax in bfloat16")
        .isEqualTo(1f / 256);
  }

  @Test
  void small_steps_squares_and_scaled_losses_are_lost() {
    float weight = 1;
    for (int i = 0; i < 1000; i++) {
      weight = BFLOAT16.round(weight - 0x1p-11f);
    }
    assertThat(weight).as("1 in bfloat16 after 1,000 steps of −2⁻¹¹").isEqualTo(1);
    assertThat(FLOAT16.round(1e-4f * 1e-4f)).as("the square of 10⁻⁴ in float16").isEqualTo(0);
    assertThat(FLOAT16.round(65536 * 2.3f))
        .as("65,536 times a loss of 2.3 in float16")
        .isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FLOAT16.round((float) Math.exp(12)))
        .as("e¹² in float16")
        .isEqualTo(Float.POSITIVE_INFINITY);
  }

  @Test
  void small_sums_are_those_of_float32() {
    var x = Tensor.range(2, 3, 4);
    assertThat(low(BFLOAT16, x, v -> v[0] = v[0].sum(0, 2)).toArray())
        .as("sums along two axes of three")
        .isEqualTo(x.sum(0, 2).toArray());
    var y = low(BFLOAT16, Tensor.vector(1, 2, 3), v -> v[0] = v[0].logSumExp());
    assertThat(y.item()).as("ln Σ exp of (1, 2, 3)").isBetween(3.37f, 3.45f);
  }

  @Test
  void packing_changes_no_gradient() {
    for (var format : List.of(BFLOAT16, FLOAT16)) {
      var bits = new ArrayList<List<float[]>>();
      for (boolean packs : new boolean[] {false, true}) {
        var model = model();
        var trainer =
            new MixedTrainer(
                model.parameters(),
                new MasterWeights(model.parameters(), new GradientDescent(0.1f), format),
                new MixedPrecision(format, OpPolicy.standard(), packs),
                new LossScaler());
        for (int i = 0; i < 3; i++) {
          trainer.step(MixedTrainer.parts(model, some(1), 4));
        }
        bits.add(model.parameters().stream().map(p -> p.value().toArray()).toList());
      }
      assertThat(bits.get(1))
          .as("weights after three steps in %s, packed, against plain ones", format)
          .usingRecursiveComparison()
          .isEqualTo(bits.get(0));
    }
  }

  @Test
  void float32_is_that_of_a_plain_step() {
    var mixed = model();
    var plain = model();
    new MixedTrainer(
            mixed.parameters(),
            new GradientDescent(0.1f),
            MixedPrecision.float32(),
            LossScaler.none())
        .step(MixedTrainer.parts(mixed, some(1), 6));
    var tape = new TensorTape();
    var loss =
        Losses.crossEntropy(plain.forward(tape.constant(some(1).inputs())), some(1).labels());
    tape.backward(loss.times(1f));
    new GradientDescent(0.1f).step(plain.parameters());
    assertThat(mixed.parameters().getFirst().value().toArray())
        .as("a weight after a step in float32")
        .isEqualTo(plain.parameters().getFirst().value().toArray());
  }

  /// Gradients of some 10⁻⁹ are 0 in float16 without a scale.
  @Test
  void a_scale_saves_small_gradients_and_an_overflow_skips() {
    for (float scale : new float[] {1, 65536}) {
      var w = new Parameter("w", Tensor.vector(1));
      var trainer =
          new MixedTrainer(
              List.of(w),
              new GradientDescent(1),
              new MixedPrecision(FLOAT16),
              new LossScaler(scale, 10));
      trainer.step(List.of(tape -> w.on(tape).tanh().relu().times(1e-8f)));
      assertThat(w.gradient().item() > 0)
          .as("whether 10⁻⁸·tanh′(1) is more than 0 in float16, scaled by %s", scale)
          .isEqualTo(scale > 1);
    }
    var w = new Parameter("w", Tensor.vector(1));
    var scaler = new LossScaler(65536, 10);
    new MixedTrainer(List.of(w), new GradientDescent(1), new MixedPrecision(FLOAT16), scaler)
        .step(List.of(tape -> w.on(tape).tanh().relu().times(10)));
    assertThat(List.of(w.value().item(), scaler.scale(), (float) scaler.skipped()))
        .as("a weight, the scale and what was skipped, after a gradient of 65,536·4.2 in float16")
        .containsExactly(1f, 32768f, 1f);
  }

  @Test
  void nan_in_the_data_is_no_overflow() {
    var model = model();
    assertThat(Thrown.by(() -> MixedTrainer.parts(model, some(1), 0)))
        .isEqualTo("IllegalArgumentException: a part has 1 example or more, got 0");
    assertThat(Thrown.by(() -> MixedTrainer.parts(model, some(Float.NaN), 4)))
        .as("a batch with NaN")
        .isEqualTo(
            "IllegalArgumentException: inputs are numbers, got NaN in example 2 of the batch: no"
                + " overflow, and no scale helps");
    var scaler = new LossScaler();
    var trainer =
        new MixedTrainer(
            model.parameters(), new GradientDescent(1), new MixedPrecision(FLOAT16), scaler);
    assertThat(
            Thrown.by(
                () -> trainer.step(MixedTrainer.parts(model, some(Float.POSITIVE_INFINITY), 4))))
        .as("a step on a batch with ∞")
        .isEqualTo(
            "IllegalArgumentException: a loss is finite, got NaN: no scale has touched it, so look"
                + " at the data, at the weights, and at activations beyond the format");
    assertThat(scaler.scale()).as("the scale after it").isEqualTo(65536);
  }

  @Test
  void parts_add_up_to_the_batch() {
    var model = model();
    var losses = new ArrayList<Double>();
    for (int most : new int[] {6, 4, 1}) {
      losses.add(
          new MixedTrainer(model.parameters(), _ -> {}, MixedPrecision.float32(), LossScaler.none())
              .step(MixedTrainer.parts(model, some(1), most)));
    }
    assertThat(losses.get(1)).as("in parts of 4").isCloseTo(losses.get(0), near(1e-6));
    assertThat(losses.get(2)).as("in parts of 1").isCloseTo(losses.get(0), near(1e-6));
  }

  private static Offset<Double> near(double offset) {
    return Offset.offset(offset);
  }

  @Test
  void the_backend_before_comes_back_also_when_an_op_throws() {
    var before = Backend.current();
    var model = model();
    assertThat(
            Thrown.by(() -> {
              try (var _ = new MixedPrecision(BFLOAT16).use()) {
                model.forward(new TensorTape().constant(Tensor.zeros(2, 9)));
              }
            }))
        .as("a matrix that does not fit")
        .startsWith("IllegalArgumentException");
    assertThat(Backend.current()).as("the backend, which is the one before").isSameAs(before);
  }

  @Test
  void exponents_of_gradients_by_hand() {
    var heard = new GradientExponents();
    heard.add(1, -1.5f, 0x1p-26f, 0x1p-30f, 0, 1e30f, Float.NaN);
    assertThat(heard.counts())
        .as("exponents of 1, −1.5, 2⁻²⁶, 2⁻³⁰, 0, 10³⁰ and NaN")
        .containsOnlyKeys(0, -26, -30, 99)
        .containsEntry(0, 2L);
    assertThat(heard.lost(FLOAT16, 1)).as("lost in float16").isEqualTo(0.4);
    assertThat(heard.lost(FLOAT16, 4)).as("lost in float16, scaled by 4").isEqualTo(0.2);
    var tape = new TensorTape();
    var listener = new GradientExponents();
    try (var _ = TapeListener.use(listener)) {
      tape.backward(tape.variable(Tensor.vector(3, 5)).times(0.25f), Tensor.full(1, 2));
    }
    assertThat(listener.counts())
        .as("exponents of dY = 1 and dX = 1/4, two each")
        .containsOnlyKeys(0, -2)
        .containsValue(2L);
  }

  /// Packed numbers are reachable from the tape in two bytes each, and their floats are not.
  @Test
  void floats_that_were_packed_are_garbage() throws InterruptedException {
    var precision = new MixedPrecision(BFLOAT16);
    try (var _ = precision.use()) {
      var tape = new TensorTape();
      var x = tape.variable(Tensor.full(0.5f, 1000));
      var seen = new ArrayList<WeakReference<float[]>>();
      var y = chain(x, seen);
      for (int i = 0; i < 50 && seen.getFirst().get() != null; i++) {
        System.gc();
        Thread.sleep(10);
      }
      assertThat(seen.getFirst().get() == null)
          .as("whether the floats of an activation that a tape keeps packed are garbage")
          .isTrue();
      tape.backward(y);
      assertThat(x.gradient().at(0)).as("the gradient through it").isGreaterThan(0);
    }
  }

  private static Variable chain(Variable x, List<WeakReference<float[]>> seen) {
    var t = x.tanh();
    seen.add(new WeakReference<>(t.value().data()));
    return t.sigmoid().sum();
  }

  @Test
  void parts_of_data_are_kept_as_they_are() {
    assertThat(new MixedPrecision(BFLOAT16).pack(Tensor.full(1, 4, 6).slice(0, 1, 3)) == null)
        .as("whether a view of two rows of four is kept as it is")
        .isTrue();
  }

  @Test
  void the_bytes_of_rounded_numbers() {
    assertThat(HalfArray.rounded(E4M3, 1, 500, -0.1f).unpack())
        .as("1, 500 and −0.1 in E4M3, in two bytes each")
        .containsExactly(1, Float.NaN, -0.1015625f);
  }

  @Test
  void other_parameters_are_refused() {
    var p = new Parameter("w", Tensor.vector(1));
    var optimizer = new MasterWeights(List.of(p), new GradientDescent(1), BFLOAT16);
    assertThat(Thrown.by(() -> optimizer.step(List.of(p, p))))
        .as("a step with other parameters")
        .isEqualTo(
            "IllegalArgumentException: master weights step the 1 parameters that they were made"
                + " for, got 2 others");
  }
}
