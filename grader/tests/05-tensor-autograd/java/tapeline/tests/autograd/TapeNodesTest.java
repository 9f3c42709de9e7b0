package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.TensorTapeStats;
import tapeline.autograd.Views;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

/// The ops that become nodes, and the tensors that a node keeps. Numbers are 4 bytes.
@Tag("05.4")
class TapeNodesTest {
  private final Random random = Seeds.random("record");
  private final TensorTape tape = new TensorTape();

  private Tensor matrix() {
    return Tensor.normal(random, 3, 5);
  }

  @Test
  void an_op_on_constants_is_a_constant_with_the_value() {
    var a = matrix();
    var b = matrix();
    var y = tape.constant(a).times(tape.constant(b));
    assertThat(y.hasGradient()).as("hasGradient() of constant·constant").isFalse();
    assertThat(y.value().toArray())
        .as("the value of constant·constant")
        .isEqualTo(a.times(b).toArray());
    assertThat(tape.stats())
        .as("stats() after constant·constant: nothing was recorded, nothing is kept")
        .isEqualTo(new TensorTapeStats(0, 0, 0, 0));
  }

  @Test
  void an_op_on_a_variable_and_a_constant_is_recorded_whichever_comes_first() {
    var x = tape.variable(matrix());
    var c = tape.constant(matrix());
    assertThat(x.plus(c).hasGradient()).as("hasGradient() of variable + constant").isTrue();
    assertThat(c.plus(x).hasGradient()).as("hasGradient() of constant + variable").isTrue();
    assertThat(tape.stats().nodes()).as("nodes: the variable and two sums").isEqualTo(3);
  }

  @Test
  void many_inputs_are_all_looked_at() {
    var concat = new Views.Concat(0);
    var x = tape.variable(matrix());
    var c = tape.constant(matrix());
    assertThat(tape.apply(concat, List.of(c, c, x)).hasGradient())
        .as("hasGradient() of concat(constant, constant, variable)")
        .isTrue();
    assertThat(tape.apply(concat, List.of(c, c)).hasGradient())
        .as("hasGradient() of concat(constant, constant)")
        .isFalse();
  }

  @Test
  void an_op_keeps_what_its_gradients_read() {
    var x = tape.variable(matrix());
    x.times(tape.constant(matrix()));
    assertThat(tape.stats().savedBytes()).as("saved by a·b: both inputs").isEqualTo(2 * 60);
    x.tanh();
    assertThat(tape.stats().savedBytes()).as("and by tanh: its result").isEqualTo(3 * 60);
    x.softmax();
    assertThat(tape.stats().savedBytes()).as("and by softmax: its result").isEqualTo(4 * 60);
  }

  @Test
  void an_op_keeps_nothing_else() {
    var x = tape.variable(matrix());
    var y = x.plus(tape.variable(matrix())).times(3).minus(1).neg().sum(1);
    assertThat(tape.stats())
        .as("stats() after Σ −(3·(a + b) − 1): 2 variables, 5 ops, and no gradient reads a number")
        .isEqualTo(new TensorTapeStats(7, 0, 0, 0));
    y.square();
    assertThat(tape.stats().savedBytes())
        .as("saved by x² of 3 numbers: its input, not its result")
        .isEqualTo(12);
  }

  @Test
  void what_several_ops_keep_counts_once() {
    var x = tape.variable(matrix());
    x.times(x);
    x.abs();
    x.transpose().square();
    x.slice(0, 1, 3).log();
    assertThat(tape.stats().savedBytes())
        .as("saved by x·x, |x|, (xᵀ)² and ln of two rows of x: the 60 bytes of x, once")
        .isEqualTo(60);
  }

  @Test
  void a_view_holds_all_of_its_data() {
    var large = Tensor.normal(random, 100, 5);
    tape.variable(large.slice(0, 0, 3)).square();
    assertThat(tape.stats().savedBytes())
        .as("saved by x², x being 3 rows of 100: the data behind the view stays as a whole")
        .isEqualTo(100 * 5 * 4);
  }

  @Test
  void a_stretched_tensor_holds_what_it_was_stretched_from() {
    tape.variable(Tensor.vector(1, 2, 3).expand(Shape.of(50, 3))).square();
    assertThat(tape.stats().savedBytes())
        .as("saved by x², x being 3 numbers stretched to (50,3)")
        .isEqualTo(12);
  }

  /// `y = x`, whose gradient reads x and y though it keeps nothing.
  private record Careless() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.copy();
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY.times(x).plus(y);
    }

    @Override
    public Keeps keeps() {
      return Keeps.NOTHING;
    }
  }

  @Test
  void an_op_that_reads_what_it_did_not_ask_for_gets_NaN() {
    var x = tape.variable(matrix());
    tape.backward(tape.apply(new Careless(), x).sum());
    assertThat(x.gradient().toArray())
        .as("the gradient of an op that keeps NOTHING and reads its input all the same")
        .containsOnly(Float.NaN);
  }

  @Test
  void inputs_of_two_tapes_are_refused() {
    var x = tape.variable(matrix());
    var other = new TensorTape().variable(matrix());
    assertThat(x.times(x).value().at(1, 2))
        .as("element [1, 2] of x·x, on one tape")
        .isEqualTo(x.value().at(1, 2) * x.value().at(1, 2));
    assertThat(tape.stats().nodes()).as("nodes after x·x").isEqualTo(2);
    assertThat(Thrown.by(() -> x.times(other)))
        .as("what a variable times one of another tape throws")
        .isEqualTo("IllegalArgumentException: Mul needs inputs of one tape, got those of two");
    assertThat(Thrown.by(() -> tape.constant(matrix()).times(other)))
        .as("what a constant times a variable of another tape throws")
        .isEqualTo("IllegalArgumentException: Mul needs inputs of one tape, got those of two");
    assertThat(tape.stats().nodes()).as("nodes after the refusals").isEqualTo(2);
  }
}
