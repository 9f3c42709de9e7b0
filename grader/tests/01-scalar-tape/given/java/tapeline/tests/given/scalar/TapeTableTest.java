package tapeline.tests.given.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.scalar.Tape;

class TapeTableTest {
  @Test
  void a_tape_has_a_row_for_each_slot() {
    var tape = new Tape();
    var x = tape.variable(3);
    var y = x.mul(x).add(x.sin());
    tape.backward(y);
    y.mul(2);
    assertThat(tape)
        .as("the tape of x² + sin x, and what was recorded later")
        .hasToString(
            """
            slot  op        operands     value  gradient
            ────  ────────  ────────  ────────  ────────
            #0    variable                   3   5.01001
            #1    MUL       #0 #0            9         1
            #2    SIN       #0        0.141120         1
            #3    ADD       #1 #2      9.14112         1
            #4    constant                   2         –
            #5    MUL       #3 #4      18.2822         –
            """);
    assertThat(tape.table()).as("its table").hasToString(tape.toString());
  }
}
