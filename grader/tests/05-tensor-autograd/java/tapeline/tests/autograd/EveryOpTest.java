package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.tests.autograd.Operands.Layout;

/// The gradients of every op on the tape, for shapes from rank 0 to 4, in every layout, with random
/// upstream gradients, against differences in float64.
@Tag("05.7")
class EveryOpTest {
  private final Random random = Seeds.random("every op");

  @Test
  void functions_of_one_number() {
    unary(UnaryOp.NEG, Variable::neg);
    unary(UnaryOp.EXP, Variable::exp);
    unary(UnaryOp.LOG, Variable::log);
    unary(UnaryOp.SQRT, Variable::sqrt);
    unary(UnaryOp.SQUARE, Variable::square);
    unary(UnaryOp.RECIPROCAL, x -> x.map(UnaryOp.RECIPROCAL));
    unary(UnaryOp.ABS, Variable::abs);
    unary(UnaryOp.TANH, Variable::tanh);
    unary(UnaryOp.SIGMOID, Variable::sigmoid);
    unary(UnaryOp.RELU, Variable::relu);
    unary(UnaryOp.SOFTPLUS, Variable::softplus);
    unary(UnaryOp.GELU, Variable::gelu);
  }

  private static void unary(UnaryOp op, UnaryOperator<Variable> method) {
    boolean rootOrLog = op == UnaryOp.LOG || op == UnaryOp.SQRT;
    TapeCheck.unary(
        op.name(), rootOrLog ? Operands::positive : Operands::signed, method, x -> x.map(op));
  }

  @Test
  void functions_of_a_tensor_and_a_number() {
    TapeCheck.unary("x + 3", Operands::signed, x -> x.plus(3), x -> x.map(v -> v + 3));
    TapeCheck.unary("x − 3", Operands::signed, x -> x.minus(3), x -> x.map(v -> v - 3));
    TapeCheck.unary("3·x", Operands::signed, x -> x.times(3), x -> x.map(v -> v * 3));
    TapeCheck.unary("x/3", Operands::signed, x -> x.div(3), x -> x.map(v -> v / 3));
  }

  @Test
  void reductions_along_some_axes() {
    for (var layout : Layout.values()) {
      for (int trial = 0; trial < 5; trial++) {
        var shape = Operands.shape(random);
        int first = random.nextInt(shape.rank() + 1);
        int[] axes = first == shape.rank() ? new int[0] : new int[] {first};
        var where = " along %s, %s".formatted(Arrays.toString(axes), layout);
        var x = Operands.of(random, layout, shape, Operands.distinct(random));
        check("sum" + where, x, v -> v.sum(axes), v -> v.sum(axes));
        check(
            "mean" + where,
            x,
            v -> v.mean(axes),
            v -> v.sum(axes).map(s -> s * v.sum(axes).shape().size() / shape.size()));
        if (layout != Layout.STRETCHED) { // which has equal largest elements
          check("largest" + where, x, v -> v.largest(axes), v -> v.largest(axes));
        }
      }
    }
  }

  @Test
  void functions_of_rows() {
    for (var layout : Layout.values()) {
      for (int rank = 1; rank <= 4; rank++) {
        var shape = Operands.shape(random, rank);
        var x = Operands.of(random, layout, shape, Operands.signed(random));
        check("softmax, " + layout, x, Variable::softmax, ExactTensor::softmax);
        check("logSumExp, " + layout, x, Variable::logSumExp, ExactTensor::logSumExp);
        check("logSoftmax, " + layout, x, Variable::logSoftmax, v -> v.softmax().map(Math::log));
      }
    }
  }

