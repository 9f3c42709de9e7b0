package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.MatMul;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.autograd.Operands.Layout;

@Tag("05.3")
class MatMulGradientTest {
  private final Random random = Seeds.random("matmul");
  private final MatMul matmul = new MatMul();

  @Test
  void the_gradients_have_the_shapes_of_the_inputs() {
    var a = Tensor.normal(random, 2, 3);
    var b = Tensor.normal(random, 3, 5);
    var dY = Tensor.normal(random, 2, 5);
    var y = a.matmul(b);
    assertThat(matmul.gradA(dY, a, b, y).shape())
        .as("gradA for A (2,3), B (3,5) and dY (2,5): which product of dY and B or Bᵀ is (2,3)?")
        .isEqualTo(Shape.of(2, 3));
    assertThat(matmul.gradB(dY, a, b, y).shape())
        .as("gradB for A (2,3), B (3,5) and dY (2,5): which product of dY and A or Aᵀ is (3,5)?")
        .isEqualTo(Shape.of(3, 5));
  }

  @Test
  void batches_of_matrices_agree_with_differences() {
    for (var layout : Layout.values()) {
      check(layout, Shape.of(3, 2, 4), Shape.of(3, 4, 1));
      check(layout, Shape.of(2, 1, 3, 2), Shape.of(2, 1, 2, 3));
    }
  }

  private void check(Layout layout, Shape a, Shape b) {
    TapeCheck.check(
        "A·B, " + layout,
        random,
        List.of(
            Operands.of(random, layout, a, Operands.signed(random)),
            Operands.of(random, layout, b, Operands.signed(random))),
        x -> x.get(0).matmul(x.get(1)),
        x -> x.get(0).matmul(x.get(1)));
  }
}
