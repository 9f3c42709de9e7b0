package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Losses;
import tapeline.precision.FloatFormat;
import tapeline.precision.MixedPrecision;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("15.5")
class OpPolicyTest {
  /// A function's value by the standard policy.
  private static Tensor low(FloatFormat format, Tensor x, Function<Variable, Variable> f) {
    try (var _ = new MixedPrecision(format).use()) {
      return plain(x, f);
    }
  }

  private static Tensor plain(Tensor x, Function<Variable, Variable> f) {
    return f.apply(new TensorTape().variable(x)).value();
  }

  private static boolean all(FloatFormat format, Tensor y) {
    boolean all = true;
    for (float v : y.toArray()) {
      all &= format.round(v) == v;
    }
    return all;
  }

  /// As 09's: `(x − µ)/σ` along rows.
  private record Normalize() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      var centred = x.minus(x.mean(true, -1));
      return centred.div(centred.square().mean(true, -1).plus(1e-5f).sqrt());
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY;
    }
  }

  private static Variable normalize(Variable x) {
    return x.tape().apply(new Normalize(), x);
  }

  @Test
  void elementwise_ops_and_activations_hand_on_bfloat16s() {
    var x = Tensor.normal(Seeds.random("policy"), 3, 5);
    var c = Tensor.normal(Seeds.random("other"), 3, 5);
    handsOn("a sum of two matrices", x, v -> v.plus(v.tape().constant(c)));
    handsOn("a difference", x, v -> v.minus(v.tape().constant(c)));
    handsOn("a product of elements", x, v -> v.times(v.tape().constant(c)));
    handsOn("a maximum", x, v -> v.max(v.tape().constant(c)));
    handsOn("tanh", x, Variable::tanh);
    handsOn("GELU", x, Variable::gelu);
    handsOn("ReLU", x, Variable::relu);
    handsOn("sigmoid", x, Variable::sigmoid);
    handsOn("−x", x, Variable::neg);
    handsOn("|x|", x, Variable::abs);
  }

  private static void handsOn(String what, Tensor x, Function<Variable, Variable> f) {
    assertThat(all(BFLOAT16, low(BFLOAT16, x, f))).as("whether %s is in bfloat16", what).isTrue();
  }

  @Test
  void a_softmax_of_4096_equal_logits_adds_up_to_1() {
    var y = low(BFLOAT16, Tensor.zeros(1, 4096), Variable::softmax);
    assertThat(y.sum().item())
        .as("the sum of a softmax of 4,096 equal logits; sums in bfloat16 end at 256, of ones")
        .isEqualTo(1);
    assertThat(
            all(BFLOAT16, low(BFLOAT16, Tensor.normal(Seeds.random("s"), 3, 5), Variable::softmax)))
        .as("whether a softmax hands on bfloat16s, so that a tape keeps it in half the bytes")
        .isTrue();
  }

  @Test
  void a_row_of_4096_is_normalised() {
    var x = Tensor.zeros(1, 4096);
    for (int i = 0; i < 4096; i++) {
      x.set(i % 2 == 0 ? 5 : 7, 0, i);
    }
    var y = low(BFLOAT16, x, OpPolicyTest::normalize);
    assertThat(y.at(0, 0)).as("5 in a row of 4,096 numbers 5 and 7, normalised").isEqualTo(-1);
    assertThat(
            all(
                BFLOAT16,
                low(BFLOAT16, Tensor.normal(Seeds.random("n"), 3, 5), OpPolicyTest::normalize)))
        .as("whether a normalisation hands on bfloat16s")
        .isTrue();
  }

  @Test
  void a_variance_is_what_it_is_in_float32() {
    for (float size : new float[] {1e-4f, 400}) {
      var x = FLOAT16.round(Tensor.normal(Seeds.random("variance"), 3, 5).times(size));
      Function<Variable, Variable> deviation = v -> v.square().mean(-1).plus(1e-8f).sqrt();
      assertThat(low(FLOAT16, x, deviation).toArray())
          .as(
              "√(mean of squares + 10⁻⁸) of numbers about %s in float16, whose squares are beyond"
                  + " its range",
              size)
          .isEqualTo(plain(x, deviation).toArray());
    }
  }

  @Test
  void a_quotient_is_what_it_is_in_float32() {
    var x = FLOAT16.round(Tensor.normal(Seeds.random("quotient"), 3, 5));
    Function<Variable, Variable> f = v -> v.div(v.tape().constant(Tensor.full(1e-6f, 3, 1)));
    assertThat(low(FLOAT16, x, f).toArray())
        .as("numbers in float16 divided by a small deviation")
        .isEqualTo(plain(x, f).toArray());
  }

  @Test
  void powers_and_logarithms_are_what_they_are_in_float32() {
    var x = Tensor.vector(-20, 1, 12);
    assertThat(low(FLOAT16, x, Variable::exp).toArray())
        .as("exp of −20, 1 and 12: float16 ends at 65,504")
        .isEqualTo(plain(x, Variable::exp).toArray());
    assertThat(low(BFLOAT16, Tensor.vector(0.99f, 2), Variable::log).toArray())
        .as("ln of 0.99 and 2 in bfloat16")
        .isEqualTo(plain(Tensor.vector(0.99f, 2), Variable::log).toArray());
    assertThat(low(BFLOAT16, Tensor.zeros(1, 4096), Variable::logSumExp).toArray())
        .as("ln of the sum of 4,096 ones")
        .isEqualTo(plain(Tensor.zeros(1, 4096), Variable::logSumExp).toArray());
  }

  @Test
  void the_loss_is_what_it_is_in_float32() {
    var x = BFLOAT16.round(Tensor.normal(Seeds.random("loss"), 3, 5));
    Function<Variable, Variable> loss = v -> Losses.crossEntropy(v, 1, 4, 0);
    assertThat(low(BFLOAT16, x, loss).item())
        .as("the cross-entropy of logits in bfloat16, against that in float32")
        .isEqualTo(plain(x, loss).item());
  }
}
