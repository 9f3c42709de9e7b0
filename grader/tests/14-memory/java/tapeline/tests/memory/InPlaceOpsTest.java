package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.memory.InPlace;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("14.6")
class InPlaceOpsTest {
  private final Random random = Seeds.random("in place");
  private final Tensor x = Tensor.normal(random, 4, 3);
  private final Tensor b = Tensor.normal(random, 3);
  private final Tensor dY = Tensor.normal(random, 4, 3);

  @Test
  void what_backward_reads_is_refused_before_it_is_written() {
    var tape = new TensorTape();
    var y = tape.variable(x).tanh();
    float[] before = y.value().toArray();
    assertThat(Thrown.by(() -> InPlace.relu(y)))
        .as("relu in place on tanh(x), of which backward reads the value")
        .isEqualTo(
            "IllegalStateException: relu in place needs a value that backward does not read, and"
                + " TANH keeps it, (4,3)");
    assertThat(y.value().toArray())
        .as("the numbers of tanh(x) after the refusal")
        .isEqualTo(before);
  }

  @Test
  void an_op_behind_that_reads_it_is_named() {
    var tape = new TensorTape();
    var y = tape.variable(x).plus(tape.variable(b));
    var w = tape.variable(Tensor.normal(random, 3, 2));
    y.matmul(w);
    assertThat(Thrown.by(() -> InPlace.add(y, tape.constant(b))))
        .as("add in place on a sum that a product keeps")
        .isEqualTo(
            "IllegalStateException: add in place needs a value that backward does not read, and"
                + " MatMul keeps it, (4,3)");
    var view = y.transpose();
    assertThat(Thrown.by(() -> InPlace.mul(view, tape.constant(Tensor.scalar(2)))))
        .as("mul in place on a view of the same numbers")
        .isEqualTo(
            "IllegalStateException: mul in place needs a value that backward does not read, and"
                + " MatMul keeps it, (3,4)");
  }

  @Test
  void values_and_gradients_are_those_of_the_plain_ops() {
    check("relu", (y, _) -> InPlace.relu(y), (y, _) -> y.relu());
    check("add", InPlace::add, Variable::plus);
    check("sub", InPlace::sub, Variable::minus);
    check("tanh", (y, _) -> InPlace.map(UnaryOp.TANH, y), (y, _) -> y.tanh());
    check(
        "mul",
        (y, c) -> InPlace.mul(y, c.tape().constant(c.value())),
        (y, c) -> y.times(c.tape().constant(c.value())));
  }

  private void check(String name, BinaryOperator<Variable> inPlace, BinaryOperator<Variable> op) {
    assertThat(gradients(inPlace))
        .as("value, and gradients in x and b, of %s in place on x + b", name)
        .isDeepEqualTo(gradients(op));
  }

  private float[][] gradients(BinaryOperator<Variable> op) {
    var tape = new TensorTape();
    var in = tape.variable(x);
    var bias = tape.variable(b);
    var y = op.apply(in.plus(bias), bias);
    var value = y.value().toArray();
    tape.backward(y, dY);
    return new float[][] {value, in.gradient().toArray(), bias.gradient().toArray()};
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // which array it is, not what is in it
  void a_relu_in_place_keeps_one_tensor_where_the_plain_one_keeps_it_beside_its_input() {
    var tape = new TensorTape();
    var sum = tape.variable(x).plus(tape.variable(b));
    var y = InPlace.relu(sum);
    assertThat(y.value().data() == sum.value().data())
        .as("whether relu in place has its result in its operand's array")
        .isTrue();
    assertThat(Thrown.by(() -> InPlace.relu(y)))
        .as("relu in place on what relu in place keeps")
        .isEqualTo(
            "IllegalStateException: relu in place needs a value that backward does not read, and"
                + " RELU in place keeps it, (4,3)");
  }

  @Test
  void a_factor_with_a_gradient_and_a_wider_operand_are_refused() {
    var tape = new TensorTape();
    var y = tape.variable(x).plus(1);
    assertThat(Thrown.by(() -> InPlace.mul(y, tape.variable(b))))
        .as("mul in place by a variable")
        .isEqualTo(
            "IllegalStateException: mul in place needs a constant factor: backward reads the old"
                + " value for the gradient in it, (3)");
    var row = tape.variable(b).plus(1);
    assertThat(Thrown.by(() -> InPlace.add(row, y)))
        .as("add in place of (4,3) to (3)")
        .isEqualTo(
            "IllegalArgumentException: in place the result has the operand's shape (3), got (4,3)");
  }
}
