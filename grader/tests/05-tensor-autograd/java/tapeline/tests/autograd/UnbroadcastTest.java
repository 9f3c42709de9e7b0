package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

@Tag("05.8")
class UnbroadcastTest {
  /// The gradient of b in a + b, where dY is 1, 2, 3 … in row-major order.
  private static Tensor ofSummand(Shape a, Shape b) {
    var tape = new TensorTape();
    var x = tape.variable(Tensor.zeros(b));
    var y = tape.constant(Tensor.zeros(a)).plus(x);
    tape.backward(y, Tensor.range(y.shape().toArray()).plus(1));
    return x.gradient();
  }

  @Test
  void an_axis_missing_in_front_adds_up() {
    var dB = ofSummand(Shape.of(2, 3), Shape.of(3));
    assertThat(dB.shape())
        .as("the shape of the gradient of b (3) in a (2,3) + b")
        .isEqualTo(Shape.of(3));
    assertThat(dB.toArray())
        .as("the gradient of b (3) in a (2,3) + b, dY = (1, 2, 3), (4, 5, 6): the sum of both rows")
        .containsExactly(5, 7, 9);
  }

  @Test
  void an_axis_of_length_1_adds_up_and_stays() {
    var dB = ofSummand(Shape.of(2, 3), Shape.of(2, 1));
    assertThat(dB.shape())
        .as("the shape of the gradient of b (2,1) in a (2,3) + b")
        .isEqualTo(Shape.of(2, 1));
    assertThat(dB.toArray())
        .as("the gradient of b (2,1) in a (2,3) + b, dY = (1, 2, 3), (4, 5, 6): each row's sum")
        .containsExactly(6, 15);
  }

  @Test
  void a_missing_axis_and_one_of_length_1_at_once() {
    var dB = ofSummand(Shape.of(2, 3, 2), Shape.of(3, 1));
    assertThat(dB.toArray())
        .as("the gradient of b (3,1) in a (2,3,2) + b, dY = 1 … 12: sums along axes 0 and 2")
        .containsExactly(1 + 2 + 7 + 8, 3 + 4 + 9 + 10, 5 + 6 + 11 + 12);
  }

  @Test
  void an_axis_that_was_not_stretched_does_not_add_up() {
    var dB = ofSummand(Shape.of(1, 3), Shape.of(2, 1));
    assertThat(dB.toArray())
        .as("the gradient of b (2,1) in a (1,3) + b: two sums of three, not one of six")
        .containsExactly(6, 15);
  }

  @Test
  void what_was_stretched_to_no_elements_gets_zeros() {
    var dB = ofSummand(Shape.of(0, 3), Shape.of(1, 3));
    assertThat(dB.toArray())
        .as("the gradient of b (1,3) in a (0,3) + b, which has no elements: sums of nothing")
        .containsExactly(0, 0, 0);
  }

  @Test
  void every_op_of_two_operands_agrees_with_differences() {
    TapeCheck.binary(
        "a + b", Operands::signed, Variable::plus, (a, b) -> a.zip(b, (u, v) -> u + v));
    TapeCheck.binary(
        "a − b", Operands::signed, Variable::minus, (a, b) -> a.zip(b, (u, v) -> u - v));
    TapeCheck.binary("a·b", Operands::signed, Variable::times, (a, b) -> a.zip(b, (u, v) -> u * v));
    TapeCheck.binary("a/b", Operands::signed, Variable::div, (a, b) -> a.zip(b, (u, v) -> u / v));
    TapeCheck.binary("max(a, b)", Operands::distinct, Variable::max, (a, b) -> a.zip(b, Math::max));
  }
}
