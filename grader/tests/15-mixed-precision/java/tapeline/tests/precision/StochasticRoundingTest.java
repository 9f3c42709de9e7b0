package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.precision.BFloat16;
import tapeline.precision.StochasticRounding;
import tapeline.tests.Seeds;

@Tag("15.3")
class StochasticRoundingTest {
  /// How many of all draws take x to each pattern: that of its upper half, the next, any other.
  private static int[] counts(float x) {
    int low = Float.floatToRawIntBits(x) >>> 16;
    var counts = new int[3];
    for (int draw = 0; draw <= 0xFFFF; draw++) {
      int code = StochasticRounding.bits(x, draw) & 0xFFFF;
      counts[code == low ? 0 : code == low + 1 ? 1 : 2]++;
    }
    return counts;
  }

  @Test
  void a_quarter_of_the_way_up_goes_up_a_quarter_of_the_time() {
    float x = Float.intBitsToFloat(0x3F80_4000);
    assertThat(counts(x))
        .as("draws that take 1 + 1/4 unit, 0x3F804000, to 0x3F80, to 0x3F81, elsewhere")
        .containsExactly(49152, 16384, 0);
    assertThat(counts(-x))
        .as("draws that take −(1 + 1/4 unit), 0xBF804000, to 0xBF80, to 0xBF81, elsewhere")
        .containsExactly(49152, 16384, 0);
  }

  /// Sums of 65,536 bfloat16s next to x are exact in float64.
  @Test
  void the_mean_over_all_draws_is_the_number() {
    var random = Seeds.random("stochastic");
    for (int i = 0; i < 20; i++) {
      float x = (float) (random.nextGaussian() * Math.pow(2, random.nextInt(-20, 20)));
      double sum = 0;
      for (int draw = 0; draw <= 0xFFFF; draw++) {
        sum += BFloat16.value(StochasticRounding.bits(x, draw));
      }
      assertThat(sum / 65536).as("the mean of %s over all 65,536 draws", x).isEqualTo(x);
    }
  }

  @Test
  void infinities_and_nan_stay() {
    for (int draw : new int[] {0, 1, 0x8000, 0xFFFF}) {
      assertThat(BFloat16.value(StochasticRounding.bits(Float.POSITIVE_INFINITY, draw)))
          .as("∞ with the draw %d", draw)
          .isEqualTo(Float.POSITIVE_INFINITY);
      assertThat(BFloat16.value(StochasticRounding.bits(Float.intBitsToFloat(0x7F80_0001), draw)))
          .as("the NaN 0x7F800001 with the draw %d", draw)
          .isNaN();
      assertThat(BFloat16.value(StochasticRounding.bits(Float.intBitsToFloat(-1), draw)))
          .as("the NaN 0xFFFFFFFF with the draw %d", draw)
          .isNaN();
    }
  }

  @Test
  void small_steps_are_not_lost() {
    var rounding = new StochasticRounding(Seeds.random("steps"));
    float weight = 1;
    for (int i = 0; i < 4096; i++) {
      weight = rounding.round(weight + 0x1p-12f);
    }
    assertThat(weight)
        .as("1 after 4,096 steps of 2⁻¹², each 1/32 of a unit or less: 2 but for chance")
        .isBetween(1.5f, 2.6f);
  }
}
