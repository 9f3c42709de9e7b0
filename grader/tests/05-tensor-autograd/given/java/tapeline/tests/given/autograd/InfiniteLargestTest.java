package tapeline.tests.given.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.autograd.Reductions;
import tapeline.tensor.Tensor;

/// An element that is not the largest gets nothing, even of ∞. No exercise is graded by it: a
/// product by marks, which is NaN then, is a right answer to 05.5.
class InfiniteLargestTest {
  @Test
  void smaller_elements_get_0_of_an_infinite_gradient() {
    var x = Tensor.of(new float[] {1, 7, 3, 9, 9, 4}, 2, 3);
    float infinity = Float.POSITIVE_INFINITY;
    assertThat(
            new Reductions.Largest(1)
                .grad(Tensor.vector(infinity, 6), x, x.max(false, 1))
                .toArray())
        .as("grad of Largest[1] for X ((1, 7, 3), (9, 9, 4)), dY = (∞, 6): 0·∞ would be NaN")
        .containsExactly(0, infinity, 0, 3, 3, 0);
  }
}
