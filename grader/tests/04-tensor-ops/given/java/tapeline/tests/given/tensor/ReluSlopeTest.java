package tapeline.tests.given.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

class ReluSlopeTest {
  @Test
  void a_closed_relu_lets_nothing_through() {
    var x = Tensor.vector(0, -0f, -1, -1, 1, 1);
    float infinity = Float.POSITIVE_INFINITY;
    var dy = Tensor.vector(infinity, -infinity, infinity, Float.NaN, infinity, Float.NaN);
    assertThat(Backend.current().slope(UnaryOp.RELU, dy, x, x.relu()).toArray())
        .as("dy·relu′ at 0, −0, −1, −1, 1, 1 for dy = ∞, −∞, ∞, NaN, ∞, NaN: 0 where it is closed")
        .containsExactly(0, 0, 0, 0, infinity, Float.NaN);
    var rows = Tensor.of(new float[] {infinity, 2, Float.NaN, 4}, 2, 2);
    assertThat(rows.where(Tensor.vector(0, -3)).toArray())
        .as("((∞, 2), (NaN, 4)).where((0, −3))")
        .containsExactly(0, 2, 0, 4);
  }
}
