package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatMemory;
import tapeline.reuse.FlatTape;

@Tag("03.4")
class FlatBackwardTest {
  private final FlatTape tape = new FlatTape();

  @Test
  void one_recording_serves_several_outputs() {
    int x = tape.variable(1.5);
    int first = tape.exp(x);
    int second = tape.add(first, x);
    tape.backward(second);
    tape.backward(first);
    assertThat(tape.gradient(x))
        .as("gradient(x) after backward(eˣ + x), then backward(eˣ): of the last output alone")
        .isEqualTo(Math.exp(1.5));
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // the array itself is meant
  void what_lies_behind_the_output_is_not_cleared() throws ReflectiveOperationException {
    int x = tape.variable(3);
    tape.variable(4);
    var field = FlatMemory.class.getDeclaredField("grads");
    field.setAccessible(true);
    double[] grads = (double[]) field.get(tape);
    grads[1] = 7;
    tape.backward(x);
    assertThat(field.get(tape) == grads)
        .as("whether `grads` after backward(0) is the array that it was: a walk needs no new one")
        .isTrue();
    assertThat(grads[1])
        .as(
            "grads[1], which was 7, after backward(0): the cost is the output's, not the tape's room")
        .isEqualTo(7);
  }

  @Test
  void a_node_that_the_output_does_not_need_passes_nothing_on() {
    int x = tape.variable(0);
    int infinite = tape.log(x);
    int y = tape.shift(x, 2);
    tape.backward(infinite);
    tape.backward(y);
    assertThat(tape.gradient(x))
        .as("gradient(x) of x + 2 at 0, beside an unused ln x, whose slope there is infinite")
        .isEqualTo(1);
  }

  @Test
  void backward_looks_at_each_node_up_to_the_output_once() {
    for (int n : new int[] {10, 100, 1000, 10_000}) {
      tape.reset();
      int x = tape.variable(1);
      int y = x;
      for (int k = 0; k < n; k++) {
        y = tape.shift(tape.add(y, x), 0.5);
      }
      tape.shift(y, 1);
      tape.backward(y);
      assertThat(tape.visited())
          .as("visited() by backward of a chain of %d ops: the variable and each op once", 2 * n)
          .isEqualTo(1 + 2 * n);
    }
  }

  @Test
  void the_gradient_of_a_node_newer_than_the_output_is_refused() {
    int y = tape.exp(tape.variable(1));
    int newer = tape.shift(y, 1);
    tape.backward(y);
    assertThatThrownBy(
            () -> tape.gradient(newer),
            "gradient(2) after backward(1): only the gradients up to the output were computed")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("gradient(2)", "was 1");
  }

  @Test
  void a_constant_output_is_refused() {
    int c = tape.constant(4.5);
    assertThatThrownBy(
            () -> tape.backward(c),
            "backward(constant(4.5)): nothing leads to it; requireNode says so")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("backward(-1)", "4.5");
  }
}
