package tapeline.tests.given.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;

class QuotientByNumberTest {
  @Test
  void a_quotient_by_a_number_is_that_of_tensors() {
    var x = Tensor.vector(1e-39f, 5, 7, 3e38f);
    for (float c : new float[] {1e-39f, 3, 2e38f}) {
      assertThat(new TensorTape().variable(x).div(c).value().toArray())
          .as("(10⁻³⁹, 5, 7, 3·10³⁸)/%s on a tape, against the same without one", c)
          .containsExactly(x.div(c).toArray());
    }
    var thirds = Tensor.vector(1, 2, 2);
    assertThat(new TensorTape().variable(thirds).mean().value().item())
        .as("the mean of (1, 2, 2) on a tape, against the same without one")
        .isEqualTo(thirds.mean().item());
  }
}
