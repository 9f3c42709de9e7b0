package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;
import tapeline.tests.Seeds;

@Tag("03.3")
class FoldingTest {
  @Test
  void an_op_on_two_constants_is_a_constant_with_the_value() {
    var tape = new FlatTape();
    int six = tape.mul(tape.constant(2), tape.constant(3));
    assertThat(FlatTape.isConstant(six))
        .as("isConstant(mul(constant(2), constant(3))), which got slot %d", six)
        .isTrue();
    assertThat(tape.value(six)).as("value(mul(constant(2), constant(3)))").isEqualTo(6);
  }

  @Test
  void a_constant_on_the_right_does_not_hide_the_variable() {
    var tape = new FlatTape();
    tape.variable(4);
    int x = tape.variable(5);
    assertThat(FlatTape.isConstant(tape.add(x, tape.constant(2))))
        .as("isConstant(add(%d, −1)): the sum depends on the variable in slot %d", x, x)
        .isFalse();
  }

  @Test
  void a_constant_on_the_left_does_not_hide_the_variable() {
    var tape = new FlatTape();
    tape.variable(4);
    int x = tape.variable(5);
    assertThat(FlatTape.isConstant(tape.add(tape.constant(2), x)))
        .as("isConstant(add(−1, %d)): the sum depends on the variable in slot %d", x, x)
        .isFalse();
  }

  @Test
  void the_first_slot_is_a_variable_too() {
    var tape = new FlatTape();
    int x = tape.variable(5);
    assertThat(FlatTape.isConstant(tape.add(x, tape.constant(2))))
        .as("isConstant(add(%d, −1)): slot %d is a variable", x, x)
        .isFalse();
  }

  @Test
  void recording_is_proportional_to_the_ops_that_need_a_gradient() {
    for (int n : new int[] {10, 100, 1000}) {
      var tape = new FlatTape();
      int y = tape.variable(1);
      int c = tape.constant(Seeds.uniform(Seeds.random("folding"), 0.5, 1));
      for (int k = 0; k < n; k++) {
        c = tape.cos(tape.mul(c, c));
        y = tape.mul(y, c);
      }
      assertThat(tape.stats().instructions())
          .as("instructions of %d ops on the variable and %d on constants alone", n, 2 * n)
          .isEqualTo(n);
      tape.backward(y);
      assertThat(tape.visited())
          .as("visited() by backward: the variable and %d ops, no constants", n)
          .isEqualTo(n + 1);
    }
  }

  @Test
  void operands_keep_their_order() {
    var tape = new FlatTape();
    int x = tape.variable(5);
    int y = tape.variable(2);
    tape.backward(tape.sub(x, y));
    assertThat(tape.gradient(x)).as("the gradient of x in x − y").isEqualTo(1);
    assertThat(tape.gradient(y)).as("the gradient of y in x − y").isEqualTo(-1);
  }

  @Test
  void a_folded_value_has_no_gradient() {
    var tape = new FlatTape();
    int folded = tape.exp(tape.constant(2));
    int y = tape.mul(tape.variable(3), folded);
    tape.backward(y);
    assertThatThrownBy(
            () -> tape.gradient(folded),
            "gradient(exp(constant(2))): a folded op is a constant, and that is an error")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("constant");
  }
}
