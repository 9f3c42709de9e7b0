package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.scalar.Scalar;
import tapeline.scalar.ScalarOp;
import tapeline.scalar.Tape;

@Tag("01.4")
class RecordTest {
  @Test
  void an_op_of_two_operands_takes_them_in_order() {
    var tape = new Tape();
    var a = tape.variable(7);
    var b = tape.variable(2);
    assertThat(tape.record(ScalarOp.SUB, a, b).value())
        .as("record(SUB, a, b) with a = 7, b = 2, then value(): a − b")
        .isEqualTo(5);
  }

  @Test
  void each_method_of_a_slot_records_the_op_of_its_name() {
    var x = new Tape().variable(0.5);
    var b = x.tape().variable(2);
    shows(x.add(b), "ADD", x, b);
    shows(x.sub(b), "SUB", x, b);
    shows(x.mul(b), "MUL", x, b);
    shows(x.div(b), "DIV", x, b);
    shows(x.pow(b), "POW", x, b);
    for (var y : new Scalar[] {x.add(2), x.sub(2), x.mul(2), x.div(2), x.pow(2)}) {
      assertThat(y.tape().entries().get(y.index()).operands())
          .as("operands of %s: x and a constant, recorded right before", y)
          .containsExactly(x.index(), y.index() - 1);
    }
    shows(x.neg(), "NEG", x);
    shows(x.exp(), "EXP", x);
    shows(x.log(), "LOG", x);
    shows(x.sin(), "SIN", x);
    shows(x.cos(), "COS", x);
    shows(x.tanh(), "TANH", x);
    shows(x.sigmoid(), "SIGMOID", x);
    shows(x.relu(), "RELU", x);
    shows(x.softplus(), "SOFTPLUS", x);
  }

  private static void shows(Scalar y, String op, Scalar... operands) {
    var entry = y.tape().entries().get(y.index());
    assertThat(entry.op()).as("op of %s", y).isEqualTo(op);
    assertThat(entry.operands())
        .as("operands of %s", y)
        .containsExactlyElementsOf(Stream.of(operands).map(Scalar::index).toList());
  }

  @Test
  void one_variable_among_the_operands_is_enough_for_a_gradient() {
    var tape = new Tape();
    var c = tape.constant(3);
    var x = tape.variable(2);
    var first = tape.record(ScalarOp.ADD, x, c);
    var second = tape.record(ScalarOp.ADD, c, x);
    var only = tape.record(ScalarOp.EXP, x);
    tape.backward(tape.record(ScalarOp.ADD, tape.record(ScalarOp.ADD, first, second), only));
    for (var s : new Scalar[] {first, second, only}) {
      assertThat(tape.entries().get(s.index()).gradient())
          .as("gradient of %s: an operand of it is the variable #1, does it need a gradient?", s)
          .isEqualTo(OptionalDouble.of(1));
    }
  }

  @Test
  void an_op_on_constants_only_needs_no_gradient() {
    var tape = new Tape();
    var c = tape.constant(3);
    var d = tape.record(ScalarOp.ADD, c, tape.constant(4));
    var e = tape.record(ScalarOp.EXP, d);
    tape.backward(tape.record(ScalarOp.ADD, tape.variable(1), e));
    assertThat(tape.entries().get(e.index()).gradient())
        .as("gradient of %s: no variable stands behind it", e)
        .isEmpty();
    assertThat(tape.entries().get(d.index()).gradient())
        .as("gradient of %s: both operands are constants", d)
        .isEmpty();
  }

  @Test
  void operands_are_slots_of_this_tape() {
    var tape = new Tape();
    var mine = tape.variable(1);
    var other = new Tape();
    var foreign = other.variable(8.25);
    assertThatThrownBy(
            () -> tape.record(ScalarOp.ADD, foreign, mine),
            "record(ADD, a slot of another tape, a slot of this one): indexOf says whose it is")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8.25");
    assertThatThrownBy(
            () -> tape.record(ScalarOp.ADD, mine, foreign),
            "record(ADD, a slot of this tape, a slot of another one)")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8.25");
    assertThatThrownBy(() -> tape.record(ScalarOp.EXP, mine, mine), "record(EXP, a, b)")
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(tape.size()).as("size() after records that were refused").isEqualTo(1);
  }
}