  @Test
  void views() {
    for (var layout : Layout.values()) {
      var x = Operands.of(random, layout, Shape.of(2, 3, 4), Operands.signed(random));
      check("reshape, " + layout, x, v -> v.reshape(4, -1), v -> v.reshape(4, 6));
      check("permute, " + layout, x, v -> v.permute(2, 0, 1), v -> v.permute(2, 0, 1));
      check("permute, " + layout, x, v -> v.permute(-2, -1, 0), v -> v.permute(1, 2, 0));
      check("transpose, " + layout, x, Variable::transpose, v -> v.permute(0, 2, 1));
      check("transpose, " + layout, x, v -> v.transpose(0, -1), v -> v.permute(2, 1, 0));
      check("slice, " + layout, x, v -> v.slice(1, 1, 3), v -> v.slice(1, 1, 3));
      check("slice, " + layout, x, v -> v.slice(-1, 0, 1), v -> v.slice(2, 0, 1));
      check("slice, " + layout, x, v -> v.slice(0, 1, 1), v -> v.slice(0, 1, 1));
      var y = Operands.of(random, layout, Shape.of(2, 5, 4), Operands.signed(random));
      TapeCheck.check(
          "concat, " + layout,
          random,
          List.of(x, y),
          v -> v.get(0).tape().apply(new Views.Concat(-2), v),
          v -> ExactTensor.concat(1, v.get(0), v.get(1)));
    }
  }

  private void check(
      String what, Tensor x, UnaryOperator<Variable> taped, UnaryOperator<ExactTensor> defined) {
    TapeCheck.check(
        what, random, List.of(x), v -> taped.apply(v.get(0)), v -> defined.apply(v.get(0)));
  }

  /// The gradient of `y` in `x`, upstream `g`.
  private static float[] gradient(Tensor x, UnaryOperator<Variable> y, float... g) {
    var tape = new TensorTape();
    var v = tape.variable(x);
    var result = y.apply(v);
    tape.backward(result, Tensor.of(g, result.shape().toArray()));
    return v.gradient().toArray();
  }

  @Test
  void an_infinite_gradient_does_not_reach_what_was_not_chosen() {
    assertThat(gradient(Tensor.vector(-1, 4), v -> v.relu().sqrt(), 1, 1))
        .as("the gradient of √max(x, 0) at (−1, 4): √ has the slope ∞ at 0, and relu is closed")
        .containsExactly(0, 0.25f);
    var tape = new TensorTape();
    var a = tape.variable(Tensor.vector(-1, 0, -1));
    var b = tape.variable(Tensor.vector(0, -1, -1));
    float infinity = Float.POSITIVE_INFINITY;
    tape.backward(a.max(b), Tensor.vector(infinity, infinity, infinity));
    assertThat(a.gradient().toArray())
        .as("of a in max(a, b) for a = (−1, 0, −1), b = (0, −1, −1), upstream ∞")
        .containsExactly(0, infinity, infinity);
    assertThat(b.gradient().toArray())
        .as("of b in max(a, b) for a = (−1, 0, −1), b = (0, −1, −1), upstream ∞")
        .containsExactly(infinity, 0, 0);
  }

  @Test
  void gradients_of_huge_logits_are_finite() {
    var x = Tensor.vector(1e4f, -1e4f);
    assertThat(gradient(x, Variable::softplus, 3, 5))
        .as("the gradient of softplus at (10⁴, −10⁴), upstream (3, 5)")
        .containsExactly(3, 0);
    assertThat(gradient(x, Variable::sigmoid, 3, 5))
        .as("the gradient of sigmoid at (10⁴, −10⁴), upstream (3, 5)")
        .containsExactly(0, 0);
    assertThat(gradient(x, Variable::logSumExp, 3))
        .as("the gradient of logSumExp at (10⁴, −10⁴), upstream 3")
        .containsExactly(3, 0);
    assertThat(gradient(x, Variable::logSoftmax, 3, 5))
        .as("the gradient of logSoftmax at (10⁴, −10⁴), upstream (3, 5): dY − softmax·ΣdY")
        .containsExactly(-5, 5);
  }

  @Test
  void a_tensor_without_elements_has_a_gradient_without_elements() {
    assertThat(gradient(Tensor.zeros(0, 3), v -> v.tanh().sum(), 7))
        .as("the gradient of Σ tanh(x), x being (0,3)")
        .isEmpty();
    assertThat(gradient(Tensor.zeros(2, 0), v -> v.matmul(v.transpose()), 1, 2, 3, 4))
        .as("the gradient of x·xᵀ, x being (2,0)")
        .isEmpty();
    assertThat(gradient(Tensor.vector(2, 3), v -> v.square().plus(v), 1, 1))
        .as("the gradient of x² + x, x being (2, 3)")
        .containsExactly(5, 7);
  }
}
