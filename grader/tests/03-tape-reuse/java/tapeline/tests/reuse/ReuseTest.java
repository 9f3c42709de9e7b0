package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;
import tapeline.tests.AllocatedBytes;

@Tag("03.6")
class ReuseTest {
  private final FlatTape tape = new FlatTape();

  @Test
  void a_stale_node_is_refused() {
    int y = tape.exp(tape.variable(1));
    tape.reset();
    tape.variable(1);
    assertThatThrownBy(
            () -> tape.sin(y),
            "sin(1) after reset() and one variable: slot 1 is from the recording before")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("slot 1", "1 nodes");
  }

  @Test
  void a_new_recording_has_no_gradients_before_its_backward() {
    tape.backward(tape.exp(tape.variable(1)));
    tape.reset();
    int x = tape.variable(2);
    assertThatThrownBy(
            () -> tape.gradient(x),
            "gradient(0) after backward, reset(), variable(2): that gradient was another node's")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("backward");
  }

  @Test
  void after_reset_the_counts_are_those_of_a_new_tape() {
    tape.add(tape.exp(tape.variable(1)), tape.constant(2));
    tape.reset();
    assertThat(tape.stats()).as("stats() after reset()").isEqualTo(new FlatTape().stats());
  }

  @Test
  void an_iteration_allocates_exactly_0_bytes() {
    long bytes =
        AllocatedBytes.perRun(
            20,
            () -> {
              tape.reset();
              chain(1000);
            });
    assertThat(bytes)
        .as("bytes allocated by reset(), 3000 ops and backward, once the arrays have grown")
        .isEqualTo(0);
  }

  @Test
  void reset_touches_no_number_however_long_the_tape() throws ReflectiveOperationException {
    chain(1000);
    var arrays = List.of("values", "grads", "words", "constants");
    var before = new ArrayList<Object>();
    for (var name : arrays) {
      before.add(copy(name));
    }
    tape.reset();
    for (int i = 0; i < arrays.size(); i++) {
      assertThat(copy(arrays.get(i)))
          .as("%s after reset(): clearing it takes time for each node", arrays.get(i))
          .isEqualTo(before.get(i));
    }
  }

  private Object copy(String name) throws ReflectiveOperationException {
    var field = FlatTape.class.getSuperclass().getDeclaredField(name);
    field.setAccessible(true);
    return switch (field.get(tape)) {
      case double[] numbers -> numbers.clone();
      case long[] words -> words.clone();
      case Object other -> other;
    };
  }

  private void chain(int n) {
    int x = tape.variable(0.5);
    int y = x;
    for (int k = 0; k < n; k++) {
      y = tape.sin(tape.shift(tape.scale(y, 0.9), 0.1));
    }
    tape.backward(y);
  }
}
