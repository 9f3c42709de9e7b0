package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;

/// The model under test is none: its logits are its inputs.
@Tag("06.6")
class AccuracyTest {
  private static final Layer SAME = new Sequential();

  @Test
  void three_of_four_right_is_three_quarters() {
    var logits = Tensor.of(new float[][] {{9, 1, 2}, {0, 1, 0}, {3, 2, 1}, {-3, -2, -1}});
    assertThat(accuracy(logits, 0, 1, 2, 2))
        .as(
            "the accuracy where the largest logits stand at 0, 1, 0, 2 and the labels are 0, 1, 2, 2")
        .isEqualTo(0.75);
  }

  @Test
  void a_third_is_a_third_in_float64() {
    var logits = Tensor.of(new float[][] {{1, 0}, {1, 0}, {1, 0}});
    assertThat(accuracy(logits, 0, 1, 1)).as("one right of three").isEqualTo(1 / 3.0);
  }

  private static double accuracy(Tensor logits, int... labels) {
    return Metrics.accuracy(SAME, new Dataset(logits, labels, logits.shape().length(1)));
  }
}
