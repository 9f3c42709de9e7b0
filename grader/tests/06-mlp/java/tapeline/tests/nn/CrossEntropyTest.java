package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.CrossEntropy;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("06.3")
class CrossEntropyTest {
  @Test
  void who_cannot_tell_four_classes_apart_pays_ln_4() {
    var loss = new CrossEntropy(2).forward(Tensor.zeros(1, 4));
    assertThat(loss.shape().rank()).as("the rank of the loss: one number").isZero();
    CloseTensors.to(Math.log(4), loss.item(), "the loss of four equal logits: −ln ¼");
  }

  @Test
  void the_loss_is_the_mean_over_the_rows() {
    var x = Tensor.normal(Seeds.random("rows"), 3, 5).times(3);
    CloseTensors.to(
        ExactLayers.crossEntropy(ExactLayers.rows(x), 4, 0, 2),
        new CrossEntropy(4, 0, 2).forward(x).item(),
        "the loss of random logits (3,5) with the labels 4, 0, 2");
  }

  @Test
  void rows_may_lie_along_more_axes() {
    var x = Tensor.normal(Seeds.random("axes"), 2, 3, 5);
    int[] labels = {1, 0, 4, 2, 2, 3};
    CloseTensors.to(
        ExactLayers.crossEntropy(ExactLayers.rows(x.reshape(6, 5)), labels),
        new CrossEntropy(labels).forward(x).item(),
        "the loss of logits (2,3,5) with six labels");
  }

  @Test
  void a_class_that_is_ruled_out_changes_nothing() {
    float never = Float.NEGATIVE_INFINITY;
    var x = Tensor.of(new float[][] {{0.5f, never, -1, never}});
    CloseTensors.to(
        ExactLayers.crossEntropy(new double[] {0.5, -1}, 1),
        new CrossEntropy(2).forward(x).item(),
        "the loss of the logits 0.5, −∞, −1, −∞ with the label 2: exp(−∞) is 0");
  }

  @Test
  void far_off_the_mark_the_loss_is_finite() {
    var x = Tensor.of(new float[][] {{1e4f, -1e4f, 0}});
    assertThat(new CrossEntropy(1).forward(x).item())
        .as("the loss of the logits 10 000, −10 000, 0 with the label 1")
        .isEqualTo(20_000);
  }

  @Test
  void large_logits_keep_the_digits_of_their_difference() {
    var x = Tensor.of(new float[][] {{10_000, 10_000.5f}});
    assertThat((double) new CrossEntropy(1).forward(x).item())
        .as(
            "the loss of the logits 10 000 and 10 000.5, that of 0 and 0.5: a logSumExp near 10 000 has lost digits")
        .isCloseTo(ExactLayers.crossEntropy(new double[] {0, 0.5}, 1), within(1e-6));
  }

  @Test
  void many_rows_are_added_up_in_float64() {
    var loss = new CrossEntropy(new int[20_000]).forward(Tensor.zeros(20_000, 3));
    assertThat((double) loss.item())
        .as("the mean over 20 000 rows, each ln 3: a float sum loses the digits of what is added")
        .isCloseTo(Math.log(3), within(1e-6));
  }
}
