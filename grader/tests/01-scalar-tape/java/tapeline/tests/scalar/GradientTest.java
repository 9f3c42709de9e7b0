package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.scalar.Tape;

@Tag("01.5")
class GradientTest {
  @Test
  void a_slot_before_the_output_has_its_gradient() {
    var tape = new Tape();
    var x = tape.variable(3);
    var y = tape.variable(5);
    var output = x.add(y).exp();
    tape.backward(output);
    assertThat(tape.gradient(x))
        .as("gradient(x) of exp(x + y) at (3, 5): no check forbids it, it is e⁸")
        .isEqualTo(Math.exp(8));
    assertThat(tape.gradient(output)).as("gradient of the output itself").isEqualTo(1);
  }

  @Test
  void a_constant_has_no_gradient() {
    var tape = new Tape();
    var c = tape.constant(2.75);
    assertThatThrownBy(
            () -> tape.gradient(c),
            "gradient(a constant) before a backward: a constant has none at any time")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.75");
    tape.backward(tape.variable(1).add(c));
    assertThatThrownBy(
            () -> tape.gradient(c),
            "gradient(a constant) after a backward: not even 0; the error shows the slot")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.75");
  }

  @Test
  void what_depends_on_constants_only_has_no_gradient() {
    var tape = new Tape();
    var c = tape.constant(2.5).add(tape.constant(0.25));
    tape.backward(tape.variable(1).add(c));
    assertThatThrownBy(
            () -> tape.gradient(c),
            "gradient(2.5 + 0.25), both constants: ask needsGradient, not the op")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.75");
  }

  @Test
  void there_is_no_gradient_before_the_first_backward() {
    var tape = new Tape();
    var x = tape.variable(2.75);
    assertThatThrownBy(
            () -> tape.gradient(x),
            "gradient(x) with no backward yet: gradients is empty; the error shows the slot")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("2.75")
        .hasMessageNotContaining("#-1");
  }

  @Test
  void a_slot_recorded_after_the_output_has_no_gradient() {
    var tape = new Tape();
    var x = tape.variable(3);
    var output = x.exp();
    var next = output.neg();
    var last = x.neg();
    tape.backward(output);
    assertThatThrownBy(
            () -> tape.gradient(last),
            "gradient(a slot after the output): the error shows the slot and the output's index")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("#" + last.index())
        .hasMessageContaining("#" + output.index());
    assertThatThrownBy(
            () -> tape.gradient(x.tape().variable(1)),
            "gradient(a variable recorded after backward)")
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> tape.gradient(next),
            "gradient(the slot right after the output): gradients ends at the output")
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_gradient_is_of_a_slot_of_this_tape() {
    var tape = new Tape();
    var x = tape.variable(3);
    tape.backward(x);
    var foreign = new Tape().variable(8.25);
    assertThatThrownBy(
            () -> tape.gradient(foreign),
            "gradient(slot #0 of another tape): this tape's #0 is another number")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8.25");
  }
}
