package tapeline.tests.given.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.scalar.Scalar;
import tapeline.scalar.Tape;
import tapeline.scalar.TapePicture;
import tapeline.tests.Locales;
import tapeline.tests.toolkit.DrawnGraph;
import tapeline.tests.toolkit.Svg;

class TapePictureTest {
  private final Tape tape = new Tape();

  @Test
  void a_slot_bears_its_name_before_its_op_and_its_place() {
    var x = tape.variable(3);
    var y = x.sin();
    var drawn = drawn(Map.of("x", x, "y", y));
    assertThat(drawn.box("x").tag()).as("the tag of the variable x").isEqualTo("variable #0");
    assertThat(drawn.box("y").tag()).as("the tag of y = sin x").isEqualTo("SIN #1");
  }

  @Test
  void a_slot_without_a_name_bears_its_op() {
    tape.variable(3).add(tape.constant(1));
    var drawn = drawn(Map.of());
    assertThat(drawn.box("variable").tag()).as("the tag of slot 0").isEqualTo("#0");
    assertThat(drawn.box("constant").tag()).as("the tag of slot 1").isEqualTo("#1");
    assertThat(drawn.box("ADD").tag()).as("the tag of slot 2").isEqualTo("#2");
    assertThat(TapePicture.of(tape))
        .as("of(tape), the picture without names")
        .isEqualTo(TapePicture.of(tape, Map.of()));
  }

  @Test
  void variables_and_what_no_gradient_goes_to_look_different() {
    var x = tape.variable(3);
    var c = tape.constant(2);
    var cc = c.mul(c);
    var y = cc.mul(x);
    var drawn = drawn(Map.of("x", x, "c", c, "cc", cc, "y", y, "z", y.neg()));
    assertThat(drawn.box("x").look()).as("a variable").isEqualTo("input");
    assertThat(drawn.box("c").look()).as("a constant").isEqualTo("fixed");
    assertThat(drawn.box("cc").look()).as("an op on constants only").isEqualTo("fixed");
    assertThat(drawn.box("y").look()).as("an op on a constant and a variable").isEqualTo("step");
    assertThat(drawn.box("z").look()).as("an op on such an op").isEqualTo("step");
  }

  @Test
  void before_a_backward_there_is_no_gradient() {
    var x = tape.variable(3);
    var y = x.mul(x);
    var drawn = drawn(Map.of("x", x, "y", y));
    assertThat(drawn.box("x").rows()).as("the rows of x").isEqualTo(Map.of("value", "3"));
    assertThat(drawn.box("y").rows()).as("the rows of y = x·x").isEqualTo(Map.of("value", "9"));
  }

  @Test
  void after_a_backward_each_slot_on_the_way_has_its_gradient() {
    var x = tape.variable(3);
    var c = tape.constant(2);
    var y = x.mul(x).mul(c);
    tape.backward(y);
    var later = y.neg();
    var drawn = drawn(Map.of("x", x, "c", c, "y", y, "later", later));
    assertThat(drawn.box("x").rows())
        .as("x = 3 of y = 2x²")
        .isEqualTo(Map.of("value", "3", "gradient", "12"));
    assertThat(drawn.box("y").rows())
        .as("the output")
        .isEqualTo(Map.of("value", "18", "gradient", "1"));
    assertThat(drawn.box("c").rows()).as("a constant").isEqualTo(Map.of("value", "2"));
    assertThat(drawn.box("later").rows())
        .as("what was recorded later")
        .isEqualTo(Map.of("value", "−18"));
  }

  @Test
  void operands_arrive_in_their_order() {
    var x = tape.variable(3);
    var y = tape.variable(4);
    var drawn =
        drawn(Map.of("x", x, "y", y, "y − x", y.sub(x), "x / y", x.div(y), "x · x", x.mul(x)));
    assertThat(drawn.operands(drawn.box("y − x")))
        .as("y.sub(x), from the top")
        .containsExactly("y", "x");
    assertThat(drawn.operands(drawn.box("x / y")))
        .as("x.div(y), from the top")
        .containsExactly("x", "y");
    assertThat(drawn.operands(drawn.box("x · x"))).as("x.mul(x)").containsExactly("x", "x");
  }

  @ParameterizedTest
  @CsvSource({
    "-0.5, −0.5",
    "3, 3",
    "3.60749, 3.607",
    "0, 0",
    "-0.0, 0",
    "1000, 1000",
    "123456, 123500",
    "0.00012345, 0.0001234",
    "1.23456e-7, 1.235E−7",
    "-6e23, −6E+23",
    "1e100, 1E+100",
    "NaN, NaN",
    "Infinity, ∞",
    "-Infinity, −∞"
  })
  void a_number_has_four_digits_at_most(double value, String expected) {
    tape.variable(value);
    assertThat(drawn(Map.of()).box("variable").rows())
        .as("the box of %s", value)
        .isEqualTo(Map.of("value", expected));
  }

  @Test
  void a_name_is_of_a_slot_of_this_tape() {
    tape.variable(3);
    var other = new Tape().variable(3);
    assertThatThrownBy(() -> drawn(Map.of("x", other)))
        .as("a name for a slot of another tape")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a name needs a slot of this tape that has none yet, got x for #0 = variable = 3.0");
  }

  @Test
  void a_slot_has_one_name() {
    var x = tape.variable(3);
    assertThatThrownBy(() -> drawn(Map.of("x", x, "z", x)))
        .as("two names for a slot")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a name needs a slot of this tape that has none yet");
  }

  @Test
  void an_empty_tape_is_refused() {
    assertThatThrownBy(() -> drawn(Map.of()))
        .as("the picture of new Tape()")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 0");
  }

  @Test
  void the_title_counts_the_slots() {
    tape.variable(3).mul(2);
    assertThat(Svg.all(Svg.parse(TapePicture.of(tape).svg()), "title").getFirst().getTextContent())
        .as("what a screen reader says of x·2")
        .isEqualTo("A tape, slots: 3");
  }

  @Test
  void a_tape_is_drawn_the_same_on_every_computer() {
    var x = tape.variable(0.5);
    tape.backward(x.sigmoid().mul(-1234.5));
    var here = TapePicture.of(tape, Map.of("x", x));
    assertThat(Locales.each(() -> TapePicture.of(tape, Map.of("x", x)).svg()))
        .as("the picture, by default locale")
        .allSatisfy((_, there) -> assertThat(there).isEqualTo(here.svg()));
  }

  private DrawnGraph drawn(Map<String, Scalar> names) {
    return DrawnGraph.of(TapePicture.of(tape, names).svg());
  }
}
