package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.CrossEntropy;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("06.4")
class CrossEntropyGradientTest {
  @Test
  void three_equal_logits_by_hand() {
    var dX = gradient(1, Tensor.zeros(1, 3), 1);
    double third = 1 / 3.0;
    CloseTensors.to(
        new double[][] {{third, third - 1, third}},
        dX,
        "dX of three equal logits with the label 1, softmax less 1 at the label");
  }

  @Test
  void the_gradient_from_above_is_passed_on() {
    var x = Tensor.normal(Seeds.random("gradient upstream"), 3, 5);
    CloseTensors.to(
        scaled(-2.75, ExactLayers.crossEntropyGradient(ExactLayers.rows(x), 1, 1, 3)),
        gradient(-2.75f, x, 1, 1, 3),
        "dX for dY = −2.75: dY times the gradient for dY = 1");
  }

  @Test
  void it_has_the_shape_of_the_logits() {
    var x = Tensor.normal(Seeds.random("gradient axes"), 2, 3, 5);
    int[] labels = {1, 0, 4, 2, 2, 3};
    var dX = gradient(1, x, labels);
    assertThat(dX.shape().toArray()).as("the shape of dX for X (2,3,5)").containsExactly(2, 3, 5);
    CloseTensors.to(
        ExactLayers.crossEntropyGradient(ExactLayers.rows(x.reshape(6, 5)), labels),
        dX.reshape(6, 5),
        "dX for X (2,3,5), as (6,5)");
  }

  @Test
  void far_off_the_mark_it_is_finite() {
    var dX = gradient(1, Tensor.of(new float[][] {{1e4f, -1e4f, 0}}), 1);
    assertThat(dX.toArray())
        .as("dX of the logits 10 000, −10 000, 0 with the label 1")
        .usingComparatorWithPrecision(0f)
        .containsExactly(1, -1, 0);
  }

  @Test
  void a_class_that_is_ruled_out_gets_none() {
    float never = Float.NEGATIVE_INFINITY;
    var dX = gradient(1, Tensor.of(new float[][] {{0, never, 0, never}}), 2);
    assertThat(dX.toArray())
        .as("dX of the logits 0, −∞, 0, −∞ with the label 2: exp(−∞) is 0")
        .usingComparatorWithPrecision(0f)
        .containsExactly(0.5f, 0, -0.5f, 0);
  }

  private static Tensor gradient(float dY, Tensor x, int... labels) {
    // The tape keeps no loss for it, which then reads as NaN.
    return new CrossEntropy(labels).grad(Tensor.scalar(dY), x, Tensor.scalar(Float.NaN));
  }

  private static double[][] scaled(double factor, double[][] rows) {
    for (var row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] *= factor;
      }
    }
    return rows;
  }
}
