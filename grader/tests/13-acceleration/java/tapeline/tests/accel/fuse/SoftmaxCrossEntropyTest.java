package tapeline.tests.accel.fuse;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.fuse.SoftmaxCrossEntropy;
import tapeline.nn.Losses;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("13.7")
class SoftmaxCrossEntropyTest {
  @Test
  void loss_and_gradient_are_those_of_the_plain_ops() {
    agree(Tensor.normal(Seeds.random("rows"), 3, 37).times(3), 36, 0, 5);
  }

  @Test
  void logits_of_1000_stay_finite() {
    agree(Tensor.of(new float[][] {{1000, 0, -1000}, {1000, 999, 998}}), 1, 2);
  }

  @Test
  void a_class_that_is_ruled_out_has_the_gradient_0() {
    agree(Tensor.of(new float[][] {{0.5f, Float.NEGATIVE_INFINITY, -1}}), 2);
  }

  @Test
  void a_view_is_read_by_its_strides() {
    agree(Tensor.normal(Seeds.random("view"), 17, 4).transpose(), 3, 16, 0, 9);
  }

  @Test
  void rows_of_a_larger_tensor_begin_at_their_own_offset() {
    agree(Tensor.normal(Seeds.random("part"), 6, 17).slice(0, 2, 5), 16, 0, 7);
  }

  /// With a gradient from above of 3, which is not the 1 that a loss starts from.
  private static void agree(Tensor x, int... labels) {
    PlainTwin.agree(
        new SoftmaxCrossEntropy(labels),
        in -> Losses.crossEntropy(in.getFirst(), labels),
        Tensor.scalar(3),
        x);
  }
}
