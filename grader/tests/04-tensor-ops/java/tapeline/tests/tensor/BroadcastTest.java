package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("04.2")
class BroadcastTest {
  @Test
  void a_length_of_1_is_stretched() {
    joint(Shape.of(3, 5), Shape.of(3, 5), Shape.of(3, 5), "equal lengths stay");
    joint(Shape.of(3, 5), Shape.of(3, 1), Shape.of(3, 5), "the column is stretched to five");
    joint(Shape.of(1, 5), Shape.of(3, 5), Shape.of(3, 5), "the row is stretched to three");
    joint(Shape.of(3, 1), Shape.of(1, 5), Shape.of(3, 5), "a column and a row make a table");
  }

  @Test
  void axes_line_up_from_the_last() {
    joint(Shape.of(3, 5), Shape.of(5), Shape.of(3, 5), "(5) is a row: axes missing in front are 1");
    joint(Shape.of(4, 1), Shape.of(2, 3, 1, 5), Shape.of(2, 3, 4, 5), "(4,1) counts as (1,1,4,1)");
  }

  @Test
  void a_scalar_goes_with_everything() {
    joint(Shape.SCALAR, Shape.of(3, 5), Shape.of(3, 5), "() counts as (1,1)");
    joint(Shape.SCALAR, Shape.SCALAR, Shape.SCALAR, "two scalars make a scalar");
  }

  @Test
  void a_length_of_1_is_stretched_to_0_too() {
    joint(Shape.of(3, 1), Shape.of(0), Shape.of(3, 0), "1 goes to the other length, even to 0");
    joint(Shape.of(0, 5), Shape.of(1, 5), Shape.of(0, 5), "1 goes to the other length, even to 0");
  }

  @Test
  void other_lengths_are_refused_with_both_shapes() {
    refused(Shape.of(3, 5), Shape.of(3, 4), "5 and 4");
    refused(Shape.of(3, 5), Shape.of(3), "the last axes are 5 and 3");
    refused(Shape.of(2, 5), Shape.of(0, 5), "2 and 0: neither is 1");
    refused(Shape.of(2, 3, 5), Shape.of(3, 1, 5), "the first axes are 2 and 3");
  }

  @Test
  void every_op_on_two_elements_broadcasts() {
    everyOp("ADD", BinaryOp.ADD, (a, b) -> a + b);
    everyOp("SUB", BinaryOp.SUB, (a, b) -> a - b);
    everyOp("MUL", BinaryOp.MUL, (a, b) -> a * b);
    everyOp("DIV", BinaryOp.DIV, (a, b) -> a / b);
    everyOp("MAX", BinaryOp.MAX, Math::max);
    everyOp("GREATER", BinaryOp.GREATER, (a, b) -> a > b ? 1 : 0);
    everyOp("WHERE", BinaryOp.WHERE, (a, b) -> b == 0 ? 0 : a);
  }

  @Test
  void long_rows_are_computed_to_their_end() {
    var random = Seeds.random("long rows");
    var x = Tensor.normal(random, 3, 2500);
    var bias = Tensor.normal(random, 2500);
    var column = Tensor.normal(random, 3, 1);
    ByIndex.check("(3,2500) + (2500)", x.plus(bias), x.shape(), i -> x.at(i) + bias.at(i[1]));
    ByIndex.check("(3,1)·(3,2500)", column.times(x), x.shape(), i -> column.at(i[0], 0) * x.at(i));
  }

  @Test
  void a_number_goes_with_every_element() {
    var x = Tensor.normal(Seeds.random("numbers"), 3, 5);
    ByIndex.check("x + 2", x.plus(2), x.shape(), i -> x.at(i) + 2f);
    ByIndex.check("x − 2", x.minus(2), x.shape(), i -> x.at(i) - 2f);
    ByIndex.check("x·2", x.times(2), x.shape(), i -> x.at(i) * 2f);
    ByIndex.check("x / 2", x.div(2), x.shape(), i -> x.at(i) / 2f);
  }

  private static void joint(Shape a, Shape b, Shape expected, String why) {
    assertThat(a.broadcast(b)).as("%s with %s: %s", a, b, why).isEqualTo(expected);
    assertThat(b.broadcast(a)).as("%s with %s: %s", b, a, why).isEqualTo(expected);
  }

  private static void refused(Shape a, Shape b, String why) {
    assertThatThrownBy(() -> a.broadcast(b), "%s with %s: %s", a, b, why)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(a.toString(), b.toString());
    assertThatThrownBy(() -> b.broadcast(a), "%s with %s: %s", b, a, why)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(a.toString(), b.toString());
  }

  /// Computed in float64 and rounded once, which for these ops is float32 arithmetic exactly.
  private static void everyOp(String name, BinaryOp op, DoubleBinaryOperator f) {
    var random = Seeds.random("zip " + name);
    for (int trial = 0; trial < 30; trial++) {
      var wide = RandomViews.lengths(random, 1 + trial % 5, trial % 10 == 9 ? 0 : 1, 3);
      var a = RandomViews.view(random, RandomViews.narrow(random, wide));
      var b = RandomViews.view(random, RandomViews.narrow(random, wide));
      var shape = a.shape().broadcast(b.shape());
      ByIndex.check(
          "%s of views (%s and %s)".formatted(name, a.shape(), b.shape()),
          a.zip(op, b),
          shape,
          i -> (float) f.applyAsDouble(ByIndex.stretched(a, i), ByIndex.stretched(b, i)));
    }
  }
}
