package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;

@Tag("03.2")
class GrowthTest {
  @Test
  void every_value_survives_growth() {
    var tape = new FlatTape();
    for (int i = 0; i < 1000; i++) {
      tape.variable(i + 0.5);
    }
    for (int i = 0; i < 1000; i++) {
      assertThat(tape.value(i))
          .as("value(%d) of 1000 variables: the old values move into the longer array", i)
          .isEqualTo(i + 0.5);
    }
  }

  @Test
  void every_instruction_survives_growth() {
    var tape = new FlatTape();
    int x = tape.variable(1);
    int y = x;
    for (int k = 0; k < 40; k++) {
      y = tape.add(y, y);
    }
    tape.backward(y);
    assertThat(tape.gradient(x))
        .as("d(2⁴⁰x)/dx, by 40 additions y + y: grads and words grow with values, and keep theirs")
        .isEqualTo(0x1p40);
  }

  @Test
  void the_left_operand_stays_the_left_one() {
    var tape = new FlatTape();
    int x = tape.variable(5);
    int z = tape.variable(3);
    tape.backward(tape.sub(x, z));
    assertThat(tape.gradient(z))
        .as("d(x − z)/dz: the word of a node has the operands in their order, left and right")
        .isEqualTo(-1);
  }

  @Test
  void gradients_survive_growth() {
    var tape = new FlatTape();
    int x = tape.variable(1);
    tape.backward(tape.add(x, x));
    for (int i = 0; i < 100; i++) {
      tape.variable(i);
    }
    assertThat(tape.gradient(x))
        .as("d(x + x)/dx, read when 100 more variables have made the arrays grow")
        .isEqualTo(2);
  }

  @Test
  void each_growth_doubles_the_arrays() {
    var tape = new FlatTape();
    var sizes = new ArrayList<Long>(List.of(tape.stats().bytes()));
    for (int i = 0; i < 10_000; i++) {
      tape.variable(i);
      long bytes = tape.stats().bytes();
      if (bytes != sizes.getLast()) {
        sizes.add(bytes);
      }
    }
    var doubling = new ArrayList<Long>();
    for (long room = 16; room <= 16_384; room *= 2) {
      doubling.add(24 * room + 8 * 16);
    }
    assertThat(sizes)
        .as("stats().bytes() while 10 000 variables come: room for 16, 32 … 16 384 nodes")
        .isEqualTo(doubling);
  }
}
