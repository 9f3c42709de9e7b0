package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;
import tapeline.tests.autograd.Operands.Layout;

@Tag("05.6")
class SoftmaxGradientTest {
  private final Random random = Seeds.random("softmax");
  private final Reductions.Softmax softmax = new Reductions.Softmax();

  @Test
  void two_equal_logits_have_slopes_of_a_quarter() {
    var x = Tensor.of(new float[][] {{7, 7}});
    var dY = Tensor.of(new float[][] {{1, 0}});
    assertThat(softmax.grad(dY, x, x.softmax()).toArray())
        .as("grad of Softmax at (7, 7), y = (½, ½), dY = (1, 0): ∂y₀/∂x₀ = ¼ and ∂y₀/∂x₁ = −¼")
        .containsExactly(0.25f, -0.25f);
  }

  @Test
  void the_gradient_of_a_row_adds_up_to_0() {
    var x = Tensor.normal(random, 3, 5);
    var dX = softmax.grad(Tensor.normal(random, 3, 5), x, x.softmax());
    for (int i = 0; i < 3; i++) {
      float sum = dX.select(0, i).sum().item();
      assertThat(sum)
          .as("Σ of row %d of the gradient: a shift of all logits of a row changes nothing", i)
          .isCloseTo(0, within(1e-6f));
    }
  }

  @Test
  void a_masked_row_gets_no_gradient() {
    var x = Tensor.of(new float[][] {{1, 2, 3}, {1, 2, 3}});
    x.select(0, 0).assign(Tensor.scalar(Float.NEGATIVE_INFINITY));
    var tape = new TensorTape();
    var logits = tape.variable(x);
    tape.backward(logits.softmax(), Tensor.normal(random, 2, 3));
    assertThat(logits.gradient().select(0, 0).abs().toArray())
        .as("the gradient of a row of −∞, whose softmax is 0: zeros, no NaN")
        .containsOnly(0);
    assertThat(logits.gradient().at(1, 0)).as("the gradient of the row below").isNotEqualTo(0);
  }

  @Test
  void a_row_costs_its_length_and_not_its_square() {
    var x = Tensor.normal(random, 1, 2000);
    var y = x.softmax();
    assertThat(AllocatedBytes.perRun(5, () -> softmax.grad(x, x, y)))
        .as("bytes that grad of Softmax allocates for a row of 2000: all ∂yₖ/∂xᵢ are 16 MB")
        .isLessThan(100_000);
  }

  @Test
  void softmax_in_any_layout_agrees_with_differences() {
    for (var layout : Layout.values()) {
      for (var shape : List.of(Shape.of(5), Shape.of(3, 4), Shape.of(2, 1, 3), Shape.of(2, 3, 1))) {
        TapeCheck.check(
            "softmax, " + layout,
            random,
            List.of(Operands.of(random, layout, shape, Operands.signed(random))),
            x -> x.getFirst().softmax(),
            x -> x.getFirst().softmax());
      }
    }
  }
}
