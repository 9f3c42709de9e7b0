package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Losses;
import tapeline.nn.Sequential;
import tapeline.profile.cost.ShapeLayers;
import tapeline.profile.cost.ShapeModels;
import tapeline.profile.cost.ShapeTape;
import tapeline.profile.cost.ShapeVariable;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

@Tag("11.3")
class PeakTest {
  private final Random random = Seeds.random("peak");
  private final ShapeTape plan = new ShapeTape();

  /// x (50) → x², which keeps x → Σ, which keeps nothing. The sum's gradient is one number, which
  /// stands for all 50; x gets 50 while x itself is still kept.
  @Test
  void the_gradient_of_a_square_comes_while_its_input_is_kept() {
    var x = plan.variable(50);
    var loss = x.map(UnaryOp.SQUARE).sum();
    assertThat(plan.peakBytes(loss))
        .as("peakBytes of Σ x² of 50 numbers: x, its gradient, and one number, 4 bytes each")
        .isEqualTo(4 * (50 + 50 + 1));
  }

  @Test
  void what_an_op_kept_is_let_go_when_backward_has_passed() {
    check("tanh five times", chain(5, UnaryOp.TANH), y -> tanh(5, y));
    check("tanh fifty times", chain(50, UnaryOp.TANH), y -> tanh(50, y));
  }

  private ShapeVariable chain(int ops, UnaryOp op) {
    var y = new ShapeTape().variable(30);
    for (int i = 0; i < ops; i++) {
      y = y.map(op);
    }
    return y.sum();
  }

  private static Variable tanh(int times, TensorTape tape) {
    var y = tape.variable(Tensor.full(0.5f, 30));
    for (int i = 0; i < times; i++) {
      y = y.tanh();
    }
    return y.sum();
  }

  @Test
  void the_most_may_be_held_when_forward_ends_or_in_the_middle() {
    check(
        "a wide layer before a narrow one",
        ShapeLayers.crossEntropy(ShapeModels.mlp(plan.constant(2, 40), 300, 3)),
        perceptron(2, 40, 300, 3));
    var other = new ShapeTape();
    check(
        "a large batch of narrow layers",
        ShapeLayers.crossEntropy(ShapeModels.mlp(other.constant(200, 2), 3, 3, 40)),
        perceptron(200, 2, 3, 3, 40));
  }

  private Function<TensorTape, Variable> perceptron(int batch, int... widths) {
    var model = Sequential.mlp(random, widths);
    var x = Tensor.normal(random, batch, widths[0]);
    return tape -> Losses.crossEntropy(model.forward(tape.constant(x)), new int[batch]);
  }

  @Test
  void a_constant_has_no_gradient_and_a_variable_used_twice_has_one() {
    var x = plan.variable(20, 7);
    var planned = x.times(plan.constant(20, 7)).plus(x).map(UnaryOp.EXP).times(x).sum();
    var values = Tensor.full(0.1f, 20, 7);
    check(
        "Σ x·exp(x·c + x)",
        planned,
        tape -> {
          var v = tape.variable(values);
          return v.times(tape.constant(values.copy())).plus(v).exp().times(v).sum();
        });
  }

  @Test
  void an_op_beside_the_way_to_the_output_keeps_what_it_has() {
    var x = plan.variable(20);
    var loss = x.map(UnaryOp.TANH).sum();
    x.map(UnaryOp.EXP);
    check(
        "Σ tanh(x), and exp(x) that nothing uses",
        loss,
        tape -> {
          var v = tape.variable(Tensor.full(0.5f, 20));
          var sum = v.tanh().sum();
          v.exp();
          return sum;
        });
    var other = new ShapeTape().variable(20);
    var tanh = other.map(UnaryOp.TANH);
    other.map(UnaryOp.EXP);
    check(
        "Σ tanh(x), and before the sum exp(x) that nothing uses",
        tanh.sum(),
        tape -> {
          var v = tape.variable(Tensor.full(0.5f, 20));
          var y = v.tanh();
          v.exp();
          return y.sum();
        });
  }

  private static void check(
      String what, ShapeVariable planned, Function<TensorTape, Variable> step) {
    var tape = new TensorTape();
    tape.backward(step.apply(tape));
    assertThat(planned.tape().peakBytes(planned))
        .as("peakBytes of %s, against what a tape's ledger says after the same step", what)
        .isEqualTo(tape.stats().peakBytes());
  }
}
