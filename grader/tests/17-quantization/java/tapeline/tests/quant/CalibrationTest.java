package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.Affine;
import tapeline.quant.Calibration.MinMax;
import tapeline.quant.Calibration.SquaredError;
import tapeline.tests.Seeds;

@Tag("17.2")
class CalibrationTest {
  /// Normal numbers, and one that is far out.
  private static float[] samples(float outlier) {
    var random = Seeds.random("samples");
    var samples = new float[20_000];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (float) random.nextGaussian();
    }
    samples[500] = outlier;
    return samples;
  }

  @Test
  void half_the_range_may_cost_less() {
    var few = new float[200_000];
    var random = Seeds.random("half");
    for (int i = 0; i < few.length; i++) {
      few[i] = random.nextFloat(-1, 1);
    }
    few[7] = 2.04f;
    few[8] = -2.04f;
    assertThat(new SquaredError(2).of(few))
        .as("of the whole and half the range of 200,000 numbers to ±1 and two of ±2.04, the half")
        .isEqualTo(Affine.covering(-1.02f, 1.02f));
  }

  /// Calibrates on 250,000 whole numbers and 40,000 halves to ±60, and −128 and 127. The whole
  /// range has the step 1 and errs in the halves alone, three quarters have the step 0.75, on which
  /// few numbers lie, and half the range has the step 0.5, on which all of them do but the two.
  @Test
  void a_dip_behind_a_rise_is_found() {
    var samples = new float[290_002];
    for (int i = 0; i < 290_000; i++) {
      samples[i] = i % 120 - 60 + (i < 40_000 ? 0.5f : 0);
    }
    samples[290_000] = -128;
    samples[290_001] = 127;
    assertThat(new SquaredError(4).of(samples))
        .as("of 1, 3/4, 1/2 and 1/4 of the range, the half: 3/4 costs more than the whole range")
        .isEqualTo(Affine.covering(-64, 63.5f));
  }

  @Test
  void no_other_part_of_the_range_costs_less() {
    for (float outlier : new float[] {12, -9}) {
      var samples = samples(outlier);
      var code = new SquaredError(50).of(samples);
      double error = code.squaredError(samples);
      var whole = new MinMax().of(samples);
      assertThat(error)
          .as("the squared error of 20,000 normal numbers and %s, against min–max", outlier)
          .isLessThan(whole.squaredError(samples));
      float least = 0;
      float most = 0;
      for (float x : samples) {
        least = Math.min(least, x);
        most = Math.max(most, x);
      }
      for (int k = 1; k <= 50; k++) {
        float part = k / 50f;
        assertThat(error)
            .as("the squared error of the code that was chosen, against that of %d/50", k)
            .isLessThanOrEqualTo(
                Affine.covering(part * least, part * most).squaredError(samples) * (1 + 1e-6));
      }
    }
  }
}
