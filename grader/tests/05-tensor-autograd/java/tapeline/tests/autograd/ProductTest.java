package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("05.1")
class ProductTest {
  private final Random random = Seeds.random("product");
  private final Arithmetic.Mul mul = new Arithmetic.Mul();
  private final Tensor a = Tensor.normal(random, 3, 5);
  private final Tensor b = Tensor.normal(random, 3, 5);
  private final Tensor dY = Tensor.normal(random, 3, 5);
  private final Tensor y = a.times(b);

  @Test
  void the_gradient_in_a_is_dY_times_b() {
    ExactTensor.of(dY)
        .zip(ExactTensor.of(b), (g, v) -> g * v)
        .assertEquals("gradA of Mul: dY·b, element by element", mul.gradA(dY, a, b, y));
  }

  @Test
  void the_gradient_in_b_is_dY_times_a() {
    ExactTensor.of(dY)
        .zip(ExactTensor.of(a), (g, u) -> g * u)
        .assertEquals("gradB of Mul: dY·a, element by element", mul.gradB(dY, a, b, y));
  }

  @Test
  void a_factor_of_0_has_a_gradient() {
    var zero = Tensor.zeros(3, 5);
    ExactTensor.of(dY)
        .zip(ExactTensor.of(b), (g, v) -> g * v)
        .assertEquals(
            "gradA of Mul where a is 0: the slope is b, and 0/0 is no way to it",
            mul.gradA(dY, zero, b, zero));
  }

  @Test
  void a_square_gets_both_shares() {
    var tape = new TensorTape();
    var x = tape.variable(Tensor.vector(3, -2, 0.5f));
    tape.backward(x.times(x), Tensor.vector(1, 10, 100));
    assertThat(x.gradient().toArray())
        .as("the gradient of x·x at (3, −2, 0.5), upstream (1, 10, 100): 2x, once from each factor")
        .containsExactly(6, -40, 100);
  }

  @Test
  void a_product_holds_its_factors_and_not_itself() {
    var tape = new TensorTape();
    tape.variable(a).times(tape.variable(b));
    assertThat(tape.stats().savedBytes())
        .as("bytes that the tape holds for a·b, (3,5) each: what the gradients read, 2·15·4")
        .isEqualTo(2 * 15 * 4);
  }

  @Test
  void stretched_factors_in_any_layout_agree_with_differences() {
    TapeCheck.binary(
        "a·b", Operands::signed, (a, b) -> a.times(b), (a, b) -> a.zip(b, (u, v) -> u * v));
  }
}
