package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.scalar.Scalar;
import tapeline.scalar.ScalarOp;
import tapeline.scalar.Tape;
import tapeline.tests.Seeds;

@Tag("01.6")
class BackwardTest {
  private static final Offset<Double> EPS = within(1e-10);

  @Test
  void each_operand_gets_its_own_derivative() {
    var tape = new Tape();
    var x = tape.variable(6);
    var y = tape.variable(3);
    tape.backward(x.div(y));
    assertThat(x.gradient()).as("∂(x/y)/∂x at (6, 3): da goes to a").isCloseTo(1 / 3.0, EPS);
    assertThat(y.gradient()).as("∂(x/y)/∂y at (6, 3): db goes to b").isCloseTo(-2 / 3.0, EPS);
  }

  @Test
  void shares_of_a_value_used_twice_add_up() {
    var tape = new Tape();
    var x = tape.variable(3);
    var square = x.mul(x);
    tape.backward(square.add(square).add(x));
    assertThat(square.gradient())
        .as("s = x·x, output s + s + x: s is used twice, ∂/∂s")
        .isEqualTo(2);
    assertThat(x.gradient())
        .as("output x·x + x·x + x at 3: x is used three times, 4x + 1")
        .isEqualTo(13);
  }

  @Test
  void a_second_backward_replaces_the_gradients() {
    var tape = new Tape();
    var x = tape.variable(3);
    var y = x.mul(x);
    var z = y.mul(x);
    tape.backward(z);
    assertThat(x.gradient()).as("backward(x³), then ∂/∂x at 3").isCloseTo(27, EPS);
    tape.backward(y);
    assertThat(x.gradient())
        .as("backward(x³), then backward(x²) on the same tape: ∂x²/∂x at 3 is 6, not 27 + 6")
        .isCloseTo(6, EPS);
    tape.backward(z);
    tape.backward(z);
    assertThat(x.gradient()).as("backward(x³) twice more: 27 again").isCloseTo(27, EPS);
  }

  @Test
  void slots_after_the_output_do_not_matter() {
    var tape = new Tape();
    var x = tape.variable(2);
    var y = x.mul(x);
    x.exp().add(y).mul(100);
    tape.backward(y);
    assertThat(x.gradient())
        .as("y = x·x at 2, more recorded after it, backward(y): start at y, not at the end")
        .isCloseTo(4, EPS);
  }

  @Test
  void what_the_output_does_not_use_has_gradient_0() {
    var tape = new Tape();
    var x = tape.variable(2);
    var unused = tape.variable(5);
    var beside = x.exp();
    tape.backward(x.mul(3));
    assertThat(unused.gradient()).as("gradient of a variable the output ignores").isEqualTo(0);
    assertThat(beside.gradient()).as("gradient of eˣ beside the output 3·x").isEqualTo(0);
    assertThat(x.gradient()).as("gradient of x, output 3·x, eˣ beside it").isEqualTo(3);
  }

  @Test
  void an_infinite_slope_beside_the_output_does_no_harm() {
    var tape = new Tape();
    var x = tape.variable(0);
    x.log();
    tape.backward(x.mul(3));
    assertThat(x.gradient())
        .as("output 3·x at 0, ln x recorded beside it: 0 · ∞ is NaN, so pass nothing on when 0")
        .isEqualTo(3);
  }

  @Test
  void a_constant_exponent_leaves_a_negative_base_its_gradient() {
    var tape = new Tape();
    var x = tape.variable(-2);
    tape.backward(x.pow(3).mul(x));
    assertThat(x.gradient()).as("x³·x at −2: 4x³").isCloseTo(-32, EPS);
  }

