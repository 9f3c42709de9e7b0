package tapeline.tests.autograd;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.autograd.Operands.Layout;

@Tag("05.2")
class QuotientTest {
  private final Random random = Seeds.random("quotient");
  private final Arithmetic.Div div = new Arithmetic.Div();
  private final Tensor a = operand();
  private final Tensor b = operand();
  private final Tensor dY = Tensor.normal(random, 3, 5);
  private final Tensor y = a.div(b);

  private Tensor operand() {
    return Operands.of(random, Layout.ROW_MAJOR, Shape.of(3, 5), Operands.signed(random));
  }

  @Test
  void the_gradient_in_a_is_dY_over_b() {
    ExactTensor.of(dY)
        .zip(ExactTensor.of(b), (g, v) -> g / v)
        .assertEquals("gradA of Div: dY/b, element by element", div.gradA(dY, a, b, y));
  }

  @Test
  void the_gradient_in_b_is_minus_dY_times_a_over_b_squared() {
    ExactTensor.of(dY)
        .zip(ExactTensor.of(a), (g, u) -> -g * u)
        .zip(ExactTensor.of(b), (w, v) -> w / (v * v))
        .assertEquals("gradB of Div: −dY·a/b², element by element", div.gradB(dY, a, b, y));
  }

  @Test
  void stretched_operands_in_any_layout_agree_with_differences() {
    TapeCheck.binary(
        "a/b", Operands::signed, (a, b) -> a.div(b), (a, b) -> a.zip(b, (u, v) -> u / v));
  }
}
