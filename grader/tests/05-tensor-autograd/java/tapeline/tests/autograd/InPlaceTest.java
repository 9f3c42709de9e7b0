package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

/// A tensor that backward reads and that was written since it was recorded would give a wrong
/// gradient: that is found. What backward does not read may be written.
@Tag("05.4")
class InPlaceTest {
  private final Random random = Seeds.random("in place");
  private final TensorTape tape = new TensorTape();
  private final Variable x = tape.variable(Tensor.normal(random, 3, 5));

  private void refused(Variable y, String what) {
    var loss = y.sum();
    assertThat(Thrown.by(() -> tape.backward(loss)))
        .as("what backward throws after a write of %s", what)
        .startsWith("IllegalStateException: backward reads " + what)
        .contains("written in place");
  }

  private void allowed(String what, UnaryOperator<Variable> op) {
    var own = new TensorTape();
    var v = own.variable(Tensor.normal(random, 3, 5));
    var y = op.apply(v);
    v.value().set(7, 1, 2);
    y.value().set(7, 0, 0);
    assertThat(Thrown.by(() -> own.backward(y.sum())))
        .as("what backward through %s throws after writes of its input and its result", what)
        .isEqualTo("nothing");
  }

  @Test
  void a_written_input_is_found() {
    var y = x.square();
    x.value().set(7, 1, 2);
    refused(y, "input 0 of SQUARE, (3,5)");
  }

  @Test
  void a_written_second_input_is_found() {
    var b = tape.constant(Tensor.normal(random, 5));
    var y = x.times(b);
    b.value().assign(Tensor.scalar(0));
    refused(y, "input 1 of Mul, (5)");
  }

  @Test
  void a_written_result_is_found() {
    var y = x.tanh();
    y.value().set(7, 1, 2);
    refused(y, "the result of TANH, (3,5)");
  }

  @Test
  void a_write_through_a_view_is_found() {
    var y = x.square();
    x.value().transpose().slice(0, 2, 3).assign(Tensor.scalar(7));
    refused(y, "input 0 of SQUARE, (3,5)");
  }

  @Test
  void a_write_before_the_op_is_none() {
    x.value().assign(Tensor.scalar(3));
    tape.backward(x.square().sum());
    assertThat(x.gradient().toArray())
        .as("the gradient of Σ x², x having been filled with 3 before it was squared: 2x")
        .containsOnly(6);
  }

  @Test
  void what_backward_does_not_read_may_be_written() {
    allowed("a + a", v -> v.plus(v));
    allowed("3·x", v -> v.times(3));
    allowed("x + 3", v -> v.plus(3));
    allowed("−x", v -> v.neg());
    allowed("x less a constant", v -> v.minus(v.tape().constant(Tensor.scalar(1))));
  }

  @Test
  void an_input_may_be_written_where_the_result_is_read() {
    var y = x.exp();
    var slopes = y.value().toArray();
    x.value().set(7, 1, 2);
    tape.backward(y.sum());
    assertThat(x.gradient().toArray())
        .as("the gradient of Σ eˣ after a write of x: the slope is the result, which is as it was")
        .isEqualTo(slopes);
  }
}