  @Test
  void the_table_of_a_tape_shows_the_gradients() {
    var tape = new Tape();
    var x = tape.variable(3);
    tape.backward(x.mul(x).add(2));
    assertThat(tape.toString().lines().map(line -> line.replaceAll(" +", " ").strip()))
        .as("tape.toString() of x·x + 2 at 3 after backward; x is #0 and the output #3")
        .containsExactly(
            "slot op operands value gradient",
            "──── ──────── ──────── ───── ────────",
            "#0 variable 3 6",
            "#1 MUL #0 #0 9 1",
            "#2 constant 2 –",
            "#3 ADD #1 #2 11 1");
  }

  @Test
  void an_output_is_a_slot_of_this_tape() {
    var tape = new Tape();
    tape.variable(3);
    var foreign = new Tape().variable(8.25);
    assertThatThrownBy(
            () -> tape.backward(foreign),
            "backward(slot #0 of another tape): indexOf says whose it is")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8.25");
  }

  @Test
  void a_chain_of_100_000_is_no_deeper_than_a_loop() {
    var tape = new Tape();
    var x = tape.variable(1);
    var y = x;
    for (int i = 0; i < 100_000; i++) y = y.add(x);
    tape.backward(y);
    assertThat(x.gradient()).as("x + x + … + x, 100 001 times: ∂/∂x").isEqualTo(100_001);
  }

  /// 2⁶⁰ paths lead from the output to x, over 61 slots: a walk that takes each path never ends.
  @Test
  void sixty_doublings_are_sixty_slots_to_walk() {
    var tape = new Tape();
    var x = tape.variable(1);
    var y = x;
    for (int i = 0; i < 60; i++) y = y.add(y);
    tape.backward(y);
    assertThat(x.gradient()).as("y = y + y, 60 times: ∂y/∂x").isEqualTo(0x1p60);
  }

  /// Forward mode (Wengert, CACM 7(8):463–464, 1964) carries `∂slot/∂x` along with each value; it
  /// shares the rows with the tape, but none of backward's order and bookkeeping.
  @Test
  void random_programs_agree_with_forward_mode() {
    var random = Seeds.random("random programs");
    ScalarOp[] unary = {ScalarOp.SIN, ScalarOp.TANH, ScalarOp.NEG, ScalarOp.SOFTPLUS};
    ScalarOp[] binary = {ScalarOp.ADD, ScalarOp.SUB, ScalarOp.MUL};
    for (int program = 0; program < 50; program++) {
      var tape = new Tape();
      var slots = new ArrayList<Scalar>();
      var slopes = new ArrayList<Double>();
      var x = tape.variable(Seeds.uniform(random, -1, 1));
      slots.add(x);
      slopes.add(1.0);
      slots.add(tape.constant(Seeds.uniform(random, -1, 1)));
      slopes.add(0.0);
      for (int i = 0; i < 15; i++) {
        int a = random.nextInt(slots.size());
        int b = random.nextInt(slots.size());
        double u = slots.get(a).value();
        double v = slots.get(b).value();
        if (random.nextBoolean()) {
          var op = unary[random.nextInt(unary.length)];
          var y = tape.record(op, slots.get(a));
          slots.add(y);
          slopes.add(op.da(u, Double.NaN, y.value()) * slopes.get(a));
        } else {
          var op = binary[random.nextInt(binary.length)];
          var y = tape.record(op, slots.get(a), slots.get(b));
          slots.add(y);
          slopes.add(
              op.da(u, v, y.value()) * slopes.get(a) + op.db(u, v, y.value()) * slopes.get(b));
        }
      }
      tape.backward(slots.getLast());
      double expected = slopes.getLast();
      assertThat(x.gradient())
          .as("∂output/∂#0 of random program %d; its tape:%n%s", program, tape)
          .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
    }
  }

  @Test
  void the_gradients_end_at_the_output() {
    var tape = new Tape();
    var x = tape.variable(3);
    var y = x.mul(x);
    var behind = y.add(x);
    tape.backward(y);
    assertThatThrownBy(
            behind::gradient,
            "the gradient of a slot behind the output: it has no place in `gradients`")
        .isInstanceOf(IllegalStateException.class);
  }
}
