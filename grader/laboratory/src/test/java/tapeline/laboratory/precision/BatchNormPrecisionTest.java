package tapeline.laboratory.precision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.conv.BatchNorm;
import tapeline.precision.FloatFormat;
import tapeline.precision.MixedPrecision;
import tapeline.precision.OpPolicy;
import tapeline.precision.OpPrecision;
import tapeline.tensor.Tensor;

/// 08's batch normalisation is several ops. In float16 by 15's table its variance is float32's.
class BatchNormPrecisionTest {
  private static final double HALF_A_UNIT_NEAR_4 = 0x1p-9;

  private final Tensor images =
      Tensor.normal(new SplittableRandom(15), 8, 3, 6, 6).times(300).plus(100);

  /// The largest difference from the images that float32 makes; NaN where one is not finite.
  private double worst(OpPolicy policy) {
    var exact = standardised(_ -> OpPrecision.FLOAT32);
    var mine = standardised(policy);
    double worst = 0;
    for (int i = 0; i < exact.length; i++) {
      worst = Math.max(worst, Math.abs((double) mine[i] - exact[i]));
    }
    return worst;
  }

  private float[] standardised(OpPolicy policy) {
    var precision = new MixedPrecision(FloatFormat.FLOAT16, policy, true);
    try (var _ = precision.use()) {
      var tape = new TensorTape();
      return new BatchNorm("norm", 3).forward(tape.variable(images)).value().toArray();
    }
  }

  @Test
  void its_variance_in_float32_keeps_images_of_size_300_apart() {
    assertThat(worst(OpPolicy.standard()))
        .as("largest error of an image that was standardised, of numbers up to 4")
        .isLessThan(4 * HALF_A_UNIT_NEAR_4);
  }

  @Test
  void its_variance_in_float16_is_infinite() {
    assertThat(worst(_ -> OpPrecision.LOW))
        .as("a pixel that is 1 in float32, divided by an infinite deviation")
        .isGreaterThan(1);
  }
}
